import type { Element, Nodes } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Html } from 'mdast'
import { attribute, walk } from './elements.ts'
import { BOX } from './embed-blocks.ts'
import { FORMULA } from './formulas.ts'
import type { HtmlContext } from './html-context.ts'

/** A block of HTML in the Markdown. Not mdast's `html`, which may be inside a line, and would be joined with the text. */
export interface RawBlock {
  readonly type: 'rawBlock'
  value: string
}

declare module 'mdast' {
  interface RootContentMap {
    rawBlock: RawBlock
  }
}

const KEPT = [
  'href',
  'src',
  'alt',
  'title',
  'colSpan',
  'rowSpan',
  'scope',
  'width',
  'height',
  'start',
  'reversed',
  'open',
]

/** Writes an element as HTML, with the attributes that the site shows. A blank line would end the block. */
export function rawHtml(node: Element, context: HtmlContext, imageToken: (source: string) => string): string {
  const copy = structuredClone(node)
  const clean = (each: Element): void => {
    const { properties } = each
    // Within HTML, the site knows no formulas and boxes.
    if (each.tagName === FORMULA) each.tagName = 'code'
    if (each.tagName === BOX) each.tagName = 'div'
    const href = attribute(each, 'href')
    const source = each.tagName === 'img' ? imageSource(each) : undefined
    each.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => KEPT.includes(name)))
    if (href !== undefined) each.properties['href'] = context.resolveLink(href)
    if (source !== undefined) each.properties['src'] = imageToken(source)
  }
  clean(copy)
  walk(copy, clean)
  return toHtml(withoutComments(copy), { closeSelfClosing: false })
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
}

function withoutComments<T extends Nodes>(node: T): T {
  if ('children' in node) {
    node.children = node.children.filter(child => child.type !== 'comment').map(withoutComments) as never
  }
  return node
}

/** Pages that load images late have the address in another attribute. */
export function imageSource(node: Element): string | undefined {
  for (const name of ['dataSrc', 'dataLazySrc', 'dataOriginal', 'dataOrigFile', 'src']) {
    const value = attribute(node, name)?.trim()
    if (value && !(name === 'src' && /^data:image\/(gif|svg)/.test(value) && value.length < 200)) return value
  }
  return undefined
}

/** Within a line: without the name of an inline element, the library would put it into a paragraph of its own. */
export const html = (value: string): Html => ({ type: 'html', value, data: { hName: 'span' } })

/** `<u>` and `</u>` around Markdown. */
export const tagsAround = (node: Element): [Html, Html] => {
  const attributes = ['title', 'dateTime', 'lang', 'dir'].flatMap(name => {
    const value = attribute(node, name)
    return value === undefined
      ? []
      : [` ${name.toLowerCase()}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`]
  })
  return [html(`<${node.tagName}${attributes.join('')}>`), html(`</${node.tagName}>`)]
}
