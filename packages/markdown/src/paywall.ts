import type { Env, Token } from 'markdown-it'
import { Notes } from './extensions/footnotes.ts'
import { blockLimit, TooManyBlocksError } from './limits/block-limit.ts'
import { parser } from './parser.ts'

/**
 * Limits, because this runs while a request is handled. Only the first part of a text is parsed; a marker after that always
 * counts. The second limit is for the total length of paragraphs with a marker. In a text with more blocks than
 * the third limit, the first marker counts.
 */
const SEARCHED_MAX_CHARACTERS = 50_000
const PARAGRAPHS_MAX_CHARACTERS = 10_000
const BLOCK_TOKENS_MAX = 10_000

/**
 * Where the free part of a text ends: at the first marker that is neither in code nor escaped, or -1 if there is none. Code
 * is a fenced or indented block or `inline code`; an escaped marker has a backslash before it. Both are shown to readers. In
 * doubt a marker counts, so that less is shown.
 */
export function paywallAt(content: string, marker: string): number {
  const first = content.indexOf(marker)
  if (first === -1 || first > SEARCHED_MAX_CHARACTERS || !MAY_BE_SHOWN.test(content.slice(0, first))) return first
  const shown = shownMarkers(content.slice(0, SEARCHED_MAX_CHARACTERS), marker)
  let at = first
  for (let number = 0; at !== -1 && shown.has(number); number++) at = content.indexOf(marker, at + marker.length)
  return at
}

/** A backtick, three tildes, an indent or a backslash at the end. Most texts have none before their marker. */
const MAY_BE_SHOWN = /[`\t]|~~~| {4}|\\$/

/** The indexes of the markers that are in code or escaped. */
function shownMarkers(source: string, marker: string): Set<number> {
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
      for (const [index, child] of children.entries()) {
        if (child.type === 'code_inline') find(child.content)
        // The parser makes an escaped `<` a token of its own. The rest of the comment is the beginning of the next one.
        else if (child.markup === '\\<') find(`<${children[index + 1]?.content.match(/^!-- \S+ -->/)?.[0] ?? ''}`)
      }
    }
  }
  return found
}
