import type { Element, ElementContent, Parents, Root, Text } from 'hast'
import { attribute, element, find, isElement, plainText, replaceChild, walk } from './elements.ts'
import { ConversionError, htmlToMarkdown } from './html-to-markdown.ts'
import { joinWordLists } from './word-lists.ts'

/** Converts HTML of the clipboard, from pages and word processors, to Markdown. Returns '' if it has no text. */
export function pasteToMarkdown(html: string): string {
  try {
    const parts = htmlToMarkdown(html, CONTEXT, prepare)
    return parts.map(part => (typeof part === 'string' ? part : part.address)).join('')
  } catch (error) {
    if (error instanceof ConversionError) return ''
    throw error
  }
}

const CONTEXT = {
  resolveImage: (address: string) => ({ address, original: address }),
  resolveLink: (href: string) => href,
  report: () => {},
}

function prepare(tree: Root): void {
  walk(tree, (node, parent) => {
    if (isUnusable(node)) replaceChild(parent, node)
  })
  unwrap(tree, node => node.tagName.includes(':') || isWithoutEffect(node))
  joinWordLists(tree)
  walk(tree, node => {
    if (isElement(node, 'span')) nameFormats(node)
    else if (isElement(node, 'ul', 'ol')) nestLists(node)
    else if (isElement(node, 'table')) nameColumns(node)
    // Headings are bold anyway.
    if (isElement(node, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th')) unwrap(node, each => isBold(each))
  })
  moveSpacesOut(tree)
}

/** Other sites cannot load an image from the clipboard or from the author's disk. */
const isUnusable = (node: Element): boolean =>
  isElement(node, 'title', 'meta', 'link') ||
  (isElement(node, 'img') && !/^https?:/i.test(attribute(node, 'src')?.trim() ?? ''))

/** Replaces elements by their children. */
function unwrap(parent: Parents, isUnwrapped: (node: Element) => boolean): void {
  for (const child of [...parent.children]) {
    if (!isElement(child)) continue
    unwrap(child, isUnwrapped)
    if (isUnwrapped(child)) replaceChild(parent, child, ...child.children)
  }
}

/** The value of a property of its `style` attribute. Word has others whose names end in the same way. */
function styleOf(node: Element, property: string): string {
  const style = attribute(node, 'style') ?? ''
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
}

const isBold = (node: Element): boolean =>
  isElement(node, 'b', 'strong') || (isElement(node, 'span') && /^(bold|[6-9]00)/.test(styleOf(node, 'font-weight')))

/** Google Docs wraps everything in a <b> with a normal font weight. */
const isWithoutEffect = (node: Element): boolean =>
  (isElement(node, 'b', 'strong') && /^(normal|400)/.test(styleOf(node, 'font-weight'))) ||
  (isElement(node, 'i', 'em') && styleOf(node, 'font-style') === 'normal')

/** Google Docs writes formats as styles. */
function nameFormats(span: Element): void {
  const isStruck = ['text-decoration', 'text-decoration-line'].some(name =>
    styleOf(span, name).includes('line-through'),
  )
  const names = [
    ...(isBold(span) ? ['strong'] : []),
    ...(styleOf(span, 'font-style') === 'italic' ? ['em'] : []),
    ...(isStruck ? ['del'] : []),
  ]
  if (plainText(span).trim() === '') return
  for (const name of names) span.children = [element(name, {}, span.children)]
}

/** Google Docs puts a nested list beside the item to which it belongs. */
function nestLists(list: Element): void {
  for (const [index, child] of [...list.children].entries()) {
    if (!isElement(child, 'ul', 'ol')) continue
    const item = list.children.slice(0, index).findLast(each => isElement(each, 'li'))
    if (!isElement(item)) continue
    replaceChild(list, child)
    item.children.push(child)
  }
}

/** Markdown tables need a header, so the first row of a spreadsheet is used. */
function nameColumns(table: Element): void {
  if (find(table, ({ tagName }) => tagName === 'th')) return
  const row = find(table, ({ tagName }) => tagName === 'tr')
  for (const cell of row?.children ?? []) if (isElement(cell, 'td')) cell.tagName = 'th'
}

/** Asterisks have no effect beside a space inside them. */
function moveSpacesOut(parent: Parents): void {
  for (const child of [...parent.children]) {
    if (!isElement(child)) continue
    moveSpacesOut(child)
    if (!isElement(child, 'b', 'strong', 'i', 'em', 'del', 's')) continue
    const before = cut(child.children[0], /^\s+/)
    const after = cut(child.children.at(-1), /\s+$/)
    replaceChild(parent, child, ...before, child, ...after)
  }
}

/** Removes this part of a text and returns it as a text of its own. */
function cut(node: ElementContent | undefined, part: RegExp): Text[] {
  const found = node?.type === 'text' ? part.exec(node.value) : null
  if (node?.type !== 'text' || found === null) return []
  node.value = node.value.replace(part, '')
  return [{ type: 'text', value: found[0] }]
}
