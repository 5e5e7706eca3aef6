import { ensureSyntaxTree } from '@codemirror/language'
import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import { paywallAt } from '@galley/markdown/paywall'

const WAIT_MS = 150
const PARSE_MAX_MS = 100

const found = StateEffect.define<number>()

/** Where the free part ends, or -1. The position moves with the text until the text is searched again. */
const freeEnd = StateField.define<number>({
  create: () => -1,
  update(end, transaction) {
    for (const effect of transaction.effects) if (effect.is(found)) return effect.value
    return end === -1 ? -1 : transaction.changes.mapPos(end, 1)
  },
})

/** Shows the marker that ends the free part as a labelled divider. */
export function paywallLine(label: string) {
  const divider = Decoration.line({ class: 'cm-paywall', attributes: { 'data-label': label } })
  const mark = Decoration.mark({ class: 'cm-paywall-mark', attributes: { title: label } })
  const decorations = EditorView.decorations.compute([freeEnd, 'doc'], state => dividerIn(state, divider, mark))
  return [freeEnd, decorations, search]
}

function dividerIn(state: EditorState, divider: Decoration, mark: Decoration): DecorationSet {
  const end = state.field(freeEnd)
  if (end === -1 || end > state.doc.length) return Decoration.none
  const line = state.doc.lineAt(end)
  // The marker may just have been changed.
  if (!line.text.startsWith(PAYWALL_MARKER, end - line.from)) return Decoration.none
  const isAlone = line.text.trim() === PAYWALL_MARKER
  return Decoration.set(isAlone ? divider.range(line.from) : mark.range(end, end + PAYWALL_MARKER.length))
}

/** Searches the text some time after a change, because typing in a long text must stay fast. */
const search = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView
    #timer: ReturnType<typeof setTimeout> | undefined

    constructor(view: EditorView) {
      this.#view = view
      this.#wait(0)
    }

    update({ docChanged }: ViewUpdate): void {
      if (docChanged) this.#wait(WAIT_MS)
    }

    destroy(): void {
      clearTimeout(this.#timer)
    }

    #wait(ms: number): void {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#search(), ms)
    }

    #search(): void {
      const { state } = this.#view
      const end = paywallAt(state.doc.toString(), PAYWALL_MARKER)
      if (state.field(freeEnd) !== end) this.#view.dispatch({ effects: found.of(end) })
    }
  },
)

/** Inserts the divider below the cursor's line or code block; if there is one already, moves the cursor there. */
export function insertPaywall(view: EditorView): void {
  view.focus()
  const end = paywallAt(view.state.doc.toString(), PAYWALL_MARKER)
  view.dispatch(end === -1 ? newDivider(view.state) : { selection: { anchor: end }, scrollIntoView: true })
}

function newDivider(state: EditorState) {
  const line = state.doc.lineAt(codeEnd(state, state.selection.main.to))
  const before = line.text.trim() === '' ? '' : '\n\n'
  const insert = `${before}${PAYWALL_MARKER}\n\n`
  return {
    changes: { from: line.to, insert },
    selection: { anchor: line.to + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  }
}

/** The end of the code block at this position, where a divider would not count; else the position itself. */
function codeEnd(state: EditorState, position: number): number {
  let node = ensureSyntaxTree(state, position, PARSE_MAX_MS)?.resolve(position, -1) ?? null
  while (node && !/^(FencedCode|CodeBlock)$/.test(node.name)) node = node.parent
  return node?.to ?? position
}
