import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'

/**
 * Logs what screen readers are given to say: a text that comes into a live region that was there before, or an alert
 * that comes into the page.
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
        for (const said of alerts) {
          const text = said.textContent.trim()
          if (text && !isHidden(said.nodeType === 1 ? said : parent)) announcements.push(text)
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}`

/** From now on, also after a new page was loaded. */
export const logAnnouncements = (page: Page) => page.addInitScript(LOG)

export const announcements = (page: Page) => page.evaluate<string[]>('globalThis.announcements')

/** Waits until something was announced that matches. */
export async function announced(page: Page, words: string | RegExp): Promise<void> {
  await eventually(async () => {
    const all = await announcements(page)
    const isSaid = all.some(said => (typeof words === 'string' ? said === words : words.test(said)))
    assert.ok(isSaid, `${words} is not among what was announced: ${JSON.stringify(all)}`)
  })
}
