import type { MarkdownIt, StateBlock } from 'markdown-it'
import type { Extension } from './extension.ts'

/**
 * `:::message`, `:::message alert`, `:::details Title` (Zenn) and `:::note info|warn|alert` (Qiita), up to a line `:::`.
 * A box in a box needs more colons outside. Another name, or a box without an end, stays text.
 */
export const messageBoxes: Extension = {
  plugin: addRules,
  allows: { classes: { div: ['message', 'message-alert', 'message-warn'] } },
}

const OPENING = /^(:{3,})[ \t]*(message|details|note)(?:[ \t]+(\S.*?))?[ \t]*$/
const CLOSING = /^(:{3,})[ \t]*$/

function addRules(markdown: MarkdownIt): void {
  markdown.block.ruler.before('fence', 'message_box', readBox, { alt: ['paragraph', 'blockquote', 'list'] })
}

const lineAt = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])

function readBox(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const [, colons, name, title = ''] = OPENING.exec(lineAt(state, startLine)) ?? []
  if (colons === undefined || name === undefined) return false
  const kind = kindOf(name, title)
  const last = kind === undefined ? undefined : endOf(state, startLine + 1, endLine, colons.length)
  if (kind === undefined || last === undefined) return false
  if (silent) return true
  if (name === 'details') openDetails(state, title)
  else state.push('message_box_open', 'div', 1).attrSet('class', kind)
  const { parentType, lineMax } = state
  Object.assign(state, { parentType: 'blockquote', lineMax: last })
  state.md.block.tokenize(state, startLine + 1, last)
  Object.assign(state, { parentType, lineMax })
  state.push('message_box_close', name === 'details' ? 'details' : 'div', -1)
  state.line = last + 1
  return true
}

/** The classes of a box; undefined if its words are unknown. */
function kindOf(name: string, words: string): string | undefined {
  if (name === 'details') return ''
  if (words === '' || (name === 'note' && words === 'info')) return 'message'
  if (words === 'alert') return 'message message-alert'
  return name === 'note' && words === 'warn' ? 'message message-warn' : undefined
}

function openDetails(state: StateBlock, title: string): void {
  state.push('message_box_open', 'details', 1)
  state.push('summary_open', 'summary', 1)
  const inline = state.push('inline', '', 0)
  inline.content = title || '…'
  inline.children = []
  state.push('summary_close', 'summary', -1)
}

/** Where each search without a result ended, and for how many colons: a second search there would find nothing either. */
type Failed = Map<number, number>

function endOf(state: StateBlock, from: number, endLine: number, colons: number): number | undefined {
  state.env['unclosedBoxes'] ??= new Map()
  const failed = state.env['unclosedBoxes'] as Failed
  if (colons >= (failed.get(endLine) ?? Number.POSITIVE_INFINITY)) return undefined
  for (let line = from; line < endLine; line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) break
    const [, closing = ''] = CLOSING.exec(lineAt(state, line)) ?? []
    if (closing.length >= colons) return line
  }
  failed.set(endLine, colons)
  return undefined
}
