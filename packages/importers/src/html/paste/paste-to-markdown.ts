import type { Element, Root } from 'hast'
import { FileError } from '../../problems/problem.ts'
import { attribute, element, find, isElement, replaceChild, unwrap, walk } from '../elements.ts'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import { isBold, styleOf } from '../style-formats.ts'
import { joinSlackLists } from './slack-lists.ts'
import { joinWordLists } from './word-lists.ts'

/** Converts HTML of the clipboard, from pages and word processors, to Markdown. Returns '' if it has no text. */
export function pasteToMarkdown(html: string): string {
  try {
    const parts = htmlToMarkdown(html, CONTEXT, prepare)
    return parts.map(part => (typeof part === 'string' ? part : part.address)).join('')
  } catch (error) {
    if (error instanceof FileError) return ''
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
  joinSlackLists(tree)
  walk(tree, node => {
    if (isElement(node, 'ul', 'ol')) nestLists(node)
    else if (isElement(node, 'li')) keepCheckbox(node)
    else if (isElement(node, 'table')) nameColumns(node)
    // Headings are bold anyway.
    if (isElement(node, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th')) unwrap(node, each => isBold(each))
  })
}

/** Other sites cannot load an image from the clipboard or from the author's disk. */
const isUnusable = (node: Element): boolean =>
  isElement(node, 'title', 'meta', 'link') ||
  (isElement(node, 'img') && !/^https?:/i.test(attribute(node, 'src')?.trim() ?? ''))

/** Google Docs wraps everything in a <b> with a normal font weight. */
const isWithoutEffect = (node: Element): boolean =>
  (isElement(node, 'b', 'strong') && /^(normal|400)/.test(styleOf(node, 'font-weight'))) ||
  (isElement(node, 'i', 'em') && styleOf(node, 'font-style') === 'normal')

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

/** Google Docs shows the state of a task as a picture. */
function keepCheckbox(item: Element): void {
  if (attribute(item, 'role') !== 'checkbox') return
  const checked = attribute(item, 'ariaChecked') === 'true'
  item.children.unshift(element('input', { type: 'checkbox', checked }))
}

/** Markdown tables need a header, so the first row of a spreadsheet is used. */
function nameColumns(table: Element): void {
  if (find(table, ({ tagName }) => tagName === 'th')) return
  const row = find(table, ({ tagName }) => tagName === 'tr')
  for (const cell of row?.children ?? []) if (isElement(cell, 'td')) cell.tagName = 'th'
}
