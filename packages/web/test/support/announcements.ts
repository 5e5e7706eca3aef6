import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'

/**
 * Records what screen readers announce: text that is added to an existing live region, and alerts that are added to the
 * page.
 */
const LOG = `{
  globalThis.announcements = []
  const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=log], [role=alert]'
  const isHidden = element => element.closest('[hidden], [aria-hidden=true]') !== null
  new MutationObserver(records => {
    for (const { type, target, addedNodes } of records) {
      const changed = type === 'characterData' ? [target] : [...addedNodes]
      for (const node of changed) {
        const parent = node.parentElement
        const region = parent?.closest(LIVE)
        const isAlert = node.nodeType === 1 && node.matches('[role=alert]')
        const alerts = region || isAlert ? [node] : node.nodeType === 1 ? [...node.querySelectorAll('[role=alert]')] : []
        for (const source of alerts) {
          const text = source.textContent.trim()
          if (text && !isHidden(source.nodeType === 1 ? source : parent)) announcements.push(text)
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}`

/** Records announcements from now on, also after other pages are loaded. */
export const logAnnouncements = (page: Page) => page.addInitScript(LOG)

export const announcements = (page: Page) => page.evaluate<string[]>('globalThis.announcements')

/** Waits until a matching text was announced. */
export async function announced(page: Page, words: string | RegExp): Promise<void> {
  await eventually(async () => {
    const all = await announcements(page)
    const isAnnounced = all.some(text => (typeof words === 'string' ? text === words : words.test(text)))
    assert.ok(isAnnounced, `${words} was not announced; announced so far: ${JSON.stringify(all)}`)
  })
}
