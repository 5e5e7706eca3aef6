import { escapeHtml } from '@galley/markdown/escape'
import type { Report } from '../../problems/problem.ts'

/** Replaces embeds by links: as paragraphs if they are alone on a line, and otherwise where they are, also within HTML. */
export function replaceEmbeds(
  text: string,
  pattern: RegExp,
  report: Report,
  urlOf: (parts: readonly string[]) => string | undefined,
): string {
  let result = ''
  let at = 0
  let line = lineAt(text, 0)
  for (const match of text.matchAll(pattern)) {
    const { index } = match
    const [whole, ...parts] = match
    const url = urlOf(parts)
    if (url === undefined) continue
    if (URL.canParse(url)) report.add({ code: 'embed_replaced', values: { host: new URL(url).hostname } })
    const end = index + whole.length
    if (index >= line.end) line = lineAt(text, index)
    const first = line
    if (end > line.end) line = lineAt(text, end - 1)
    result += text.slice(at, index) + linkBetween([first, index], [line, end], url)
    at = end
  }
  return result + text.slice(at)
}

/** A line, and where it has text and signs of HTML. It is read once, as it may be long and have many embeds. */
interface Line {
  readonly start: number
  readonly end: number
  readonly text: Range
  readonly signs: Range
}

type Range = readonly [first: number, last: number]

function lineAt(text: string, index: number): Line {
  const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
  const next = text.indexOf('\n', index)
  const end = next === -1 ? text.length : next
  const line = text.slice(start, end)
  const textEnd = line.trimEnd().length
  return {
    start,
    end,
    text: textEnd === 0 ? NOWHERE : [start + line.length - line.trimStart().length, start + textEnd - 1],
    signs: line.includes('<') ? [start + line.indexOf('<'), start + line.lastIndexOf('<')] : NOWHERE,
  }
}

const NOWHERE: Range = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

function linkBetween([first, start]: [Line, number], [last, end]: [Line, number], url: string): string {
  const hasTextBefore = first.text[0] < start
  const hasTextAfter = last.text[1] >= end
  if (start === first.start && !hasTextAfter) return `\n\n<${url}>\n\n`
  // Within HTML, <https://…> would be a tag.
  const isInHtml = first.signs[0] < start || last.signs[1] >= end || !(hasTextBefore || hasTextAfter)
  return isInHtml ? `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` : `<${url}>`
}

const EMBED_BASES: Readonly<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
  speakerdeck: 'https://speakerdeck.com/player/',
  slideshare: 'https://www.slideshare.net/slideshow/embed_code/key/',
  jsfiddle: 'https://jsfiddle.net/',
  codepen: 'https://codepen.io/',
  github: 'https://github.com/',
  gist: 'https://gist.github.com/',
  twitter: 'https://twitter.com/i/status/',
  tweet: 'https://twitter.com/i/status/',
  instagram: 'https://www.instagram.com/p/',
  spotify: 'https://open.spotify.com/',
  stackblitz: 'https://stackblitz.com/edit/',
  codesandbox: 'https://codesandbox.io/s/',
  replit: 'https://replit.com/',
  x: 'https://twitter.com/i/status/',
}

/** The page of something that is embedded by its service and id. */
export function embedUrl(service: string, id: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(id)) return id
  const name = service.toLowerCase()
  const base = Object.hasOwn(EMBED_BASES, name) ? EMBED_BASES[name] : undefined
  return base !== undefined && /^[\w./@-]{1,200}$/.test(id) ? base + id.replace(/^[/@]+/, '') : undefined
}
