import type { FoundPost, SearchHighlight } from '@galley/client'
import { type Html, html } from '../../html.ts'

/** A text with the found words marked. Everything is escaped by the template. */
function markedText({ text, ranges }: Pick<SearchHighlight, 'text' | 'ranges'>): Html {
  const characters = [...text]
  let at = 0
  const parts: Html[] = []
  for (const [from = 0, to = 0] of ranges) {
    parts.push(html`${characters.slice(at, from).join('')}<mark>${characters.slice(from, to).join('')}</mark>`)
    at = to
  }
  return html`${parts}${characters.slice(at).join('')}`
}

/** The highlight of a field, or its plain text. */
export function markedField({ highlights }: FoundPost, field: SearchHighlight['field'], text: string): Html {
  return markedText(highlights.find(highlight => highlight.field === field) ?? { text, ranges: [] })
}

/** The part of the text in which the words are, or the beginning. */
export function markedExcerpt(post: FoundPost): Html {
  const found = post.highlights.find(({ field }) => field === 'text')
  if (found === undefined) return markedField(post, 'headings', post.excerpt)
  const isBeginning = post.excerpt.startsWith(found.text.slice(0, COMPARED))
  const isEnd = found.text === post.excerpt || /[.。!?！？]\s*$/.test(found.text)
  return html`${!isBeginning && '…'}${markedText(found)}${!isEnd && '…'}`
}

/** Two texts that share this many characters at the start count as beginning in the same way. */
const COMPARED = 20
