import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** The notes of one text: what is written under each name, and the names in the order in which they are first used. */
export class Notes {
  readonly texts = new Map<string, string>()
  readonly uses = new Map<string, { number: number; times: number }>()
  readonly #before: number

  /** Numbers go on after those of the text before. */
  constructor(before = 0) {
    this.#before = before
  }

  get last(): number {
    return this.#before + this.uses.size
  }

  use(name: string): { number: number; times: number } {
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

/** `word[^name]`, and somewhere `[^name]: the note`, on one line or on indented ones below it. Notes gather at the end. */
export function footnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', readNote, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'footnote', readUse)
  markdown.core.ruler.push('footnotes', state => {
    // A note itself is rendered in this mode.
    if (state.inlineMode) return
    const notes = notesOf(state.env)
    const first = notes.uses.values().next().value?.number
    if (first === undefined) return
    let items = ''
    // A note may use another, which then comes after it.
    for (const [name, { number }] of notes.uses) {
      const text = state.md.renderInline(notes.texts.get(name) ?? '', state.env)
      items += `<li id="fn-${number}">${text} <a href="#fnref-${number}">↩</a></li>\n`
    }
    const section = new state.Token('html_block', '', 0)
    section.content = `<section class="footnotes"><ol start="${first}">\n${items}</ol></section>\n`
    state.tokens.push(section)
  })
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}

function readNote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const [, name, text] = /^\[\^([^\]\s]{1,50})\]:[ \t]+(\S.*)$/.exec(lineAt(state, startLine)) ?? []
  if (name === undefined || text === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  if (silent) return true
  const lines = [text]
  let next = startLine + 1
  for (; next < endLine && (state.sCount[next] ?? 0) - state.blkIndent >= 2 && !state.isEmpty(next); next++) {
    lines.push(lineAt(state, next))
  }
  const { texts } = notesOf(state.env)
  if (!texts.has(name)) texts.set(name, lines.join('\n'))
  state.line = next
  return true
}

function readUse(state: StateInline, silent: boolean): boolean {
  const pattern = /\[\^([^\]\s]{1,50})\]/y
  pattern.lastIndex = state.pos
  const [whole, name] = pattern.exec(state.src) ?? []
  if (whole === undefined || name === undefined || !notesOf(state.env).texts.has(name)) return false
  if (!silent) {
    const { number, times } = notesOf(state.env).use(name)
    const id = times === 1 ? `fnref-${number}` : `fnref-${number}-${times}`
    const link = state.push('html_inline', '', 0)
    link.content = `<sup class="footnote"><a href="#fn-${number}" id="${id}">${number}</a></sup>`
  }
  state.pos += whole.length
  return true
}
