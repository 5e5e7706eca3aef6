import type { Element, ElementContent, Parents, Root } from 'hast'
import { attribute, classesOf, element, find, isElement, plainText } from './elements.ts'

/** An element that stands for a formula. The attribute `tex` is its source; the text is the same on one line. */
export const FORMULA = 'galley-formula'

/** In the tree of Markdown. The value has its dollar signs. */
export interface Formula {
  readonly type: 'inlineMath'
  readonly value: string
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: Formula
  }
  interface RootContentMap {
    inlineMath: Formula
  }
}

/** The site shows longer ones as text. */
const MAX_CHARACTERS = 2000
const LEFT_UNCHANGED = new Set(['code', 'pre', 'kbd', 'samp', 'tt', 'script', 'style', 'textarea', FORMULA])

/**
 * Replaces formulas whose source is known by such elements: MathML with the source in it (our own, that of KaTeX), images
 * of WordPress, and text between the signs that MathJax, WordPress and note use.
 */
export function markFormulas(parent: Root | Element): void {
  parent.children = (parent.children as ElementContent[]).flatMap(child => {
    if (child.type === 'text') return inText(child.value)
    if (!isElement(child) || LEFT_UNCHANGED.has(child.tagName)) return child
    const formula = inElement(child)
    if (formula === undefined) markFormulas(child)
    return formula ?? child
  })
}

function inElement(node: Element): Element | undefined {
  const classes = classesOf(node)
  if (node.tagName === 'img') return classes.includes('latex') ? formula(attribute(node, 'alt'), false) : undefined
  if (node.tagName === 'p') return inParagraph(node)
  // KaTeX and Wikipedia have the formula twice: as MathML, and as elements or an image that look like it.
  const math = classes.some(name => /^(katex|katex-display|mwe-math-element)$/.test(name)) ? find(node, isMath) : node
  if (math === undefined || !isMath(math)) return undefined
  const isDisplay = classes.includes('katex-display') || attribute(math, 'display') === 'block'
  return formula(sourceOf(math), isDisplay)
}

const isMath = ({ tagName }: Element): boolean => tagName === 'math'

function sourceOf(math: Element): string | undefined {
  const note = find(math, each => each.tagName === 'annotation' && attribute(each, 'encoding') === 'application/x-tex')
  return note === undefined ? attribute(math, 'alttext') : plainText(note)
}

/** A formula on several lines has line breaks, so it is not in one text. */
function inParagraph(paragraph: Element): Element | undefined {
  if (paragraph.children.some(child => isElement(child) && child.tagName !== 'br')) return undefined
  const [whole, ...others] = inText(plainText(paragraph).trim(), true)
  return others.length === 0 && isElement(whole) ? element('p', {}, [whole]) : undefined
}

/**
 * `$${…}$$` (note), `$$…$$`, `$latex …$` (WordPress), `\(…\)` and `\[…\]`. Each pattern stops at the next sign, so it is
 * fast for any text.
 */
const DELIMITED =
  /\$\$\{(?<note>[^$]+)\}\$\$|\$\$(?<double>[^$]+)\$\$|\$latex\s(?<named>[^$]+)\$|(?<!\\)\\\((?<round>(?:[^\\]|\\[^()])+)\\\)|(?<!\\)\\\[(?<square>(?:[^\\]|\\[^[\]])+)\\\]/g

/** In a sentence, two dollar signs can also be a level of prices: $$ - $$$. Then there is none of these between them. */
const TEX_SIGN = /[\\^_{}=]/

function inText(text: string, isWhole = false): ElementContent[] {
  const parts: ElementContent[] = []
  let at = 0
  for (const { 0: found, index, groups: { note, double, named, round, square } = {} } of text.matchAll(DELIMITED)) {
    if (double !== undefined && !(isWhole && found === text) && !TEX_SIGN.test(double)) continue
    const display = double ?? square
    // The options of WordPress are behind the formula: `$latex x&s=2$`.
    const made = formula(display ?? note ?? round ?? named?.split(/&(?:s|bg|fg)=/)[0], display !== undefined)
    if (made === undefined) continue
    if (index > at) parts.push({ type: 'text', value: text.slice(at, index) })
    parts.push(made)
    at = index + found.length
  }
  if (at < text.length) parts.push({ type: 'text', value: text.slice(at) })
  return parts
}

function formula(source: string | undefined, isDisplay: boolean): Element | undefined {
  const tex = texOf(source ?? '')
  if (tex === undefined) return undefined
  return element(FORMULA, { tex, display: isDisplay ? 'block' : 'inline' }, [{ type: 'text', value: onOneLine(tex) }])
}

/** The source without comments and blank lines; undefined if it cannot be written between dollar signs. */
export function texOf(source: string): string | undefined {
  const lines = source.split('\n').map(line => line.replace(/(?<!\\)%.*$/, '').trim())
  const tex = lines.filter(line => line !== '').join('\n')
  const isUnusable = tex === '' || tex.length > MAX_CHARACTERS || /(?<!\\)\$|<!--/.test(tex) || tex.endsWith('\\')
  return isUnusable ? undefined : tex
}

export const onOneLine = (tex: string): string => tex.replaceAll('\n', ' ')

/** The site reads `$x$5` as text. */
export const digitAsEntity = (digit: string): string => `&#x3${digit};`

/** A heading or a cell has one line. */
const MAY_HAVE_LINES = new Set(['p', 'div', 'li', 'blockquote', 'section', 'article'])

/** The formula in Markdown; on lines of its own if nothing else is in its paragraph. */
export function formulaMarkdown(node: Element, parent: Parents | undefined): string {
  const tex = attribute(node, 'tex') ?? ''
  if (attribute(node, 'display') === 'inline') return `$${onOneLine(tex)}$`
  const mayHaveLines = parent?.type === 'root' || (isElement(parent) && MAY_HAVE_LINES.has(parent.tagName))
  return mayHaveLines && parent.children.length === 1 ? `$$\n${tex}\n$$` : `$$${onOneLine(tex)}$$`
}
