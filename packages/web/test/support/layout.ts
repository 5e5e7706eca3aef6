import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/**
 * Elements that reach over the window's side, or whose own text does not fit into them. What is not seen is passed over
 * with all that it holds: drawings, words that are there to be heard only, and boxes that scroll by themselves.
 */
const MISFITS = `(() => {
  const width = document.documentElement.clientWidth
  const misfits = []
  const name = element => element.tagName.toLowerCase() + (element.className ? '.' + element.className : '')
    + ' "' + (element.textContent ?? '').trim().slice(0, 40) + '"'
  const look = element => {
    const { clipPath, overflowX, textOverflow } = getComputedStyle(element)
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    if (element.tagName === 'svg' || clipPath !== 'none' || /auto|scroll/.test(overflowX)) return
    const { left, right } = element.getBoundingClientRect()
    if (right > width + 1 || left < -1) misfits.push(name(element) + ' reaches over the side')
    const cuts = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
    if (cuts && element.scrollWidth > element.clientWidth + 1) misfits.push(name(element) + ' is cut off')
    for (const child of element.children) look(child)
  }
  for (const child of document.body.children) look(child)
  return misfits
})()`

/** Asserts that nothing makes the page scroll sideways and nothing is cut off. */
export async function assertFits(page: Page): Promise<void> {
  const sideways = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(sideways, 0, `${page.url()} scrolls sideways by ${sideways} px`)
  assert.deepEqual(await page.evaluate<string[]>(MISFITS), [], `misfits at ${page.url()}`)
}
