import type { Element, ElementContent, Parents, Root, Text } from 'hast'
import { decodePath } from '../fields/read-slug.ts'
import type { Problem } from '../problems/problem.ts'
import { attribute, classesOf, element, isElement, plainText, replaceChild, shortText, walk } from './elements.ts'
import { rewriteEmbedBlocks } from './embed-blocks.ts'
import { embedAddress, GIST } from './embeds.ts'
import { FORMULA } from './formulas.ts'
import type { HtmlContext } from './html-context.ts'
import { nameFormats, styleOf } from './style-formats.ts'

const REMOVED: Readonly<Record<string, Problem | undefined>> = {
  script: { code: 'script_removed' },
  style: undefined,
  noscript: undefined,
  template: undefined,
  form: { code: 'form_removed' },
  button: undefined,
  select: { code: 'form_field_removed' },
  textarea: { code: 'form_field_removed' },
  svg: { code: 'drawing_removed', values: { kind: 'SVG' } },
  canvas: { code: 'drawing_removed', values: { kind: 'canvas' } },
  math: { code: 'mathml_removed' },
}
const REPLACED_BY_LINK = new Set(['iframe', 'embed', 'object', 'video', 'audio'])

/** Removes what a post cannot have, replaces embeds by links, and makes bare addresses links. */
export function cleanTree(root: Root, context: HtmlContext): void {
  removeHidden(root, context)
  rewriteEmbedBlocks(root)
  walk(root, (node, parent) => {
    const gist = node.tagName === 'script' ? GIST.exec(attribute(node, 'src') ?? '')?.[1] : undefined
    if (gist !== undefined) node.properties['src'] = gist
    if (node.tagName === 'button' && isElement(parent, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')) keepLabel(node)
    if (REPLACED_BY_LINK.has(node.tagName) || gist !== undefined || isEmptyEmbed(node)) {
      replaceByLink(node, parent, context)
    } else if (Object.hasOwn(REMOVED, node.tagName)) {
      const problem = REMOVED[node.tagName]
      if (problem !== undefined) context.report(problem)
      node.children = []
      replaceChild(parent, node)
    } else if (node.tagName === 'picture') useImage(node, parent)
  })
  nameAllFormats(root, false)
  linkBareAddresses(root)
}

/** The title of a part that opens and closes. */
function keepLabel(button: Element): void {
  button.tagName = 'span'
  button.children = button.children.filter(child => !isElement(child) || attribute(child, 'ariaHidden') !== 'true')
}

/** Text for screen readers, controls of players, and buttons that themes, plugins and sites add. */
const HIDDEN = new Set(
  'screen-reader-text sr-only visually-hidden sharedaddy jp-relatedposts mw-editsection kg-audio-player kg-video-player-container kg-audio-thumbnail kg-file-card-icon'.split(
    ' ',
  ),
)

function removeHidden(root: Root, context: HtmlContext): void {
  walk(root, (node, parent) => {
    const isHidden = node.properties['hidden'] !== undefined || styleOf(node, 'display').startsWith('none')
    const isControl = classesOf(node).some(name => HIDDEN.has(name))
    if (!isHidden && !isControl) return
    if (isHidden && shortText(node) !== '') context.report({ code: 'hidden_text_removed' })
    node.children = []
    replaceChild(parent, node)
  })
}

function nameAllFormats(parent: Root | Element, isInLink: boolean): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue
    nameAllFormats(child, isInLink || child.tagName === 'a')
    if (child.tagName === 'span') nameFormats(child, isInLink)
  }
}

/** note fills such an element with a frame when it shows the page. */
const isEmptyEmbed = (node: Element): boolean =>
  node.tagName === 'figure' && attribute(node, 'dataSrc') !== undefined && node.children.length === 0

function replaceByLink(node: Element, parent: Parents, context: HtmlContext): void {
  const inner = node.children.find(child => isElement(child, 'source', 'param', 'embed'))
  const given =
    cardAddress(node) ??
    attribute(node, 'src') ??
    attribute(node, 'dataSrc') ??
    attribute(node, 'data') ??
    (isElement(inner) ? attribute(inner, 'src') : undefined)
  node.children = []
  const address = given === undefined ? undefined : embedAddress(context.resolveLink(given))
  if (address === undefined || !/^https?:/.test(address)) {
    context.report({ code: 'embed_removed' })
    replaceChild(parent, node)
    return
  }
  context.report({ code: 'embed_replaced', values: { host: new URL(address).hostname } })
  const title = attribute(node, 'title')
  const link = element('a', { href: address }, [{ type: 'text', value: title || address }])
  replaceChild(parent, node, element('p', {}, [link]))
}

/** Zenn and Qiita show a card for an address in a frame of their own. */
function cardAddress(node: Element): string | undefined {
  const content = decodePath(attribute(node, 'dataContent') ?? '')
  return /^https?:\/\/\S+$/.test(content) ? content : undefined
}

function useImage(node: Element, parent: Parents): void {
  const image = node.children.find(child => isElement(child, 'img'))
  replaceChild(parent, node, ...(image === undefined ? [] : [image]))
}

const NO_LINKS_IN = new Set(['a', 'code', 'pre', 'kbd', 'samp', 'tt', FORMULA])
const ADDRESS = /https?:\/\/[^\s<>"'“”「」『』（）、。]+[^\s<>"'“”「」『』（）、。.,:;!?)\]]/g

/** Underscores in an address would be escaped if it were text. */
function linkBareAddresses(parent: Root | Element): void {
  parent.children = (parent.children as ElementContent[]).flatMap(child => {
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
