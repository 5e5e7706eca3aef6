import type { Nodes, Parents, PhrasingContent } from 'mdast'

const FORMATS: readonly string[] = ['strong', 'emphasis', 'delete']

type Format = Extract<Nodes, { type: 'strong' | 'emphasis' | 'delete' }>

/**
 * Brings the tree into a form that Markdown can express: no format inside the same one, one node for neighbours of the same
 * kind, no spaces and line breaks at the edges of a format, a paragraph or a heading, and nothing that is empty.
 */
export function normalizeTree(parent: Parents, formats: readonly string[] = []): void {
  const children: Nodes[] = []
  for (const child of parent.children as Nodes[]) {
    if ('children' in child) normalizeTree(child, isFormat(child) ? [...formats, child.type] : formats)
    for (const part of isFormat(child) ? tidyFormat(child, formats) : [child]) add(children, part)
  }
  if (HAS_TEXT.has(parent.type)) while (cutEdge(children, 'start') || cutEdge(children, 'end')) {}
  parent.children = children.filter(child => !isEmpty(child)) as never
}

const HAS_TEXT = new Set(['root', 'paragraph', 'heading', 'tableCell'])

const isFormat = (node: Nodes): node is Format => FORMATS.includes(node.type)

function isEmpty(node: Nodes): boolean {
  if (node.type === 'inlineCode') return node.value.trim() === ''
  return (node.type === 'paragraph' || node.type === 'heading') && node.children.length === 0
}

/** What a format becomes: itself, with the spaces and breaks at its edges beside it. */
function tidyFormat(node: Format, formats: readonly string[]): Nodes[] {
  if (formats.includes(node.type)) return node.children
  const before: PhrasingContent[] = []
  const after: PhrasingContent[] = []
  for (let cut = cutEdge(node.children, 'start'); cut !== undefined; cut = cutEdge(node.children, 'start')) {
    before.push(cut)
  }
  for (let cut = cutEdge(node.children, 'end'); cut !== undefined; cut = cutEdge(node.children, 'end')) {
    after.unshift(cut)
  }
  return [...before, ...(node.children.length === 0 ? [] : [node]), ...after]
}

/** Removes the break or the spaces at one edge, and returns them. */
function cutEdge(children: Nodes[], edge: 'start' | 'end'): PhrasingContent | undefined {
  const node = edge === 'start' ? children[0] : children.at(-1)
  if (node === undefined) return undefined
  const remove = () => void (edge === 'start' ? children.shift() : children.pop())
  if (node.type === 'break') {
    remove()
    return node
  }
  if (node.type !== 'text') return undefined
  // A wide or fixed space is part of the text.
  const kept = edge === 'start' ? node.value.replace(/^[ \t\n]+/, '') : node.value.replace(/[ \t\n]+$/, '')
  if (kept === node.value && kept !== '') return undefined
  const cut = edge === 'start' ? node.value.slice(0, node.value.length - kept.length) : node.value.slice(kept.length)
  if (kept === '') remove()
  else node.value = kept
  return { type: 'text', value: cut }
}

/** Adds a node, or its content to the node before it. Two runs of backticks or asterisks side by side mean something else. */
function add(children: Nodes[], node: Nodes): void {
  const last = children.at(-1)
  if (last !== undefined && last.type === node.type) {
    if ((last.type === 'text' || last.type === 'inlineCode') && 'value' in node) {
      last.value += node.value
      return
    }
    if (isFormat(last) && isFormat(node)) {
      for (const child of node.children) add(last.children, child)
      return
    }
  }
  children.push(node)
}
