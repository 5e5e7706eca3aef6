import type { EditorView } from '@codemirror/view'

/** Shows another text. What both begin and end with is not touched, so a cursor there stays in its place. */
export function replaceText(view: EditorView, content: string): void {
  const before = view.state.doc.toString()
  // With the line breaks of the editor.
  const after = view.state.toText(content).toString()
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
  })
}
