import { syntaxTree } from '@codemirror/language'
import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Formatting that the plain text of the clipboard lacks. */
const HAS_FORMATTING = /<(h[1-6]|b|strong|i|em|a|ul|ol|table|blockquote|pre|code|del|s|sub|sup|ruby|math)\b/i

interface Paste {
  readonly html: string
  readonly plain: string
}

/** Returns '' if the HTML has no text. */
type Convert = (html: string) => string

/** Known after the first paste, because it is loaded on demand. */
let convert: Convert | undefined

const addWaiting = StateEffect.define<Paste & { at: number }>()
const clearWaiting = StateEffect.define()

/** Pasted texts that wait for the converter. Their places move with the text: letters typed meanwhile are behind them. */
const waiting = StateField.define<readonly (Paste & { at: number })[]>({
  create: () => [],
  update: (pastes, { changes, effects }) => {
    if (effects.some(effect => effect.is(clearWaiting))) return []
    const moved = pastes.map(paste => ({ ...paste, at: changes.mapPos(paste.at, -1) }))
    return [...moved, ...effects.flatMap(effect => (effect.is(addWaiting) ? effect.value : []))]
  },
})

const events = EditorView.domEventHandlers({
  paste: (event, view) => {
    const html = event.clipboardData?.getData('text/html') ?? ''
    const plain = event.clipboardData?.getData('text/plain') ?? ''
    if (!HAS_FORMATTING.test(html) || isInCode(view.state)) return false
    event.preventDefault()
    const { state } = view
    const change = state.replaceSelection(convert ? convert(html) || plain : '')
    const effects = convert ? [] : addWaiting.of({ html, plain, at: state.selection.main.from })
    view.dispatch(change, { effects, scrollIntoView: true, userEvent: 'input.paste' })
    if (!convert) void insertWaiting(view)
    return true
  },
})

/** Pasted formatted text becomes Markdown. Pasting without formatting (Shift) inserts the plain text, as usual. */
export const htmlPaste = [waiting, events]

async function insertWaiting(view: EditorView): Promise<void> {
  const markdownOf = await loadConverter()
  const { state } = view
  const pastes = state.field(waiting)
  if (pastes.length === 0) return
  const changes = state.changes(pastes.map(({ at, html, plain }) => ({ from: at, insert: markdownOf(html) || plain })))
  const selection = state.selection.map(changes, 1)
  view.dispatch({ changes, selection, effects: clearWaiting.of(null), scrollIntoView: true, userEvent: 'input.paste' })
}

async function loadConverter(): Promise<Convert> {
  try {
    convert = (await import('@galley/importers/html/paste/paste-to-markdown')).pasteToMarkdown
    return convert
  } catch {
    // Without the converter the plain text is inserted.
    return () => ''
  }
}

function isInCode(state: EditorState): boolean {
  for (let node = syntaxTree(state).resolveInner(state.selection.main.from, -1); node.parent; node = node.parent) {
    if (node.name === 'FencedCode' || node.name === 'InlineCode') return true
  }
  return false
}
