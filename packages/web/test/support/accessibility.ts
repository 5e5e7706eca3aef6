import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Elements of Base UI that pass on the focus as soon as they get it, which axe cannot detect. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]'

/**
 * Asserts that axe finds no serious violations on the current page. axe is injected through the debugger instead of a
 * script element, so the page's content security policy stays in force.
 */
export async function assertAccessible(page: Page): Promise<void> {
  // Once for each document, because loading it takes as long as a check.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run({ exclude: [[${JSON.stringify(FOCUS_GUARDS)}]] }, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'], preload: false }).then(done => done.violations)`,
  )
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const reports = serious.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(node => node.html).join('\n  ')}`)
  assert.deepEqual(reports, [], `axe at ${page.url()}`)
}
