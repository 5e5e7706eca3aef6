import { guessLanguage, readingMinutes } from './language.ts'
import type { Page, RenderingLimit } from './page.ts'

/** The text after the last of them stays one paragraph. Prose of 1,000,000 characters has about this many. */
const PARAGRAPHS_MAX = 10_000

/**
 * Shows a text that is not rendered as plain paragraphs. The HTML has at most five times as many bytes as the text, plus 7
 * for each paragraph.
 */
export function plainPage(content: string, exceededLimit?: RenderingLimit): Page {
  return {
    html: paragraphsOf(content)
      .map(paragraph => `<p>${escapeText(paragraph)}</p>\n`)
      .join(''),
    toc: [],
    readingMinutes: readingMinutes(content),
    language: guessLanguage(content),
    ...(exceededLimit !== undefined && { exceededLimit }),
  }
}

function paragraphsOf(content: string): string[] {
  const paragraphs: string[] = []
  const add = (text: string) => {
    const trimmed = text.trim()
    if (trimmed !== '') paragraphs.push(trimmed)
  }
  let start = 0
  for (const { index, 0: gap } of content.matchAll(/\n\s*\n/g)) {
    if (paragraphs.length >= PARAGRAPHS_MAX - 1) break
    add(content.slice(start, index))
    start = index + gap.length
  }
  add(content.slice(start))
  return paragraphs
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Does not escape quotes, which is only needed in attributes: each would become six bytes. */
const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, character => ENTITIES[character] ?? character)

const WORDS = String.raw`[\p{L}\p{M}][\p{L}\p{M}\p{N} ,.!?'’。、！？・…「」『』（）]*`
const UNMARKED = new RegExp(`^${WORDS}(?:\n\n${WORDS})*\n?$`, 'u')
const UNMARKED_MAX_CHARACTERS = 2000

/** Whether a text has no markup, like many short posts: rendering would give the same page, only slower. */
export function isUnmarked(content: string): boolean {
  return content.length <= UNMARKED_MAX_CHARACTERS && UNMARKED.test(content)
}
