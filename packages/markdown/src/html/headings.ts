import { escapeHtml, textOf } from '../escape.ts'
import type { TocEntry } from '../page.ts'

/** Keeps the ids distinct from those of the page around the text. */
const PREFIX = 'h-'
const LONGEST_SLUG = 80
/** The table of contents is sent with every page: these limits allow at most 60,000 characters. */
const TOC_MAX_ENTRIES = 300
const TOC_TEXT_MAX_CHARACTERS = 200

/** The id of a heading, without a number: letters and digits of any script, and hyphens. */
export function anchorOf(text: string): string {
  const slug = text
    .slice(0, 4 * LONGEST_SLUG)
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return PREFIX + ([...slug].slice(0, LONGEST_SLUG).join('') || 'section')
}

/** Resolves a link to a heading, `#the-heading`, to the heading's id. */
export function anchorHref(href: string): string {
  const name = decode(href.slice(1))
  return `#${name.startsWith(PREFIX) ? name : anchorOf(name)}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Matches the number of a footnote, which is not part of the heading's text. */
const FOOTNOTE = /<sup class="footnote">.*?<\/sup>/g
const HEADING = /<h([1-6])>(.*?)<\/h\1>/gs

/**
 * Adds ids to the headings of sanitised HTML, and lists them. The page's title is its first-level heading, so the headings
 * of a text that uses the first level are moved down by one.
 */
export function addHeadingIds(html: string): { html: string; toc: TocEntry[] } {
  const shift = html.includes('<h1>') ? 1 : 0
  const ids = new UniqueIds()
  const toc: TocEntry[] = []
  const withIds = html.replaceAll(HEADING, (_, depth: string, inner: string) => {
    const level = Math.min(Number(depth) + shift, 6)
    const text = textOf(inner.replaceAll(FOOTNOTE, '')).replaceAll(/\s+/g, ' ').trim()
    const id = ids.claim(anchorOf(text))
    if (text !== '' && level <= 3 && toc.length < TOC_MAX_ENTRIES) toc.push({ id, level, text: shortened(text) })
    return `<h${level} id="${escapeHtml(id)}">${inner}</h${level}>`
  })
  return { html: withIds, toc }
}

function shortened(text: string): string {
  if (text.length <= TOC_TEXT_MAX_CHARACTERS) return text
  const characters = [...text.slice(0, 2 * TOC_TEXT_MAX_CHARACTERS)]
  if (characters.length <= TOC_TEXT_MAX_CHARACTERS) return text
  return `${characters.slice(0, TOC_TEXT_MAX_CHARACTERS - 1).join('')}…`
}

/** Makes ids unique within one text. */
class UniqueIds {
  readonly #used = new Set<string>()
  readonly #lastNumber = new Map<string, number>()

  /** The id itself, or with the next free number appended. No number is tried twice, so this stays fast. */
  claim(id: string): string {
    let candidate = id
    while (this.#used.has(candidate)) {
      const number = (this.#lastNumber.get(id) ?? 1) + 1
      this.#lastNumber.set(id, number)
      candidate = `${id}-${number}`
    }
    this.#used.add(candidate)
    return candidate
  }
}
