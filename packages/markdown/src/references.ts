import { parser } from './parser.ts'

type Token = ReturnType<typeof parser.parse>[number]

/** The destination of a link or image in a text. */
export interface Reference {
  /** As the renderer sees it, without escapes of Markdown. */
  readonly destination: string
  readonly isImage: boolean
  /** The place in the text, including angle brackets. */
  readonly start: number
  readonly end: number
}

/**
 * Finds the destinations of links, images and link definitions, and those in HTML tags. Which ones exist is decided by the
 * parser of the site, so code and escaped text are not touched. The parser knows no positions inside a paragraph, so those
 * are then searched in the text outside code.
 */
export function findReferences(content: string): Reference[] {
  if (!/\]\(|\]:|\b(?:src|href)\s*=/i.test(content)) return []
  const found = destinationsOf(content)
  if (found.links.size + found.images.size === 0) return []
  const text = withoutCode(content, found.codeLines)
  const references = [...inlineOnes(text), ...definitions(text), ...inTags(text)].filter(({ destination }) => {
    const address = parser.normalizeLink(destination)
    return found.links.has(address) || found.images.has(address)
  })
  return references
    .map(reference => ({ ...reference, isImage: found.images.has(parser.normalizeLink(reference.destination)) }))
    .sort((a, b) => a.start - b.start)
    .filter((reference, index, all) => index === 0 || reference.start >= all[index - 1]!.end)
}

/** Replaces destinations; undefined keeps one as it is. */
export function replaceReferences(
  content: string,
  references: readonly Reference[],
  replace: (reference: Reference) => string | undefined,
): string {
  let result = ''
  let at = 0
  for (const reference of references) {
    const replacement = replace(reference)
    if (replacement === undefined) continue
    result += content.slice(at, reference.start) + replacement
    at = reference.end
  }
  return result + content.slice(at)
}

interface Found {
  readonly links: Set<string>
  readonly images: Set<string>
  /** First and last line (exclusive) of each code block. */
  readonly codeLines: (readonly [number, number])[]
}

function destinationsOf(content: string): Found {
  const found: Found = { links: new Set(), images: new Set(), codeLines: [] }
  const visit = (token: Token): void => {
    if ((token.type === 'fence' || token.type === 'code_block') && token.map) found.codeLines.push(token.map)
    if (token.type === 'image') found.images.add(String(token.attrGet('src') ?? ''))
    if (token.type === 'link_open') found.links.add(String(token.attrGet('href') ?? ''))
    if (token.type === 'html_block' || token.type === 'html_inline') visitHtml(token.content)
    token.children?.forEach(visit)
  }
  const visitHtml = (html: string): void => {
    for (const { destination, isImage } of inTags(html)) {
      const address = parser.normalizeLink(destination)
      if (isImage) found.images.add(address)
      else found.links.add(address)
    }
  }
  parser.parse(content, {}).forEach(visit)
  return found
}

/** Spaces in place of code and comments, so that all positions stay the same. */
function withoutCode(content: string, codeLines: Found['codeLines']): string {
  const lines = content.split('\n')
  for (const [from, to] of codeLines) {
    for (let line = from; line < Math.min(to, lines.length); line++) lines[line] = blank(lines[line]!)
  }
  return lines
    .join('\n')
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)/g, blank)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

function* inlineOnes(text: string): Generator<Reference> {
  for (const match of text.matchAll(/\]\(\s*/g)) yield* destinationAt(text, match.index + match[0].length)
}

function* definitions(text: string): Generator<Reference> {
  for (const match of text.matchAll(/^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\n?[ \t]*/gm)) {
    yield* destinationAt(text, match.index + match[0].length)
  }
}

function* destinationAt(text: string, start: number): Generator<Reference> {
  const { ok, pos, str } = parser.helpers.parseLinkDestination(text, start, text.length)
  if (ok && str !== '') yield { destination: str, isImage: false, start, end: pos }
}

const ATTRIBUTE = /<(img|a)\b[^<>]*?\s(src|href)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

function* inTags(text: string): Generator<Reference> {
  for (const match of text.matchAll(ATTRIBUTE)) {
    const destination = match[3] ?? match[4] ?? ''
    const end = match.index + match[0].length - 1
    yield { destination, isImage: match[1]?.toLowerCase() === 'img', start: end - destination.length, end }
  }
}
