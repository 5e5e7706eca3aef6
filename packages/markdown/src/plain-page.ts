import { escapeHtml } from './escape.ts'
import { guessLanguage, readingMinutes } from './language.ts'
import type { Page } from './page.ts'

/** What is shown of a text that cannot be rendered: its words as they were written, a paragraph for a paragraph. */
export function plainPage(content: string): Page {
  const paragraphs = content.split(/\n\s*\n/).filter(paragraph => paragraph.trim() !== '')
  return {
    html: paragraphs.map(paragraph => `<p>${escapeHtml(paragraph.trim())}</p>\n`).join(''),
    toc: [],
    readingMinutes: readingMinutes(content),
    language: guessLanguage(content),
  }
}

const WORDS = String.raw`[\p{L}\p{M}][\p{L}\p{M}\p{N} ,.!?'’。、！？・…「」『』（）]*`
const UNMARKED = new RegExp(`^${WORDS}(?:\n\n${WORDS})*\n?$`, 'u')
const UNMARKED_MAX_CHARACTERS = 2000

/** Words and nothing else, as many short posts are: rendering would make the same of it, only slower. */
export function isUnmarked(content: string): boolean {
  return content.length <= UNMARKED_MAX_CHARACTERS && UNMARKED.test(content)
}
