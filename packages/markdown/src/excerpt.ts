import type { Token } from 'markdown-it'
import { blockLimit, TooManyBlocksError } from './limits/block-limit.ts'
import { parser } from './parser.ts'

/** Enough for an excerpt of nearly every text; if it starts with links and code only, a longer part is tried once. */
const LOOKS = [2000, 8000]

/** Prose has about one block per 50 characters. With more blocks than this, only the first few characters are used. */
const BLOCK_TOKENS_MAX = 5000
const SHORT_LOOK = 200

/** The start of a text as plain text on one line, with at most this many characters. */
export function excerptOf(content: string, maxCharacters: number): string {
  const source = content.trimStart()
  let text = ''
  for (const length of LOOKS) {
    text = plainText(definitionsAfter(source, length) + source.slice(0, length))
    if (text.length > 2 * maxCharacters || source.length <= length) break
  }
  const characters = [...text]
  if (characters.length <= maxCharacters) return text
  const shortened = characters.slice(0, maxCharacters - 1).join('')
  return `${shortened.trimEnd()}…`
}

/** A footnote or link definition: `[^name]: note` or `[name]: address "title"`. */
const DEFINITION =
  /^ {0,3}\[(?:(\^[^\]\s]{1,50})\]:[ \t]+\S|([^^\][\n\\][^\][\n\\]{0,99})\]:[ \t]+\S+(?:[ \t]+["'(].*)?$)/gm
const DEFINITIONS_MAX = 200

/**
 * Definitions are usually at the end of a text. Without them, the parser would leave footnotes and reference links at the
 * start as Markdown source.
 */
function definitionsAfter(source: string, index: number): string {
  if (source.length <= index || !source.slice(0, index).includes('[')) return ''
  // Not `take`, which Node 20 does not have.
  const found: string[] = []
  for (const [, note, link] of source.slice(index).matchAll(DEFINITION)) {
    if (found.push(`[${note ?? link}]: #\n\n`) === DEFINITIONS_MAX) break
  }
  return found.join('')
}

/** The running text of a page: without code blocks, images, tags, footnote marks and task boxes. */
function plainText(source: string): string {
  let text = ''
  for (const block of parse(source)) {
    if (block.type === 'footnotes_open') break
    for (const token of block.children ?? []) {
      if (token.type === 'text' || token.type === 'code_inline') text += token.content
      else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' '
    }
    if (block.type === 'inline') text += ' '
  }
  return text.toWellFormed().replaceAll(/\s+/g, ' ').trim()
}

function parse(source: string): Token[] {
  try {
    return parser.parse(source, blockLimit(BLOCK_TOKENS_MAX))
  } catch (error) {
    if (error instanceof TooManyBlocksError) return parser.parse(source.slice(0, SHORT_LOOK), {})
    throw error
  }
}
