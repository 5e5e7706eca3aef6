import type { Element, ElementContent } from 'hast'
import { attribute, classesOf, find, hasBlocks, isBlock, isElement, plainText } from './elements.ts'

/** Code in a sentence. Only a `<br>` or a block ends a line. */
export function inlineCode(node: ElementContent): string {
  if (node.type === 'text') return node.value.replaceAll('\n', ' ')
  if (!isElement(node)) return ''
  if (node.tagName === 'br') return '\n'
  const text = node.children.map(inlineCode).join('')
  return isElement(node, 'div', 'p') ? `${text}\n` : text
}

/** A block of code. Some editors put each line into an element of its own, with or without a line end. */
export function linesOfCode(pre: Element): string {
  const parts: string[] = []
  const endLine = () => {
    if (parts.at(-1)?.endsWith('\n') === false) parts.push('\n')
  }
  const add = (node: ElementContent): void => {
    if (node.type === 'text' && node.value !== '') parts.push(node.value)
    if (!isElement(node)) return
    if (node.tagName === 'br') parts.push('\n')
    const isLine = isBlock(node) && !isElement(node, 'td', 'th')
    if (isLine) endLine()
    node.children.forEach(add)
    if (isLine) endLine()
  }
  pre.children.forEach(add)
  return parts.join('')
}

/** Chat pages put a block with the name of the language before the code. */
export function codeBelowName(pre: Element): Element | undefined {
  const code = find(pre, ({ tagName }) => tagName === 'code')
  const hasText = pre.children.some(child => child.type === 'text' && child.value.trim() !== '')
  if (code === undefined || hasText || hasBlocks(code) || !hasBlocks(pre)) return undefined
  const [name = '', ...others] = plainText(pre).trim().split(plainText(code).trim())
  return others.join('') === '' && /^[\w#+. -]{0,40}$/.test(name.trim()) ? code : undefined
}

/** From the class of the block or the code in it: `language-ts`, `lang-ts`, `brush: ts` and others. */
export function languageOf(node: Element): string | undefined {
  const code = find(node, ({ tagName }) => tagName === 'code')
  for (const each of [node, ...(code === undefined ? [] : [code])]) {
    const classes = classesOf(each)
    const named = classes.map(name => /^lang(?:uage)?[-:](.+)$/.exec(name)?.[1]).find(Boolean)
    const brush = /brush:\s*([\w#+-]+)/.exec(classes.join(' '))?.[1]
    const found =
      named ??
      brush ??
      attribute(each, 'dataLang') ??
      attribute(each, 'dataLanguage') ??
      attribute(each, 'dataCodeBlockLang') ??
      attribute(each, 'dataEnlighterLanguage')
    if (
      found !== undefined &&
      /^[\w#+.-]{1,30}$/.test(found) &&
      !/^(none|plain|text|plaintext|auto|raw)$/i.test(found)
    ) {
      return found.toLowerCase()
    }
  }
  return undefined
}
