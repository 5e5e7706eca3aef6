import type { FootnoteDefinition, Nodes, Root } from 'mdast'
import { NOTE_USE } from '../footnotes.ts'

/**
 * Makes paragraphs of the notes that the site would not show, because they are used only in HTML, where it knows no notes.
 * There, the mark of such a note is `*1`; that of another note is its number on the page.
 */
export function keepUnusedFootnotes(tree: Root): void {
  const notes = tree.children.filter(node => node.type === 'footnoteDefinition')
  const numbers = numbersOf(tree, notes)
  tree.children = tree.children.flatMap(node =>
    node.type !== 'footnoteDefinition' || numbers.has(node.identifier) ? [node] : withMark(node),
  )
  walk(tree, node => {
    if (node.type !== 'html' && node.type !== 'rawBlock') return
    node.value = node.value.replaceAll(USE_IN_HTML, (_, id) => `<sup>${numbers.get(id) ?? `&#42;${id}`}</sup>`)
  })
}

const USE_IN_HTML = new RegExp(`<${NOTE_USE}>(\\d+)</${NOTE_USE}>`, 'g')

/** The numbers of notes on the page: first of those used in the text, and then of those used in these notes. */
function numbersOf(tree: Root, notes: readonly FootnoteDefinition[]): ReadonlyMap<string, number> {
  const shown = new Set<string>()
  const addUses = (node: Nodes): void =>
    walk(node, each => each.type === 'footnoteReference' && shown.add(each.identifier))
  for (const node of tree.children) if (node.type !== 'footnoteDefinition') addUses(node)
  const byId = new Map(notes.map(note => [note.identifier, note]))
  for (const id of shown) for (const child of byId.get(id)?.children ?? []) addUses(child)
  return new Map([...shown].map((id, index) => [id, index + 1]))
}

function withMark({ identifier, children }: FootnoteDefinition): Root['children'] {
  const mark = { type: 'text', value: `*${identifier} ` } as const
  const [first, ...others] = children
  return first?.type === 'paragraph'
    ? [{ ...first, children: [mark, ...first.children] }, ...others]
    : [{ type: 'paragraph', children: [mark] }, ...children]
}

function walk(node: Nodes, visit: (node: Nodes) => void): void {
  visit(node)
  if ('children' in node) for (const child of node.children) walk(child, visit)
}
