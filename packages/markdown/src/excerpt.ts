import type { Token } from 'markdown-it'
import { blockLimit, TooManyBlocksError } from './limits/block-limit.ts'
import { parser } from './parser.ts'

/**
 * Enough for an excerpt of nearly every text; if it starts with links and code only, a longer part is tried once. More
 * would take the parser too long, because this runs while a request is handled.
 */
const LOOKS = [1000, 5000]

/** Prose has about one block per 50 characters. With more blocks than this, only the first few characters are used. */
const BLOCK_TOKENS_MAX = 5000
const SHORT_LOOK = 200

/** The start of a text as plain text on one line, with at most this many characters. */
export function excerptOf(content: string, maxCharacters: number): string {
  const source = content.trimStart()
  let text = { paragraphs: '', whole: '' }
  for (const length of LOOKS) {
    text = plainText(definitionsAfter(source, length) + source.slice(0, length))
    if (text.paragraphs.length > 2 * maxCharacters || source.length <= length) break
  }
  const { paragraphs, whole } = text
  return shorten(paragraphs.length >= LEAST_PARAGRAPHS * maxCharacters ? paragraphs : onOneLine(whole), maxCharacters)
}

/** A part of the limit: with fewer characters in paragraphs, headings and lists are used too. */
const LEAST_PARAGRAPHS = 0.5

/** A part of the limit: an excerpt that would be shorter than this is cut at a word, or anywhere, instead. */
const LEAST_SENTENCES = 0.5
const LEAST_WORDS = 0.5

/** A full stop counts if a capital letter, a number or an opening mark follows, so that "e.g." ends no sentence. */
const SENTENCE_END = /(?:[。！？]|[.!?](?=[)"'”’]*\s+[\p{Lu}\p{Lo}\d"'“‘(「『]))[)"'”’」』）】]*/gu
/** What may not stand before an ellipsis. */
const LOOSE_END = /[\s\p{Pd}\p{Ps}\p{Pi},.:;、。，．：；・/]+$/u

/** A little more text, so that the last word is seen whole. */
const LOOK_AHEAD = 50

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Whole sentences if they fill most of the space, else whole words and an ellipsis. */
function shorten(text: string, maxCharacters: number): string {
  // A character is one or two units of a string.
  const characters = [...text.slice(0, 2 * (maxCharacters + LOOK_AHEAD))]
  if (characters.length <= maxCharacters) return text
  const most = characters.slice(0, maxCharacters).join('').length
  const sentences = lastBefore(text.matchAll(SENTENCE_END), most)
  if (sentences >= LEAST_SENTENCES * most) return text.slice(0, sentences)
  const room = characters.slice(0, maxCharacters - 1).join('').length
  const segments = words.segment(characters.slice(0, maxCharacters + LOOK_AHEAD).join(''))
  const whole = lastBefore(segments, room)
  return `${text.slice(0, whole >= LEAST_WORDS * room ? whole : room).replace(LOOSE_END, '')}…`
}

/** The end of the last part that ends within the limit; 0 if there is none. */
function lastBefore(
  parts: Iterable<{ readonly index: number; readonly 0?: string; readonly segment?: string }>,
  limit: number,
) {
  let last = 0
  for (const part of parts) {
    const end = part.index + (part.segment ?? part[0] ?? '').length
    if (end > limit) break
    last = end
  }
  return last
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

/**
 * The running text of a page: without tables, code blocks, images, tags, footnote marks and task boxes. Only `paragraphs`
 * is on one line.
 */
function plainText(source: string): { paragraphs: string; whole: string } {
  const text = { paragraphs: '', whole: '' }
  let tables = 0
  let headingsAndLists = 0
  for (const block of parse(source)) {
    if (block.type === 'footnotes_open') break
    if (TABLE.test(block.type)) tables += block.nesting
    if (HEADING_OR_LIST.test(block.type)) headingsAndLists += block.nesting
    if (block.type !== 'inline' || tables > 0) continue
    const line = `${inlineText(block)} `
    text.whole += line
    if (headingsAndLists === 0) text.paragraphs += line
  }
  return { paragraphs: onOneLine(text.paragraphs), whole: text.whole }
}

const TABLE = /^table_/
const HEADING_OR_LIST = /^(?:heading|bullet_list|ordered_list)_/

function inlineText({ children }: Token): string {
  let text = ''
  for (const token of children ?? []) {
    if (['text', 'code_inline', 'math_inline'].includes(token.type)) text += token.content
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' '
  }
  return text
}

const onOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\s{2,}|[^\S ]/g, ' ')
    .trim()

function parse(source: string): Token[] {
  try {
    return parser.parse(source, blockLimit(BLOCK_TOKENS_MAX))
  } catch (error) {
    if (error instanceof TooManyBlocksError) return parser.parse(source.slice(0, SHORT_LOOK), {})
    throw error
  }
}
