import type { Element } from 'hast'
import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast'
import type { BlockContent, DefinitionContent, PhrasingContent } from 'mdast'
import { isEmptyParagraph } from './clean-tree.ts'
import { codeBelowName, inlineCode, languageOf, linesOfCode } from './code-text.ts'
import { attribute, element, find, hasBlocks, isElement, plainText, shortText } from './elements.ts'
import { BOX } from './embed-blocks.ts'
import { NOTE, NOTE_USE } from './footnotes.ts'
import { FORMULA, type Formula, formulaMarkdown } from './formulas.ts'
import type { HtmlContext } from './html-context.ts'
import { html, imageSource, type RawBlock, rawHtml, tagsAround } from './raw-html.ts'

/** Inline tags that Markdown has no form for. The site shows them as HTML. */
const KEPT_INLINE = 'u ins mark small sub sup kbd samp var abbr cite dfn time bdi bdo'.split(' ')

/** How elements become Markdown, where this differs from the library. */
export function handlersOf(context: HtmlContext, imageToken: (source: string) => string): Record<string, Handle> {
  const raw = (node: Element): RawBlock => ({ type: 'rawBlock', value: rawHtml(node, context, imageToken) })

  const inline: Handle = (state, node) => {
    if (hasBlocks(node) || plainText(node).trim() === '') return state.all(node)
    const [open, close] = tagsAround(node)
    return [open, ...state.all(node), close]
  }

  const ruby: Handle = (_, node) => html(withoutMarkdown(rawHtml(node, context, imageToken).replaceAll('\n', '')))

  const img: Handle = (_, node) => {
    const source = imageSource(node)
    if (source === undefined) return undefined
    // The site shows a title below the image, so that of a page, which is only shown beside the pointer, is not used.
    const title = attribute(node, CAPTION) ?? null
    return { type: 'image', url: imageToken(source), alt: oneLine(attribute(node, 'alt') ?? ''), title }
  }

  const figure: Handle = (state, node) => {
    const caption = find(node, ({ tagName }) => tagName === 'figcaption')
    const images = imagesOf(node)
    const [image] = images
    const isPicture =
      images.length === 1 &&
      plainText(node).trim() === (caption ? plainText(caption).trim() : '') &&
      image !== undefined
    if (!isPicture || caption === undefined || shortText(caption) === '') return flow(state, node)
    if (find(caption, ({ tagName }) => tagName !== 'p') !== undefined) return raw(figureOf(node, caption))
    const link = find(node, each => each.tagName === 'a' && imagesOf(each).length === 1)
    const shown = { ...image, properties: { ...image.properties, [CAPTION]: shortText(caption) } }
    const one = link === undefined ? shown : { ...link, children: [shown] }
    return { type: 'paragraph', children: state.all({ type: 'root', children: [one] }) as PhrasingContent[] }
  }

  const table: Handle = (state, node) => (isPlainTable(node) ? defaultHandlers.table(state, node) : raw(node))

  /** A line break inside code is shown, so each line is code of its own. Spaces at its edges are put beside it. */
  const code: Handle = (_, node) =>
    inlineCode(node)
      .split('\n')
      .flatMap((line, index) => [
        ...(index === 0 ? [] : [{ type: 'break' as const }]),
        ...(/^\s/.test(line) ? [SPACE] : []),
        ...(line.trim() === '' ? [] : [{ type: 'inlineCode' as const, value: line.trim() }]),
        ...(/\S\s+$/.test(line) ? [SPACE] : []),
      ])

  const details: Handle = (state, node) => {
    const summary = node.children.find(child => isElement(child, 'summary'))
    const rest = { ...node, children: node.children.filter(child => child !== summary) }
    const title = isElement(summary) ? rawHtml(summary, context, imageToken) : '<summary>…</summary>'
    const open: RawBlock = { type: 'rawBlock', value: `<details>${title.replaceAll('\n', ' ')}` }
    return [open, ...flow(state, rest), { type: 'rawBlock', value: '</details>' } satisfies RawBlock]
  }

  const pre: Handle = (_, node) => {
    const value = linesOfCode(codeBelowName(node) ?? node)
    return { type: 'code', lang: languageOf(node) ?? null, meta: null, value: value.replace(/^\n/, '').trimEnd() }
  }

  return {
    ...Object.fromEntries(KEPT_INLINE.map(tag => [tag, inline])),
    ruby,
    img,
    figure,
    table,
    code,
    details,
    pre,
    dl: (_, node) => raw(node),
    // Markdown counts upwards only.
    ol: (state, node) => (node.properties['reversed'] ? raw(node) : defaultHandlers.ol(state, node)),
    [BOX]: (state, node) => ({
      type: 'blockquote',
      children: [
        { type: 'rawBlock', value: `[!${attribute(node, 'kind')}]` } satisfies RawBlock,
        ...flow(state, node),
      ] as BlockContent[],
    }),
    p: (state, node) => (isEmptyParagraph(node) ? undefined : defaultHandlers.p(state, node)),
    a: (state, node) => (attribute(node, 'href') === undefined ? state.all(node) : link(state, node, context)),
    input: (_, node) =>
      attribute(node, 'type') === 'checkbox'
        ? { type: 'text', value: node.properties['checked'] ? '☑ ' : '☐ ' }
        : undefined,
    [FORMULA]: (_, node, parent): Formula => ({ type: 'inlineMath', value: formulaMarkdown(node, parent) }),
    [NOTE_USE]: (_, node) => ({ type: 'footnoteReference', identifier: idOf(node), label: idOf(node) }),
    [NOTE]: (state, node) => ({
      type: 'footnoteDefinition',
      identifier: idOf(node),
      label: idOf(node),
      children: flow(state, node) as (BlockContent & DefinitionContent)[],
    }),
  }
}

