import type { Element, ElementContent, Nodes, Parents, Root } from 'hast'
import { attribute, classesOf, element, find, isElement, plainText, replaceChild, shortText, walk } from './elements.ts'
import { styleOf } from './style-formats.ts'

/** An element that stands for a message box. The attribute `kind` is the name after `[!` in Markdown. */
export const BOX = 'galley-box'

/** Rewrites blocks of services so that they look similar in Markdown: cards, boxes, galleries, poems and others. */
export function rewriteEmbedBlocks(root: Root): void {
  walk(root, (node, parent) => {
    const classes = classesOf(node)
    const has = (name: string): boolean => classes.includes(name)
    const named = (name: string): Element | undefined => find(node, each => classesOf(each).includes(name))
    const kind = boxKind(node, classes)
    if (kind !== undefined) makeBox(node, kind)
    else if (has('kg-bookmark-container')) keepText(node, named('kg-bookmark-title'))
    else if (has('markup--mixtapeEmbed-anchor')) keepText(node, named('markup--mixtapeEmbed-strong'))
    else if (attribute(node, 'embedded-service') !== undefined) keepNoteCard(node)
    else if (has('kg-file-card-container')) keepFile(node, parent, named)
    else if (has('kg-toggle-card')) makeDetails(node, named('kg-toggle-heading-text'), named('kg-toggle-content'))
    else if (has('wp-block-cover') || has('kg-header-card')) showBackground(node)
    else if (has('wp-block-verse')) makeLines(node)
    else if (has('wp-block-file__button') || has('mixtapeImage')) replaceChild(parent, node)
    else if (isElement(node, 'ul') && (has('blocks-gallery-grid') || has('wp-block-gallery'))) unwrapItems(node)
    else if (isElement(node, 'img') && (has('emoji') || has('wp-smiley') || has('c-emoji'))) useEmoji(node, parent)
    else if (isElement(node, 'td', 'th')) nameAlignment(node)
    else if (isElement(node, 'div')) passLanguage(node)
  })
}

/** Boxes of Zenn, Qiita, GitHub, Ghost and Notion. */
function boxKind(node: Element, classes: readonly string[]): string | undefined {
  const has = (name: string): boolean => classes.includes(name)
  if (has('kg-callout-card') || (node.tagName === 'figure' && has('callout'))) return 'NOTE'
  if (node.tagName === 'aside' && has('msg')) return has('alert') ? 'CAUTION' : 'NOTE'
  if (node.tagName === 'div' && has('note')) {
    return has('alert') ? 'CAUTION' : has('warn') ? 'WARNING' : has('info') ? 'NOTE' : undefined
  }
  const named = classes.map(name => /^markdown-alert-(note|tip|important|warning|caution)$/.exec(name)?.[1])
  return named.find(name => name !== undefined)?.toUpperCase()
}

function makeBox(node: Element, kind: string): void {
  if (shortText(node) === '') return
  node.tagName = BOX
  node.properties = { kind }
  const isMark = (each: Element): boolean =>
    classesOf(each).some(name => ['msg-symbol', 'markdown-alert-title'].includes(name))
  node.children = node.children.filter(child => !isElement(child) || !isMark(child))
  // An icon that is a character stays, on the line of the text.
  const [icon, text] = node.children.filter(child => isElement(child))
  const isIcon = isElement(icon, 'div') && isElement(text, 'div') && /^[^\p{L}\p{N}]{1,8}$/u.test(shortText(icon))
  if (!isIcon) return
  const first = text.children.find(child => isElement(child, 'p')) as Element | undefined
  const line = first ?? text
  line.children.unshift({ type: 'text', value: `${shortText(icon)} ` })
  replaceChild(node, icon)
}

/** A card is a link around title, description, icon and image. */
function keepText(node: Element, title: Element | undefined): void {
  if (title === undefined) return
  node.children = [{ type: 'text', value: shortText(title) }]
  node.properties = { href: attribute(node, 'href') ?? '' }
}

/** A card of note: a figure with a link around title, description and host. */
function keepNoteCard(node: Element): void {
  const link = find(node, each => each.tagName === 'a')
  const title = link === undefined ? undefined : find(link, each => each.tagName === 'strong')
  if (link === undefined || title === undefined) return
  keepText(link, title)
  node.children = [link]
}

