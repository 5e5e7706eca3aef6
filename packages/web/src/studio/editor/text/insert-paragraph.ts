import type { EditorView } from '@codemirror/view'
import { paragraphAt } from './paragraph-at.ts'

/** Inserts a paragraph after the line of the cursor, and puts the cursor behind it. */
export function insertParagraph(view: EditorView, markdown: string): void {
  const { doc, selection } = view.state
  const change = paragraphAt(doc, selection.main.to, markdown)
  const anchor = change.from + change.insert.trimEnd().length
  view.dispatch({ changes: change, selection: { anchor }, scrollIntoView: true, userEvent: 'input' })
  view.focus()
}
