import type { Element, Parents } from 'hast'
import { attribute, element, find, isElement, plainText, replaceChild } from '../elements.ts'

/** Word writes the items of a list as paragraphs: level and marker are in their styles and texts. */
const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i
const MARKER = /mso-list:\s*ignore/i
/** `1.`, `a)` or `iv.`; everything else is a bullet, also the letter o. */
const NUMBER = /^\(?[\p{L}\p{N}]+[.)]/u

const styleOf = (node: Element): string => attribute(node, 'style') ?? ''

/** Makes lists of the paragraphs that Word shows as items. */
export function joinWordLists(parent: Parents): void {
  let lists: Element[] = []
  for (const child of [...parent.children]) {
    if (isElement(child)) joinWordLists(child)
    if (child.type === 'comment' || (child.type === 'text' && child.value.trim() === '')) continue
    const level = isElement(child, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')
      ? LEVEL.exec(styleOf(child))?.[1]
      : undefined
    if (!isElement(child) || level === undefined) {
      lists = []
      continue
    }
    const { tag, item } = itemOf(child)
    lists = lists.slice(0, Number(level))
    if (lists[Number(level) - 1]?.tagName !== tag) lists = lists.slice(0, Number(level) - 1)
    const outer = lists.at(-1)
    if (lists.length < Number(level)) {
      const list = element(tag, {}, [item])
      const outerItem = outer?.children.at(-1)
      if (isElement(outerItem)) {
        outerItem.children.push(list)
        replaceChild(parent, child)
      } else replaceChild(parent, child, list)
      // A level that was skipped counts as the same list.
      while (lists.length < Number(level)) lists.push(list)
    } else {
      outer?.children.push(item)
      replaceChild(parent, child)
    }
  }
}

function itemOf(paragraph: Element): { tag: 'ul' | 'ol'; item: Element } {
  const marker = find(paragraph, each => MARKER.test(styleOf(each)))
  const tag = marker !== undefined && NUMBER.test(plainText(marker).trim()) ? 'ol' : 'ul'
  if (marker !== undefined) marker.children = []
  return { tag, item: element('li', {}, paragraph.children) }
}