function keepFile(node: Element, parent: Parents, named: (name: string) => Element | undefined): void {
  const caption = named('kg-file-card-caption')
  keepText(node, named('kg-file-card-title') ?? named('kg-file-card-filename'))
  if (caption !== undefined && shortText(caption) !== '') {
    replaceChild(parent, node, node, element('p', {}, caption.children))
  }
}

function makeDetails(node: Element, heading: Element | undefined, content: Element | undefined): void {
  if (heading === undefined || content === undefined) return
  node.tagName = 'details'
  node.children = [element('summary', {}, heading.children), ...content.children]
}

/** A picture behind a text is shown above it. */
function showBackground(node: Element): void {
  const style = /background-image:\s*url\(["']?(https?:[^"')]+)/i.exec(attribute(node, 'style') ?? '')?.[1]
  const source = attribute(node, 'dataKgBackgroundImage') || style
  if (source) node.children.unshift(element('p', {}, [element('img', { src: source, alt: '' })]))
}

/** A poem: a paragraph whose line ends count, and the spaces at the beginning of each line. */
function makeLines(node: Element): void {
  let isLineStart = true
  const split = (parent: Element): void => {
    parent.children = parent.children.flatMap((child): ElementContent[] => {
      if (isElement(child, 'br')) isLineStart = true
      else if (isElement(child)) split(child)
      return child.type === 'text' ? child.value.split('\n').flatMap(linesOf) : [child]
    })
  }
  const linesOf = (line: string, index: number): ElementContent[] => {
    if (index > 0) isLineStart = true
    const value = isLineStart ? line.replace(/^ +/, spaces => '\u00a0'.repeat(spaces.length)) : line
    if (value.trim() !== '') isLineStart = false
    return [...(index > 0 ? [element('br', {})] : []), { type: 'text', value }]
  }
  split(node)
  node.tagName = 'p'
}

function unwrapItems(list: Element): void {
  list.tagName = 'div'
  for (const child of list.children) if (isElement(child, 'li')) child.tagName = 'div'
}

/** Some pages show emoji as pictures. */
function useEmoji(image: Element, parent: Parents): void {
  const alt = attribute(image, 'alt')?.trim()
  if (alt) replaceChild(parent, image, { type: 'text', value: alt })
}

const ALIGNED = /^(?:has-text-)?align-?(left|center|right)$/

function nameAlignment(cell: Element): void {
  const style = /^(?:left|center|right)$/.exec(styleOf(cell, 'text-align'))?.[0]
  const named = classesOf(cell).map(name => ALIGNED.exec(name)?.[1])
  const side = style ?? named.find(name => name !== undefined)
  if (side !== undefined && attribute(cell, 'align') === undefined) cell.properties['align'] = side
}

/** GitHub, Qiita and our own pages name the language of code at an element around it. */
function passLanguage(node: Element): void {
  const classes = classesOf(node)
  const source = classes.map(name => /^highlight-(?:source|text)-([\w+#-]+)$/.exec(name)?.[1]).find(Boolean)
  const given = classes.includes('code-frame') ? attribute(node, 'dataLang') : attribute(node, 'dataLanguage')
  const language = source ?? given
  const code = language === undefined ? undefined : find(node, each => each.tagName === 'pre')
  if (code !== undefined && language !== undefined) code.properties['dataLang'] = LANGUAGES[language] ?? language
}

const LANGUAGES: Readonly<Record<string, string>> = { 'html-basic': 'html', 'html-erb': 'erb', cs: 'csharp' }

/** Removes links that show nothing, such as those beside headings. Where there is nothing else, one shows its address. */
export function tidyLinks(parent: Parents): void {
  const showsNothing = (node: Parents): boolean =>
    plainText(node).trim() === '' && find(node, each => each.tagName === 'img') === undefined
  const links = parent.children.filter(child => isElement(child, 'a') && showsNothing(child))
  const first = links.length > 0 && showsNothing(parent) ? links[0] : undefined
  if (isElement(first) && /^https?:/.test(attribute(first, 'href') ?? '')) {
    first.children = [{ type: 'text', value: attribute(first, 'href') ?? '' }]
    links.shift()
  }
  const removed = new Set<Nodes>(links)
  const kept = parent.children.filter(child => !removed.has(child))
  parent.children = kept as never
  for (const child of kept) if (isElement(child)) tidyLinks(child)
}
