import { EXCERPT_MAX_CHARACTERS } from '@galley/contract/limits'
import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { freePart } from './free-part.ts'

// With `html` on, tags and comments become tokens of their own, which are then passed over; off, they would be text.
const markdown = new MarkdownIt({ html: true }).use(cjkFriendly)

// Enough for 160 characters of nearly every text; if they are all links and code, one longer look must do.
const LOOKS = [2_000, 8_000]

/** Plain text from the beginning of a post, and of a paid one from its free part alone. */
export function excerptOf(content: string, isPaid: boolean): string {
  const open = freePart(content, isPaid)?.trimStart() ?? ''
  let text = ''
  for (const length of LOOKS) {
    text = plainText(open.slice(0, length))
    if (text.length > 2 * EXCERPT_MAX_CHARACTERS || open.length <= length) break
  }
  const characters = [...text]
  if (characters.length <= EXCERPT_MAX_CHARACTERS) return text
  return `${characters
    .slice(0, EXCERPT_MAX_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`
}

function plainText(source: string): string {
  let text = ''
  for (const block of markdown.parse(source, {})) {
    for (const token of block.children ?? []) {
      if (token.type === 'text' || token.type === 'code_inline') text += token.content
      else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' '
    }
    if (block.type === 'inline') text += ' '
  }
  return text.toWellFormed().replaceAll(/\s+/g, ' ').trim()
}
