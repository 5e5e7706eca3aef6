import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/**
 * Finds elements that exceed the window's width, or whose text does not fit into them. Skips hidden elements, drawings,
 * text for screen readers only, and elements that scroll.
 */
const OVERFLOWS = `(() => {
  const width = document.documentElement.clientWidth
  const overflows = []
  const name = element => element.tagName.toLowerCase() + (element.className ? '.' + element.className : '')
    + ' "' + (element.textContent ?? '').trim().slice(0, 40) + '"'
  const check = element => {
    const { clipPath, overflowX, textOverflow } = getComputedStyle(element)
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    if (element.tagName === 'svg' || clipPath !== 'none' || /auto|scroll/.test(overflowX)) return
    const { left, right } = element.getBoundingClientRect()
    if (right > width + 1 || left < -1) overflows.push(name(element) + ' exceeds the window')
    const isClipped = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
    if (isClipped && element.scrollWidth > element.clientWidth + 1) overflows.push(name(element) + ' is cut off')
    for (const child of element.children) check(child)
  }
  for (const child of document.body.children) check(child)
  return overflows
})()`

/** Asserts that nothing makes the page scroll sideways and nothing is cut off. */
export async function assertFits(page: Page): Promise<void> {
  const sideways = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(sideways, 0, `${page.url()} scrolls sideways by ${sideways} px`)
  assert.deepEqual(await page.evaluate<string[]>(OVERFLOWS), [], `overflowing elements at ${page.url()}`)
}
