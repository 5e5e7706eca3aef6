import type { Element, ElementContent, Parents, Root, Text } from 'hast'
import { attribute, classesOf, element, find, isElement, plainText, replaceChild, shortText, walk } from './elements.ts'
import { embedAddress } from './embeds.ts'
import { FORMULA } from './formulas.ts'
import type { HtmlContext } from './html-context.ts'

const REMOVED: Readonly<Record<string, string | undefined>> = {
  script: 'A script was removed.',
  style: undefined,
  noscript: undefined,
  template: undefined,
  form: 'A form was removed.',
  button: undefined,
  select: 'A form field was removed.',
  textarea: 'A form field was removed.',
  svg: 'A drawing (SVG) was removed.',
  canvas: 'A drawing (canvas) was removed.',
  math: 'A formula (MathML) without its source was removed.',
}
const REPLACED_BY_LINK = new Set(['iframe', 'embed', 'object', 'video', 'audio'])

/** Removes what a post cannot have, replaces embeds by links, and makes bare addresses links. */
export function cleanTree(root: Root, context: HtmlContext): void {
  walk(root, (node, parent) => {
    if (Object.hasOwn(REMOVED, node.tagName)) {
      const message = REMOVED[node.tagName]
      if (message !== undefined) context.report(message)
      node.children = []
      replaceChild(parent, node)
    } else if (REPLACED_BY_LINK.has(node.tagName) || isEmptyEmbed(node)) replaceByLink(node, parent, context)
    else if (classesOf(node).includes('kg-bookmark-container')) keepTitle(node)
    else if (node.tagName === 'picture') useImage(node, parent)
    else if (classesOf(node).some(name => HIDDEN.has(name))) replaceChild(parent, node)
  })
  linkBareAddresses(root)
}

/** Text for screen readers beside an icon, and buttons that themes and plugins add. */
const HIDDEN = new Set(['screen-reader-text', 'sharedaddy', 'jp-relatedposts'])

/** note fills such an element with a frame when it shows the page. */
const isEmptyEmbed = (node: Element): boolean =>
  node.tagName === 'figure' && attribute(node, 'dataSrc') !== undefined && node.children.length === 0

/** A bookmark of Ghost is a link around title, description, icon and image. */
function keepTitle(node: Element): void {
  const title = find(node, each => classesOf(each).includes('kg-bookmark-title'))
  if (title !== undefined) node.children = [{ type: 'text', value: shortText(title) }]
}

function replaceByLink(node: Element, parent: Parents, context: HtmlContext): void {
  const inner = node.children.find(child => isElement(child, 'source', 'param', 'embed'))
  const given =
    attribute(node, 'src') ??
    attribute(node, 'dataSrc') ??
    attribute(node, 'data') ??
    (isElement(inner) ? attribute(inner, 'src') : undefined)
  node.children = []
  const address = given === undefined ? undefined : embedAddress(context.resolveLink(given))
  if (address === undefined || !/^https?:/.test(address)) {
    context.report('An embed without an address was removed.')
    replaceChild(parent, node)
    return
  }
  context.report(`An embed of ${new URL(address).hostname} was replaced by a link.`)
  const title = attribute(node, 'title')
  const link = element('a', { href: address }, [{ type: 'text', value: title || address }])
  replaceChild(parent, node, element('p', {}, [link]))
}

function useImage(node: Element, parent: Parents): void {
  const image = node.children.find(child => isElement(child, 'img'))
  replaceChild(parent, node, ...(image === undefined ? [] : [image]))
}

const NO_LINKS_IN = new Set(['a', 'code', 'pre', 'kbd', 'samp', 'tt', FORMULA])
const ADDRESS = /https?:\/\/[^\s<>"'“”「」『』（）、。]+[^\s<>"'“”「」『』（）、。.,:;!?)\]]/g

/** Underscores in an address would be escaped if it were text. */
function linkBareAddresses(parent: Root | Element): void {
  const { children } = parent
  parent.children = (children as ElementContent[]).flatMap(child => {
    if (child.type === 'text' && child.value.includes('://')) return linked(child.value)
    if (isElement(child) && !NO_LINKS_IN.has(child.tagName)) linkBareAddresses(child)
    return child
  })
}

function linked(text: string): (Element | Text)[] {
  const parts: (Element | Text)[] = []
  let at = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!URL.canParse(address)) continue
    if (index > at) parts.push({ type: 'text', value: text.slice(at, index) })
    parts.push(element('a', { href: address }, [{ type: 'text', value: address }]))
    at = index + address.length
  }
  if (at < text.length) parts.push({ type: 'text', value: text.slice(at) })
  return parts
}

/** True for a paragraph that shows nothing. */
export const isEmptyParagraph = (node: Element): boolean =>
  node.tagName === 'p' &&
  plainText(node).replaceAll('\u00a0', ' ').trim() === '' &&
  !node.children.some(child => isElement(child) && child.tagName !== 'br')
