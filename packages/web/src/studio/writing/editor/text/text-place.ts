import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { PAYWALL_MARKER } from '@galley/contract/limits'

/** Block kinds that can be recognised both in Markdown and in its HTML. */
export type BlockKind = 'heading' | 'text' | 'list' | 'numbers' | 'quote' | 'code' | 'table' | 'rule' | 'other'

/** The author's place in the text. */
export interface TextPlace {
  /** The blocks up to and including the one with the cursor. */
  readonly blocks: readonly BlockKind[]
  /** The relative position in that block, between 0 and 1. */
  readonly share: number
  /** The vertical position in the window; undefined while the text is not shown. */
  readonly top: number | undefined
}

const PARSE_MAX_MS = 30

/** The place of the cursor, or of the first visible line if the cursor is out of sight. */
export function placeIn(view: EditorView): TextPlace | undefined {
  const { head } = view.state.selection.main
  const frame = view.scrollDOM.getBoundingClientRect()
  if (frame.height === 0) return placeAt(view.state, head, undefined)
  const cursor = view.coordsAtPos(head)
  if (cursor && cursor.top >= frame.top && cursor.bottom <= frame.bottom) return placeAt(view.state, head, cursor.top)
  const first = view.lineBlockAtHeight(frame.top - view.documentTop)
  return placeAt(view.state, first.from, view.documentTop + first.top)
}

function placeAt(state: EditorState, position: number, top: number | undefined): TextPlace | undefined {
  const tree = ensureSyntaxTree(state, position, PARSE_MAX_MS)
  if (!tree) return undefined
  const blocks: BlockKind[] = []
  let share = 0
  for (let node = tree.topNode.firstChild; node && node.from <= position; node = node.nextSibling) {
    const kind = kindOf(node.name, state, node.from)
    if (kind === undefined) continue
    blocks.push(kind)
    share = Math.min((position - node.from) / Math.max(node.to - node.from, 1), 1)
  }
  return { blocks, share, top }
}

/** A footnote is shown at the end of the page, wherever it is written. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/

/** The first line of an alert: a quote that is shown as a box, as in `> [!note]`. */
const ALERT = /^>[ \t]*\[!(?:note|tip|important|warning|caution)\][ \t]*$/i

/** Undefined for blocks that show nothing at their place. */
function kindOf(name: string, state: EditorState, from: number): BlockKind | undefined {
  if (name.includes('Heading')) return 'heading'
  if (name === 'Paragraph') return FOOTNOTE.test(state.sliceDoc(from, from + 100)) ? undefined : 'text'
  if (name === 'CommentBlock')
    return state.sliceDoc(from, from + PAYWALL_MARKER.length) === PAYWALL_MARKER ? 'rule' : undefined
  if (name === 'Blockquote' && ALERT.test(state.doc.lineAt(from).text.trimStart())) return 'other'
  if (name === 'LinkReference') return undefined
  return KINDS[name] ?? 'other'
}

/** By the node names of CodeMirror's Markdown parser. */
const KINDS: Readonly<Record<string, BlockKind>> = {
  BulletList: 'list',
  OrderedList: 'numbers',
  Blockquote: 'quote',
  FencedCode: 'code',
  CodeBlock: 'code',
  Table: 'table',
  HorizontalRule: 'rule',
}
