import type { Element, Nodes, RootContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', strike: 'del', s: 'del' }
/** Elements without an effect of their own, and those that the site adds around others. */
const UNWRAPPED = new Set(['div', 'section', 'span', 'figure', 'tbody'])
const KEPT = ['href', 'src', 'alt', 'colSpan', 'rowSpan', 'start']

/** What a reader sees of a page, for comparisons: without classes, ids and spaces between blocks. */
export function visibleHtml(html: string): string {
  const tree = fromHtml(html, { fragment: true })
  return toHtml({ type: 'root', children: tree.children.flatMap(node => visible(node, false)) })
}

function visible(node: RootContent, isCode: boolean): RootContent[] {
  if (node.type === 'text') return text(node.value, isCode)
  if (node.type !== 'element') return []
  const inCode = isCode || node.tagName === 'pre'
  const children = trimmed(node.children.flatMap(child => visible(child as RootContent, inCode)))
  // A paragraph that is alone in its item or around a picture makes no difference.
  const isPlain =
    UNWRAPPED.has(node.tagName) || (node.tagName === 'p' && children.every(child => isTag(child, 'img', 'a')))
  if (isPlain) return children
  const tagName = SAME[node.tagName] ?? node.tagName
  const properties = Object.fromEntries(Object.entries(node.properties).filter(([name]) => KEPT.includes(name)))
  return [{ type: 'element', tagName, properties, children: unwrapped(tagName, children) as Element['children'] }]
}

const isTag = (node: Nodes | undefined, ...tags: string[]): node is Element =>
  node?.type === 'element' && tags.includes(node.tagName)

function unwrapped(tagName: string, children: RootContent[]): RootContent[] {
  if (!['li', 'td', 'blockquote', 'details'].includes(tagName)) return children
  return children.flatMap(child => (isTag(child, 'p') ? (child.children as RootContent[]) : [child]))
}

function text(value: string, isCode: boolean): RootContent[] {
  if (isCode) return [{ type: 'text', value: value.replace(/\n$/, '') }]
  const short = value.replaceAll(/\s+/g, ' ')
  return short.trim() === '' && value.includes('\n') ? [] : [{ type: 'text', value: short }]
}

/** Spaces at the edges of a block are not shown. */
function trimmed(children: RootContent[]): RootContent[] {
  return children.flatMap((child, index): RootContent[] => {
    if (child.type !== 'text') return [child]
    const after = children[index - 1]
    let { value } = child
    if (isTag(after, 'br', 'ul', 'ol', 'pre')) value = value.trimStart()
    if (isTag(children[index + 1], 'ul', 'ol', 'pre', 'br')) value = value.trimEnd()
    return value === '' ? [] : [{ ...child, value }]
  })
}
