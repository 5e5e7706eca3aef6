import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import type { Extension } from './extension.ts'

/**
 * `word[^name]`, with `[^name]: the note` anywhere in the text. The following lines that are indented by two spaces or more
 * belong to the note, including blank lines between them. Or `word^[the note]`, as on Zenn. All used notes are rendered at
 * the end of the text.
 */
export const footnotes: Extension = {
  plugin: addRules,
  allows: {
    tags: ['section', 'sup'],
    classes: { section: ['footnotes'], sup: ['footnote'] },
    ids: { a: /^fnref-\d+(-\d+)?$/, li: /^fn-\d+$/ },
  },
}

interface Use {
  readonly number: number
  times: number
}

/** The notes of one text: their blocks by name, and the names in the order of their first use. */
export class Notes {
  readonly blocks = new Map<string, Token[]>()
  readonly uses = new Map<string, Use>()
  readonly #before: number

  /** Numbers continue after those of the previous part. */
  constructor(before = 0) {
    this.#before = before
  }

  get last(): number {
    return this.#before + this.uses.size
  }

  use(name: string): Use {
    const use = this.uses.get(name) ?? { number: this.last + 1, times: 0 }
    use.times++
    this.uses.set(name, use)
    return use
  }
}

const notesOf = (env: Env): Notes => {
  env['notes'] ??= new Notes()
  return env['notes'] as Notes
}

function addRules(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', readNote, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'footnote', readUse)
  markdown.inline.ruler.before('link', 'inline_footnote', readInlineNote)
  // Before the rules that change inline tokens, so that these also apply to notes.
  markdown.core.ruler.after('inline', 'footnotes', addSection)
  markdown.renderer.rules['footnote_ref'] = (tokens, index) => {
    const { number, times } = { ...tokens[index]?.meta }
    const id = times === 1 ? `fnref-${number}` : `fnref-${number}-${times}`
    return `<sup class="footnote"><a href="#fn-${number}" id="${id}">${number}</a></sup>`
  }
}

const INDENT = 2

function readNote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const line = state.src.slice(start, state.eMarks[startLine])
  const [label, name] = /^\[\^([^\]\s]{1,50})\]:[ \t]+(?=\S)/.exec(line) ?? []
  if (label === undefined || name === undefined) return false
  if (silent) return true
  const noteEnd = endOfNote(state, startLine + 1, endLine)
  const tokens = readBlocks(state, startLine, noteEnd, start + label.length)
  const { blocks } = notesOf(state.env)
  if (!blocks.has(name)) blocks.set(name, tokens)
  state.line = noteEnd
  return true
}

function endOfNote(state: StateBlock, from: number, endLine: number): number {
  let end = from
  for (let line = from; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    if ((state.sCount[line] ?? 0) - state.blkIndent < INDENT) break
    end = line + 1
  }
  return end
}

/** Parses these lines as separate blocks, the first from `contentStart` on, and removes the tokens from the text. */
function readBlocks(state: StateBlock, startLine: number, endLine: number, contentStart: number): Token[] {
  const { bMarks, tShift, sCount, tokens } = state
  const first = { bMark: bMarks[startLine] ?? 0, tShift: tShift[startLine] ?? 0, sCount: sCount[startLine] ?? 0 }
  const { lineMax, blkIndent, parentType } = state
  const outside = tokens.length
  bMarks[startLine] = contentStart
  tShift[startLine] = 0
  sCount[startLine] = blkIndent + INDENT
  state.blkIndent = blkIndent + INDENT
  state.lineMax = endLine
  state.parentType = 'footnote'
  state.level++
  state.md.block.tokenize(state, startLine, endLine)
  state.level--
  Object.assign(state, { lineMax, blkIndent, parentType })
  bMarks[startLine] = first.bMark
  tShift[startLine] = first.tShift
  sCount[startLine] = first.sCount
  return tokens.splice(outside)
}

function readUse(state: StateInline, silent: boolean): boolean {
  const pattern = /\[\^([^\]\s]{1,50})\]/y
  pattern.lastIndex = state.pos
  const [whole, name] = pattern.exec(state.src) ?? []
  if (whole === undefined || name === undefined || !notesOf(state.env).blocks.has(name)) return false
  if (!silent) state.push('footnote_ref', '', 0).meta = { ...notesOf(state.env).use(name) }
  state.pos += whole.length
  return true
}

/** Not after a space: the patterns of programmers, such as ^[a-z], are not notes. */
function readInlineNote(state: StateInline, silent: boolean): boolean {
  const { src, pos, md, env } = state
  if (!src.startsWith('^[', pos) || !/\S/.test(src[pos - 1] ?? ' ')) return false
  const end = md.helpers.parseLinkLabel(state, pos + 1)
  const content = src.slice(pos + 2, end).trim()
  if (end < 0 || content === '') return false
  if (!silent) {
    const notes = notesOf(env)
    // A name that cannot be written in a text.
    const name = `inline ${notes.blocks.size}`
    const note = Object.assign(new state.Token('inline', '', 0), { content, children: [] })
    notes.blocks.set(name, [
      new state.Token('paragraph_open', 'p', 1),
      note,
      new state.Token('paragraph_close', 'p', -1),
    ])
    state.push('footnote_ref', '', 0).meta = { ...notes.use(name) }
  }
  state.pos = end + 1
  return true
}

function addSection(state: StateCore): void {
  const { md, env, tokens } = state
  const notes = notesOf(env)
  const first = notes.uses.values().next().value?.number
  if (first === undefined) return
  const push = (type: string, tag: string, nesting: 1 | -1, attrs: [string, string][] | null, block: boolean) => {
    tokens.push(Object.assign(new state.Token(type, tag, nesting), { attrs, block }))
  }
  push('footnotes_open', 'section', 1, [['class', 'footnotes']], false)
  push('footnote_list_open', 'ol', 1, [['start', String(first)]], true)
  // A note may use another one, which is then added to `uses` and rendered after it.
  for (const [name, { number }] of notes.uses) {
    const blocks = notes.blocks.get(name) ?? []
    for (const { type, content, children } of blocks) {
      if (type === 'inline' && children !== null) md.inline.parse(content, md, env, children)
    }
    addLinkBack(state, blocks, number)
    push('footnote_open', 'li', 1, [['id', `fn-${number}`]], true)
    for (const block of blocks) tokens.push(block)
    push('footnote_close', 'li', -1, null, true)
  }
  push('footnote_list_close', 'ol', -1, null, false)
  push('footnotes_close', 'section', -1, null, true)
}

/** Adds the link back at the end of the last paragraph. A note with only one paragraph needs no `<p>`. */
function addLinkBack({ Token }: StateCore, blocks: Token[], number: number): void {
  const text = (content: string) => Object.assign(new Token('text', '', 0), { content })
  const open = new Token('link_open', 'a', 1)
  open.attrs = [['href', `#fnref-${number}`]]
  const link = [text(' '), open, text('↩'), new Token('link_close', 'a', -1)]
  const last = blocks.at(-1)
  const inline = last?.type === 'paragraph_close' ? blocks.at(-2) : undefined
  if (inline?.children) inline.children.push(...link)
  else blocks.push(Object.assign(new Token('inline', '', 0), { children: link }))
  if (blocks.length === 3 && inline !== undefined) for (const token of blocks) token.hidden = token.type !== 'inline'
}
