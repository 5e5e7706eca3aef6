import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { escapeHtml } from '../escape.ts'
import type { InsertedHtml } from '../inserted-html.ts'
import type { Extension } from './extension.ts'

/**
 * Formulas in TeX: `$…$` within a line, `$$…$$` on lines of its own. `math/render-math.ts` adds the rendered formula to
 * the token as `meta.math`; without it, the source is shown.
 */
export const math: Extension = { plugin: addRules }

function addRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('escape', 'math', readInline)
  markdown.block.ruler.before('fence', 'math', readBlock, { alt: ['paragraph', 'blockquote', 'list'] })
  markdown.renderer.rules['math_inline'] = (tokens, index, _options, env) =>
    shown(tokens[index], env) ?? `<code>${escapeHtml(tokens[index]?.content ?? '')}</code>`
  markdown.renderer.rules['math_block'] = (tokens, index, _options, env) =>
    `${shown(tokens[index], env) ?? `<pre tabindex="0"><code>${escapeHtml(tokens[index]?.content ?? '')}</code></pre>`}\n`
}

/** Also for fenced blocks with the language `math`. */
export function shown(token: { meta?: unknown } | undefined, env: Env | undefined): string | undefined {
  const { math } = (token?.meta ?? {}) as { math?: unknown }
  const inserted = env?.['inserted'] as InsertedHtml | undefined
  return typeof math === 'string' ? inserted?.add(math) : undefined
}

/** Longer ones are prose with dollar signs. */
const INLINE_MAX_CHARACTERS = 2000
const DOLLAR = 0x24

/**
 * A dollar sign that begins a formula has no space after it, one that ends it no space before it and no digit after it:
 * so "$5 and $6" is not a formula. Only the next dollar sign is looked at, which keeps this fast for any text.
 */
function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== DOLLAR) return false
  const isDouble = src.charCodeAt(pos + 1) === DOLLAR
  const start = pos + (isDouble ? 2 : 1)
  const limit = Math.min(posMax, start + INLINE_MAX_CHARACTERS)
  let end = start
  while (end < limit && src.charCodeAt(end) !== DOLLAR) end += src[end] === '\\' ? 2 : 1
  const after = end + (isDouble ? 2 : 1)
  if (end >= limit || after > posMax || (isDouble && src.charCodeAt(end + 1) !== DOLLAR)) return false
  const content = src.slice(start, end)
  if (content.trim() === '') return false
  if (!isDouble && (/^\s|\s$/.test(content) || /\d/.test(src[after] ?? ''))) return false
  if (!silent) {
    const token = state.push('math_inline', 'math', 0)
    token.content = content
    token.markup = isDouble ? '$$' : '$'
  }
  state.pos = after
  return true
}

/** The lines between `$$` and `$$`, or one line with both. Without an end it stays text. */
function readBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd()
  const first = lineAt(startLine)
  if (!first.startsWith('$$')) return false
  const isOneLine = first.length > 4 && first.endsWith('$$')
  const last = isOneLine ? startLine : endOfBlock(state, startLine + 1, endLine, lineAt)
  // Two formulas, or a formula in a sentence.
  const isInline = first.slice(2, isOneLine ? -2 : undefined).includes('$$')
  if (last === undefined || isInline) return false
  if (silent) return true
  const lines = isOneLine
    ? [first.slice(2, -2)]
    : [
        first.slice(2),
        ...Array.from({ length: last - startLine - 1 }, (_, i) => lineAt(startLine + 1 + i)),
        lineAt(last).slice(0, -2),
      ]
  const token = state.push('math_block', 'math', 0)
  token.content = lines.join('\n').trim()
  token.map = [startLine, last + 1]
  state.line = last + 1
  return true
}

/** A formula has few lines; looking further would take long for a text with many dollar signs. */
const BLOCK_MAX_LINES = 200

function endOfBlock(
  state: StateBlock,
  from: number,
  endLine: number,
  lineAt: (line: number) => string,
): number | undefined {
  for (let line = from; line < Math.min(endLine, from + BLOCK_MAX_LINES); line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent) return undefined
    const text = lineAt(line)
    if (text === '') return undefined
    if (text.endsWith('$$')) return line
  }
  return undefined
}
