import type { Env, Token } from 'markdown-it'
import { Notes } from './extensions/footnotes.ts'
import { blockLimit, TooManyBlocksError } from './limits/block-limit.ts'
import { parser } from './parser.ts'

/**
 * Limits, because this runs while a request is handled. Only the first part of a text is searched for code; a marker after
 * that always counts. The second limit is for the total length of paragraphs with a marker. In a text with more blocks than
 * the third limit, the first marker counts.
 */
const SEARCHED_MAX_CHARACTERS = 50_000
const PARAGRAPHS_MAX_CHARACTERS = 10_000
const BLOCK_TOKENS_MAX = 10_000

/**
 * Where the free part of a text ends: at the first marker that is not in code, or -1 if there is none. Code is a fenced or
 * indented block or `inline code`. In doubt a marker counts, so that less is shown.
 */
export function paywallAt(content: string, marker: string): number {
  const first = content.indexOf(marker)
  if (first === -1 || first > SEARCHED_MAX_CHARACTERS || !mayHoldCode(content.slice(0, first))) return first
  const inCode = markersInCode(content.slice(0, SEARCHED_MAX_CHARACTERS), marker)
  let at = first
  for (let number = 0; at !== -1 && inCode.has(number); number++) at = content.indexOf(marker, at + marker.length)
  return at
}

/** Code is preceded by a backtick, three tildes or an indent. Most texts have none before their marker. */
const mayHoldCode = (before: string): boolean => /[`\t]|~~~| {4}/.test(before)

/** The indexes of the markers that are in code. */
function markersInCode(source: string, marker: string): Set<number> {
  // Markers are replaced by numbered comments with a random name, which authors cannot write. Not `randomUUID`, which
  // exists in browsers on secure pages only.
  const name = crypto.getRandomValues(new BigUint64Array(2)).join('-')
  const numbered = source
    .split(marker)
    .reduce((text, part, index) => `${text}<!-- ${name}:${index - 1} -->${part}`)
    .replaceAll(/\r\n?/g, '\n')
  const notes = new Notes()
  const env: Env = { notes, ...blockLimit(BLOCK_TOKENS_MAX) }
  const tokens: Token[] = []
  try {
    parser.block.parse(numbered, parser, env, tokens)
  } catch (error) {
    if (error instanceof TooManyBlocksError) return new Set()
    throw error
  }
  const found = new Set<number>()
  const find = (code: string) => {
    for (const [, number] of code.matchAll(new RegExp(`<!-- ${name}:(\\d+) -->`, 'g'))) found.add(Number(number))
  }
  let left = PARAGRAPHS_MAX_CHARACTERS
  for (const { type, content } of [tokens, ...notes.blocks.values()].flat()) {
    if (type === 'fence' || type === 'code_block') find(content)
    else if (type === 'inline' && content.includes(name)) {
      left -= content.length
      if (left < 0) break
      const children: Token[] = []
      parser.inline.parse(content, parser, env, children)
      for (const child of children) if (child.type === 'code_inline') find(child.content)
    }
  }
  return found
}
