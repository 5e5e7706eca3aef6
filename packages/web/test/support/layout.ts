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

/** Finds words in katakana of which two neighbouring letters are in different lines. Long texts of users are left out. */
const BROKEN_WORDS = `(() => {
  const broken = []
  const range = document.createRange()
  const topOf = (text, i) => {
    range.setStart(text, i)
    range.setEnd(text, i + 1)
    return range.getBoundingClientRect().top
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement.closest('.prose, .entry-excerpt, .comment-text, .profile-bio, .author-box-bio, textarea, .cm-content')) continue
    if (!text.parentElement.checkVisibility()) continue
    for (const { 0: word, index } of text.data.matchAll(/[ァ-ヺー]{2,}/g)) {
      const tops = [...word].map((_, i) => topOf(text, index + i))
      const at = tops.findIndex((top, i) => i > 0 && Math.abs(top - tops[i - 1]) > 8)
      if (at > 0) broken.push(word.slice(0, at) + '|' + word.slice(at) + ' in "' + text.data.trim().slice(0, 40) + '"')
    }
  }
  return broken
})()`

/** Asserts that no Japanese word of the interface is broken between two lines, as far as it is in katakana. */
export async function assertWholeWords(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate<string[]>(BROKEN_WORDS), [], `broken words at ${page.url()}`)
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
