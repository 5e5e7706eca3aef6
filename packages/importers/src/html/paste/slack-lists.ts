import type { Element, Parents } from 'hast'
import { attribute, isElement, replaceChild } from '../elements.ts'

const LEVELS_MAX = 20

/** Slack writes each level of a list as a list of its own, with the level as an attribute. Puts them into each other. */
export function joinSlackLists(parent: Parents): void {
  /** The open list of each level. */
  let lists: Element[] = []
  for (const child of [...parent.children]) {
    if (isElement(child)) joinSlackLists(child)
    if (child.type === 'comment' || (child.type === 'text' && child.value.trim() === '')) continue
    const level = isElement(child) ? levelOf(child) : undefined
    if (!isElement(child) || level === undefined) {
      lists = []
      continue
    }
    const same = lists[level]
    const isContinued = same?.tagName === child.tagName
    const item = lastItem(lists.slice(0, level))
    if (isContinued) same.children.push(...child.children)
    else item?.children.push(child)
    if (isContinued || item !== undefined) replaceChild(parent, child)
    lists = lists.slice(0, level)
    lists[level] = isContinued ? same : child
  }
}

function levelOf(node: Element): number | undefined {
  const indent = isElement(node, 'ul', 'ol') ? attribute(node, 'dataIndent') : undefined
  return indent !== undefined && Number(indent) < LEVELS_MAX ? Number(indent) : undefined
}

/** The item that a list of the next level belongs to. */
function lastItem(lists: readonly Element[]): Element | undefined {
  const item = lists.findLast(Boolean)?.children.findLast(child => isElement(child, 'li'))
  return isElement(item) ? item : undefined
}