const SPACE = { type: 'text', value: ' ' } as const

/** The attribute that holds the caption of an image, on one line. */
const CAPTION = 'dataGalleyCaption'

/** Within a line, the text between tags is read as Markdown. */
const withoutMarkdown = (html: string): string =>
  html.replaceAll(/<[^>]*>|[\\`*_[\]~$]/g, part => (part.length > 1 ? part : `&#${part.charCodeAt(0)};`))

const idOf = (node: Element): string => attribute(node, 'id') ?? ''
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const flow = (state: State, node: Element) => state.toFlow(state.all(node))

function link(state: State, node: Element, context: HtmlContext) {
  const href = context.resolveLink(attribute(node, 'href') ?? '')
  return defaultHandlers.a(state, { ...node, properties: { ...node.properties, href } })
}

function imagesOf(node: Element): Element[] {
  if (node.tagName === 'img') return [node]
  return node.children.flatMap(child => (isElement(child) ? imagesOf(child) : []))
}

/** The picture and its caption, without the elements that only position them. */
function figureOf(node: Element, caption: Element): Element {
  const images = imagesOf(node)
  const link = find(node, each => each.tagName === 'a' && imagesOf(each).length > 0)
  return element('figure', {}, [...(link === undefined ? images : [{ ...link, children: images }]), caption])
}

const IN_CELLS =
  /^(thead|tbody|tfoot|tr|th|td|colgroup|col|a|b|strong|i|em|s|del|strike|code|span|font|br|p|img|u|sub|sup|kbd|mark|small|ins|galley-note-use|galley-formula)$/

/** Markdown's tables have a head and one line per cell; others stay HTML. */
function isPlainTable(node: Element): boolean {
  const isOther = find(node, each => {
    if (!IN_CELLS.test(each.tagName)) return true
    if (each.tagName === FORMULA && plainText(each).includes('|')) return true
    const isSpanning = Number(each.properties['colSpan'] ?? 1) !== 1 || Number(each.properties['rowSpan'] ?? 1) !== 1
    const paragraphs = each.children.filter(child => isElement(child, 'p')).length
    return isSpanning || paragraphs > 1
  })
  if (isOther !== undefined) return false
  const rows = rowsOf(node)
  const cells = rows.map(row => row.children.filter(child => isElement(child, 'td', 'th')))
  const [head, ...body] = cells
  const isHead =
    head?.every(each => isElement(each, 'th')) === true || isElement(node.children.find(isRowGroup), 'thead')
  return isHead && body.flat().every(each => isElement(each, 'td')) && cells.every(row => row.length === head?.length)
}

const isRowGroup = (node: Element['children'][number]) => isElement(node, 'thead', 'tbody', 'tr')

const rowsOf = (node: Element): Element[] =>
  node.children.flatMap(child => (isElement(child, 'tr') ? [child] : isElement(child) ? rowsOf(child) : []))
