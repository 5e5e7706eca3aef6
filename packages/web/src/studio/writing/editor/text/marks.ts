import { EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state'
import { paragraphAt } from './paragraph-at.ts'

/** Adds a mark around each selection, or removes it if it is already there. */
const toggleMark =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const change = state.changeByRange(range => {
      const { from, to } = range
      const before = state.sliceDoc(from - mark.length, from)
      const after = state.sliceDoc(to, to + mark.length)
      if (before === mark && after === mark) {
        return {
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
          range: EditorSelection.range(from - mark.length, to - mark.length),
        }
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + mark.length, to + mark.length),
      }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }

/** The lines that the selection touches. */
function selectedLines({ doc, selection: { main } }: EditorState): Line[] {
  const lines: Line[] = []
  for (let at = main.from; at <= main.to; ) {
    const line = doc.lineAt(at)
    lines.push(line)
    at = line.to + 1
  }
  return lines
}

/**
 * Adds a prefix to each selected line, replacing one of the same kind, or removes it if every line has it.
 */
const toggleLinePrefix =
  (markOf: (index: number) => string, kind: RegExp, isOn: (text: string) => boolean): StateCommand =>
  ({ state, dispatch }) => {
    const lines = selectedLines(state)
    const isMarked = lines.every(({ text }) => isOn(text))
    const changes = lines.map(({ from, text }, index) => ({
      from,
      to: from + (kind.exec(text)?.[0].length ?? 0),
      insert: isMarked ? '' : markOf(index),
    }))
    const set = state.changes(changes)
    const { main } = state.selection
    // The cursor stays behind the prefix.
    const selection = EditorSelection.range(set.mapPos(main.from, 1), set.mapPos(main.to, 1))
    dispatch(state.update({ changes: set, selection, scrollIntoView: true, userEvent: 'input' }))
    return true
  }

const linePrefix = (mark: string, kind: RegExp): StateCommand =>
  toggleLinePrefix(
    () => mark,
    kind,
    text => text.startsWith(mark),
  )

const ANY_HEADING = /^#{1,6} /
const ANY_LIST = /^(?:[-*+]|\d+[.)]) /
const NUMBER = /^\d+[.)] /

const FENCE = '```'

/** One line becomes inline code, several lines become a code block; a selected code block becomes text again. */
const code: StateCommand = target => {
  const { state, dispatch } = target
  const lines = selectedLines(state)
  const [first, last] = [lines[0]!, lines.at(-1)!]
  if (first === last) return inlineCode(target)
  const isBlock = first.text.startsWith(FENCE) && last.text.trim() === FENCE
  const changes = isBlock
    ? [
        { from: first.from, to: Math.min(first.to + 1, last.from) },
        { from: last.from - 1, to: last.to },
      ]
    : [
        { from: first.from, insert: `${FENCE}\n` },
        { from: last.to, insert: `\n${FENCE}` },
      ]
  dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'input' }))
  return true
}

const inlineCode = toggleMark('`')

/** Inserts a table of two columns, with the first cell selected. */
const table: StateCommand = ({ state, dispatch }) => {
  const rows = ['|  |  |', '| --- | --- |', '|  |  |']
  const changes = paragraphAt(state.doc, state.selection.main.to, rows.join('\n'))
  const anchor = changes.from + changes.insert.indexOf('|') + 2
  dispatch(state.update({ changes, selection: { anchor }, scrollIntoView: true, userEvent: 'input' }))
  return true
}

/** Makes the selection a link and selects its address, to be typed next. */
const link: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const selected = state.sliceDoc(from, to)
  const start = from + selected.length + 3
  dispatch(
    state.update({
      changes: { from, to, insert: `[${selected}](https://)` },
      selection: selected ? { anchor: start, head: start + 8 } : { anchor: from + 1 },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

export const marks = {
  heading: linePrefix('## ', ANY_HEADING),
  subheading: linePrefix('### ', ANY_HEADING),
  bold: toggleMark('**'),
  italic: toggleMark('*'),
  link,
  list: linePrefix('- ', ANY_LIST),
  numbers: toggleLinePrefix(
    index => `${index + 1}. `,
    ANY_LIST,
    text => NUMBER.test(text),
  ),
  quote: linePrefix('> ', /^> /),
  code,
  table,
} as const

export type MarkName = keyof typeof marks
