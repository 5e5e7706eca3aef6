import { escapeHtml, textOf } from './escape.ts'
import type { TocEntry } from './page.ts'

/** Apart from all ids that the page around the text has. */
const PREFIX = 'h-'
const LONGEST_SLUG = 80
const TOC_MAX_ENTRIES = 300

/** The id of a heading with this text, if no other has the same: letters and digits of any script, and hyphens. */
export function anchorOf(text: string): string {
  const slug = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return PREFIX + ([...slug].slice(0, LONGEST_SLUG).join('') || 'section')
}

/** A link to a heading as its author writes it, `#the-heading`, made one to the heading's id. */
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

const HEADING = /<h([1-6])>(.*?)<\/h\1>/gs

/**
 * Gives the headings of sanitised HTML ids, and lists them. The page's own title is its first-level heading, so a text
 * that has some too moves down by one.
 */
export function addHeadingIds(html: string): { html: string; toc: TocEntry[] } {
  const shift = html.includes('<h1>') ? 1 : 0
  const used = new Map<string, number>()
  const toc: TocEntry[] = []
  const withIds = html.replaceAll(HEADING, (_, depth: string, inner: string) => {
    const level = Math.min(Number(depth) + shift, 6)
    const text = textOf(inner).replaceAll(/\s+/g, ' ').trim()
    const id = unique(anchorOf(text), used)
    if (text !== '' && level <= 3 && toc.length < TOC_MAX_ENTRIES) toc.push({ id, level, text })
    return `<h${level} id="${escapeHtml(id)}">${inner}</h${level}>`
  })
  return { html: withIds, toc }
}

function unique(id: string, used: Map<string, number>): string {
  for (let candidate = id; ; ) {
    const times = used.get(candidate) ?? 0
    used.set(candidate, times + 1)
    if (times === 0) return candidate
    candidate = `${id}-${times + 1}`
  }
}
