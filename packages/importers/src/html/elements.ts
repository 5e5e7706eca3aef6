import type { Element, ElementContent, Nodes, Parents } from 'hast'

export const isElement = (node: Nodes | undefined, ...tags: string[]): node is Element =>
  node?.type === 'element' && (tags.length === 0 || tags.includes(node.tagName))

export const classesOf = ({ properties }: Element): string[] =>
  Array.isArray(properties['className']) ? properties['className'].map(String) : []

export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The text as it is, with a line end for each `<br>`. */
export function plainText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (isElement(node, 'br')) return '\n'
  return 'children' in node ? node.children.map(plainText).join('') : ''
}

export const shortText = (node: Nodes): string => plainText(node).replaceAll(/\s+/g, ' ').trim()

/** All elements, parents before children. `visit` may change the children of the element. */
export function walk(parent: Parents, visit: (element: Element, parent: Parents) => void): void {
  for (const child of [...parent.children]) {
    if (!isElement(child)) continue
    visit(child, parent)
    walk(child, visit)
  }
}

export function find(parent: Parents, test: (element: Element) => boolean): Element | undefined {
  for (const child of parent.children) {
    if (!isElement(child)) continue
    const found = test(child) ? child : find(child, test)
    if (found !== undefined) return found
  }
  return undefined
}

/** Replaces a child; without replacements it is removed. */
export function replaceChild(parent: Parents, child: Nodes, ...replacements: Element['children']): void {
  const at = (parent.children as Nodes[]).indexOf(child)
  if (at !== -1) (parent.children as Nodes[]).splice(at, 1, ...replacements)
}

/** Replaces elements by their children. */
export function unwrap(parent: Parents, isUnwrapped: (node: Element) => boolean): void {
  parent.children = (parent.children as ElementContent[]).flatMap(child => {
    if (!isElement(child)) return child
    unwrap(child, isUnwrapped)
    return isUnwrapped(child) ? child.children : child
  })
}

export const element = (
  tagName: string,
  properties: Element['properties'],
  children: Element['children'] = [],
): Element => ({ type: 'element', tagName, properties, children })

const BLOCKS = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

export const isBlock = ({ tagName }: Element): boolean => BLOCKS.has(tagName)

export const hasBlocks = (parent: Parents): boolean => find(parent, isBlock) !== undefined
