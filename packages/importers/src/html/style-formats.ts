import type { Element } from 'hast'
import { attribute, element, isElement, plainText } from './elements.ts'

/** The value of a property of its `style` attribute. Word has others whose names end in the same way. */
export function styleOf(node: Element, property: string): string {
  const style = attribute(node, 'style') ?? ''
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
}

export const isBold = (node: Element): boolean =>
  isElement(node, 'b', 'strong') || (isElement(node, 'span') && /^(bold|[6-9]00)/.test(styleOf(node, 'font-weight')))

/** Google Docs and the editors of WordPress write formats as styles. Links are underlined anyway. */
export function nameFormats(span: Element, isInLink: boolean): void {
  if (attribute(span, 'style') === undefined || plainText(span).trim() === '') return
  const line = ['text-decoration', 'text-decoration-line'].map(name => styleOf(span, name)).join(' ')
  const position = styleOf(span, 'vertical-align')
  const names = [
    ...(isBold(span) ? ['strong'] : []),
    ...(styleOf(span, 'font-style') === 'italic' ? ['em'] : []),
    ...(line.includes('line-through') ? ['del'] : []),
    ...(line.includes('underline') && !isInLink ? ['u'] : []),
    ...(position === 'super' ? ['sup'] : position === 'sub' ? ['sub'] : []),
  ]
  for (const name of names) span.children = [element(name, {}, span.children)]
}
