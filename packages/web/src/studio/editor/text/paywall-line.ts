import { type EditorState, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { PAYWALL_MARKER } from '@galley/contract/limits'

/** Shows the line that ends the free part as what it is: a divider across the text with its meaning written on it. */
export function paywallLine(label: string) {
  const divider = Decoration.line({ class: 'cm-paywall', attributes: { 'data-label': label } })
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = dividersIn(view, divider)
      }

      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.decorations = dividersIn(update.view, divider)
      }
    },
    { decorations: plugin => plugin.decorations },
  )
}

function dividersIn(view: EditorView, divider: Decoration): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at)
      if (line.text.trim() === PAYWALL_MARKER) found.add(line.from, line.from, divider)
      at = line.to + 1
    }
  }
  return found.finish()
}

/** Puts the divider below the line with the cursor; where there is one already, goes there. */
export function insertPaywall(view: EditorView): void {
  const existing = view.state.doc.toString().indexOf(PAYWALL_MARKER)
  view.dispatch(existing < 0 ? newDivider(view.state) : { selection: { anchor: existing }, scrollIntoView: true })
  view.focus()
}

function newDivider(state: EditorState) {
  const line = state.doc.lineAt(state.selection.main.to)
  const before = line.text.trim() === '' ? '' : '\n\n'
  const insert = `${before}${PAYWALL_MARKER}\n\n`
  return {
    changes: { from: line.to, insert },
    selection: { anchor: line.to + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  }
}
