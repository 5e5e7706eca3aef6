import type { Element, ElementContent, Parents } from 'hast'
import { isBlock, isElement, replaceChild } from './elements.ts'

const FORMATS = 'a b strong i em del s strike u ins mark code'.split(' ')

/**
 * Moves formats and links around blocks into these blocks, because Markdown formats only text: bold text around a list
 * becomes a list of bold items. A format inside the same one is removed. Returns whether there are blocks.
 */
export function splitInlineStyles(parent: Parents, open: readonly string[] = []): boolean {
  let hasBlocks = false
  for (const child of [...parent.children]) {
    if (!isElement(child)) continue
    const isFormat = FORMATS.includes(child.tagName)
    const hasInner = splitInlineStyles(child, isFormat ? [...open, child.tagName] : open)
    if (isFormat && open.includes(child.tagName)) replaceChild(parent, child, ...child.children)
    else if (isFormat && hasInner) replaceChild(parent, child, ...spread(child.children, child))
    hasBlocks ||= hasInner || isBlock(child)
  }
  return hasBlocks
}

function spread(children: readonly ElementContent[], format: Element): ElementContent[] {
  const result: ElementContent[] = []
  let line: ElementContent[] = []
  const endLine = () => {
    const isBlank = line.every(node => node.type === 'comment' || (node.type === 'text' && node.value.trim() === ''))
    result.push(...(isBlank ? line : [{ ...format, children: line }]))
    line = []
  }
  for (const child of children) {
    if (!isElement(child) || !containsBlock(child)) line.push(child)
    else {
      endLine()
      if (child.tagName !== 'pre') child.children = spread(child.children, format)
      result.push(child)
    }
  }
  endLine()
  return result
}

const containsBlock = (node: Element): boolean =>
  isBlock(node) || node.children.some(child => isElement(child) && containsBlock(child))
