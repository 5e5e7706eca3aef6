import { guessLanguage, readingMinutes } from './language.ts'
import type { Page } from './page.ts'

/** What follows the last of them stays one paragraph. A text of 1,000,000 characters in prose has about this many. */
const PARAGRAPHS_MAX = 10_000

/**
 * What is shown of a text that cannot be rendered: its words as they were written, a paragraph for a paragraph. This runs
 * where requests are answered, so it is fast for any text: its HTML has at most five times as many bytes as the text, and
 * 7 for each paragraph.
 */
export function plainPage(content: string): Page {
  return {
    html: paragraphsOf(content)
      .map(paragraph => `<p>${escapeText(paragraph)}</p>\n`)
      .join(''),
    toc: [],
    readingMinutes: readingMinutes(content),
    language: guessLanguage(content),
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

/** Outside of attributes quotes need no escaping, which would make six bytes of one. */
const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, character => ENTITIES[character] ?? character)

const WORDS = String.raw`[\p{L}\p{M}][\p{L}\p{M}\p{N} ,.!?'’。、！？・…「」『』（）]*`
const UNMARKED = new RegExp(`^${WORDS}(?:\n\n${WORDS})*\n?$`, 'u')
const UNMARKED_MAX_CHARACTERS = 2000

/** Whether a text is words and nothing else, as many short posts are: rendering would give the same page, only slower. */
export function isUnmarked(content: string): boolean {
  return content.length <= UNMARKED_MAX_CHARACTERS && UNMARKED.test(content)
}
