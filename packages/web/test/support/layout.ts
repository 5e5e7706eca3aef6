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

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 844 }

/**
 * A visit in each language. With two looks each, they cover every pair of language, appearance and width. The phone comes
 * first: contents that a wide window has opened stay open.
 */
export const VARIANTS = [
  {
    locale: 'en-US',
    looks: [
      { colorScheme: 'light', viewport: PHONE },
      { colorScheme: 'dark', viewport: DESKTOP },
    ],
  },
  {
    locale: 'ja-JP',
    looks: [
      { colorScheme: 'dark', viewport: PHONE },
      { colorScheme: 'light', viewport: DESKTOP },
    ],
  },
] as const

export type Variant = (typeof VARIANTS)[number]
type Look = Variant['looks'][number]

/** Scripts that depend on the size of the window have run. */
const NEXT_FRAME = 'new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

export async function showAs(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.evaluate(NEXT_FRAME)
}

/** Calls `check` while the page has each look of a variant; after that, the page keeps the last one. */
export async function withEachLook(
  page: Page,
  { looks }: Variant,
  check: (look: Look) => Promise<void>,
): Promise<void> {
  for (const look of looks) {
    await showAs(page, look)
    await check(look)
  }
}
