import { EditorSelection, type StateCommand } from '@codemirror/state'

/** Puts a mark around each selection, or takes it away where it is there already. */
const around =
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

/** Puts a mark before each line of the selection, or takes it away where every line has it. */
const before =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main
    const lines = []
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      lines.push(line)
      at = line.to + 1
    }
    const isMarked = lines.every(line => line.text.startsWith(mark))
    const changes = lines.map(line =>
      isMarked ? { from: line.from, to: line.from + mark.length } : { from: line.from, insert: mark },
    )
    const set = state.changes(changes)
    // The cursor stays behind the mark, where the text goes on.
    const selection = EditorSelection.range(set.mapPos(from, 1), set.mapPos(to, 1))
    dispatch(state.update({ changes: set, selection, scrollIntoView: true, userEvent: 'input' }))
    return true
  }

/** Makes the selection a link and selects the address, which is what one types next. */
const link: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const words = state.sliceDoc(from, to)
  const start = from + words.length + 3
  dispatch(
    state.update({
      changes: { from, to, insert: `[${words}](https://)` },
      selection: words ? { anchor: start, head: start + 8 } : { anchor: from + 1 },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

export const marks = {
  heading: before('## '),
  bold: around('**'),
  italic: around('*'),
  link,
  list: before('- '),
  quote: before('> '),
  code: around('`'),
} as const

export type MarkName = keyof typeof marks
