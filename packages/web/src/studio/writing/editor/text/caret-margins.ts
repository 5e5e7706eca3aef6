import { EditorView } from '@codemirror/view'

const MARGIN_PX = 12

/** Margins for the bars that cover the text on a small screen, so that the caret is never scrolled below them. */
export const caretMargins = EditorView.scrollMargins.of(({ dom }) => {
  const writing = dom.closest('.editor-writing')
  const covered = (selector: string): number => {
    const bar = writing?.querySelector<HTMLElement>(selector)
    return bar && getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0
  }
  return { top: covered('.toolbar') + MARGIN_PX, bottom: covered('.text-foot') + MARGIN_PX }
})

/** For windows that shrink, as with an on-screen keyboard. */
export function showCaret(view: EditorView): void {
  if (!view.hasFocus) return
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) })
}
