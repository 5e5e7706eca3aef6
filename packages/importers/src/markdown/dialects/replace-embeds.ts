import { escapeHtml } from '@galley/markdown/escape'
import type { Report } from '../../report-problems.ts'

/** Replaces embeds by links: as paragraphs if they are alone on a line, and otherwise where they are, also within HTML. */
export function replaceEmbeds(
  text: string,
  pattern: RegExp,
  report: Report,
  urlOf: (parts: readonly string[]) => string | undefined,
): string {
  let result = ''
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const { index } = match
    const [whole, ...parts] = match
    const url = urlOf(parts)
    if (url === undefined) continue
    if (URL.canParse(url)) report.add(`An embed of ${new URL(url).hostname} was replaced by a link.`)
    const end = index + whole.length
    result += text.slice(at, index) + linkAt(text, index, end, url)
    at = end
  }
  return result + text.slice(at)
}

function linkAt(text: string, start: number, end: number, url: string): string {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const after = /^[^\n]*/.exec(text.slice(end))?.[0] ?? ''
  if (before === '' && after.trim() === '') return `\n\n<${url}>\n\n`
  // Within HTML, <https://…> would be a tag.
  const isInHtml = (before + after).includes('<') || (before + after).trim() === ''
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
