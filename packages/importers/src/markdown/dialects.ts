import { escapeHtml } from '@galley/markdown/escape'
import { outsideCode } from '@galley/markdown/outside-code'
import { embedAddress, GIST } from '../html/embeds.ts'
import type { Report } from '../report-problems.ts'

/** Rewrites what a service adds to Markdown and the site does not have. */
export type Dialect = (text: string, report: Report) => string

/** Replaces embeds by links: as paragraphs if they are alone on a line, and otherwise where they are, also within HTML. */
function replaceEmbeds(
  text: string,
  pattern: RegExp,
  report: Report,
  urlOf: (parts: readonly string[]) => string | undefined,
): string {
  return text.replaceAll(pattern, (...match) => {
    const [whole, ...parts] = match.filter((part): part is string => typeof part === 'string').slice(0, -1)
    const url = urlOf(parts)
    if (whole === undefined || url === undefined) return String(match[0])
    if (URL.canParse(url)) report.add(`An embed of ${new URL(url).hostname} was replaced by a link.`)
    const start = match.findLast((part): part is number => typeof part === 'number') ?? 0
    return linkAt(text, start, start + whole.length, url)
  })
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
function embedUrl(service: string, id: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(id)) return id
  const name = service.toLowerCase()
  const base = Object.hasOwn(EMBED_BASES, name) ? EMBED_BASES[name] : undefined
  return base !== undefined && /^[\w./@-]{1,200}$/.test(id) ? base + id.replace(/^[/@]+/, '') : undefined
}

export const zennDialect: Dialect = (text, report) =>
  outsideCode(text, part =>
    replaceEmbeds(part, /@\[([a-z]+)\]\(([^)\s]{1,2000})\)/g, report, ([service = '', id = '']) => {
      const url = embedUrl(service, id)
      if (url === undefined) report.add(`@[${service}] stays as text.`)
      return url
    }),
  )

const SOURCE = /\ssrc\s*=\s*["']?((?:https?:)?\/\/[^\s"'<>]+)/i

/** Frames, films and scripts in HTML, which the site does not show. */
export const htmlDialect: Dialect = (text, report) =>
  outsideCode(text, part => {
    for (const [script] of part.matchAll(/<script\b[^<>]*>/gi)) {
      if (!GIST.test(SOURCE.exec(script)?.[1] ?? '')) report.add('A script was removed.')
    }
    const pattern = /<(iframe|video|audio|embed|script)\b([^<>]*)>(?:((?:(?!<\/?\1\b)[\s\S]){0,2000})<\/\1\s*>)?/gi
    return replaceEmbeds(part, pattern, report, ([tag = '', attributes = '', inner = '']) => {
      const source = (SOURCE.exec(attributes) ?? SOURCE.exec(inner))?.[1]?.replace(/^\/\//, 'https://')
      if (tag.toLowerCase() === 'script') return GIST.exec(source ?? '')?.[1]
      return source === undefined ? undefined : embedAddress(source.replaceAll('&amp;', '&'))
    })
  })

/** Marks the edges of comments. It is in no file: it is removed when a file is read. */
const COMMENT_MARK = '\0'

/** A comment of Liquid. What it contains was never shown. */
const withoutComments = (text: string): string => {
  const marked = outsideCode(text, part => part.replaceAll(/(?<!\{)\{%-?\s*comment\s*-?%\}/g, COMMENT_MARK))
  return marked
    .replaceAll(/\0(?:(?!\{%-?\s*endcomment)[^\0])*\{%-?\s*endcomment\s*-?%\}/g, '')
    .replaceAll(COMMENT_MARK, '')
}

const LIQUID_TAG = /(?<!\{)\{%-?\s*(\w+)\s+([^\s%]+)[^%]*?-?%\}/g

const withLiquid = (text: string, report: Report, urlOf: (tag: string, id: string) => string | undefined): string => {
  const withCode = withoutComments(text).replaceAll(
    /\{%-?\s*(?:highlight\s+([\w#+-]+)|codeblock)\b([^%]*)-?%\}\n?([\s\S]*?)\n?\{%-?\s*end(?:highlight|codeblock)\s*-?%\}/g,
    (_, language, options, code) =>
      `\n\`\`\`${language ?? /\blang:([\w#+-]+)/.exec(options)?.[1] ?? ''}\n${code}\n\`\`\`\n`,
  )
  return outsideCode(withCode, part => {
    const withoutRaw = part.replaceAll(/(?<!\{)\{%-?\s*(?:end)?(?:raw|katex)\b[^%]*-?%\}/g, '')
    return replaceEmbeds(withImages(withoutRaw), LIQUID_TAG, report, ([tag = '', argument = '']) => {
      const url = urlOf(tag, argument.replaceAll(/^["']|["']$/g, ''))
      if (url === undefined) report.add(`The tag {% ${tag} %} stays as text.`)
      return url
    })
  })
}

/** Images of Hexo: `{% asset_img rain.jpg A title %}`, and `{% img right /rain.jpg 100 200 %}`. */
const withImages = (text: string): string =>
  text.replaceAll(
    /\{%\s*(?:asset_img|img)\s([^%\n]{1,300}?\.(?:png|jpe?g|gif|webp))(?=\s)([^%]*)%\}/gi,
    (_, path: string, more: string) => {
      const alt = more.replaceAll(/\b\d+\b|["'[\]]/g, '').trim()
      return `![${alt}](<${path.split(/\s+/).at(-1)}>)`
    },
  )

/** Liquid tags of dev.to. */
export const devtoDialect: Dialect = (text, report) =>
  withLiquid(text, report, (tag, id) =>
    ['link', 'user'].includes(tag) && /^[\w./@-]{1,200}$/.test(id)
      ? `https://dev.to/${id.replace(/^[/@]+/, '')}`
      : embedUrl(tag, id),
  )

/** Liquid tags of Jekyll, and what its Markdown parser adds. */
export const jekyllDialect: Dialect = (text, report) => {
  const withFiles = outsideCode(text, part =>
    part
      .replaceAll(/\{%-?\s*link\s+([^\s%]+)\s*-?%\}/g, '$1')
      .replaceAll(/\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g, '$1.md')
      .replaceAll(/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, '')
      .replaceAll(
        /\{\{[^{}]*\|\s*(?:relative_url|absolute_url)\s*\}\}/g,
        whole => /["']([^"']*)["']/.exec(whole)?.[1] ?? whole,
      )
      // The place of a table of contents.
      .replaceAll(/^[*+-][ \t]+[^\n]*\n\{:\s*toc[^{}\n]*\}/gim, '')
      // Attributes of kramdown, {: .center}, and of headings, {#name}.
      .replaceAll(/(?<![ \t])[ \t]*\{:[^{}\n]*\}/g, '')
      .replaceAll(/^(#{1,6}[ \t][^\n{}]*)\{[#.][^{}\n]*\}[ \t]*$/gm, (_, heading) => heading.trimEnd()),
  )
  return withLiquid(withFiles, report, embedUrl)
}

const attributeOf = (attributes: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(attributes)?.[1] ?? ''

/** Names of Obsidian for the boxes of the site. Its other boxes are notes. */
const BOXES: Readonly<Record<string, string>> = {
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  check: 'TIP',
  done: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  caution: 'CAUTION',
  attention: 'WARNING',
  danger: 'CAUTION',
  error: 'CAUTION',
  bug: 'CAUTION',
  failure: 'CAUTION',
  fail: 'CAUTION',
  missing: 'CAUTION',
}

/** `> [!tip]- Title`. The site has boxes without titles that do not close. */
const withBoxes = (text: string): string =>
  text.replaceAll(/^([ \t]*(?:>[ \t]?)+)\[!([a-z]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*(.*)$/gim, (_, quote, kind, title) => {
    const name = Object.hasOwn(BOXES, kind.toLowerCase()) ? BOXES[kind.toLowerCase()] : 'NOTE'
    const lines = title === '' ? [`[!${name}]`] : [`[!${name}]`, `**${title}**`, '']
    return lines.map(line => quote + line).join('\n')
  })

/** `%%…%%`, also on several lines. It is not shown, so it must not become public. */
function withoutPrivateText(text: string, report: Report): string {
  const marked = outsideCode(text, part => part.replaceAll('%%', COMMENT_MARK))
  return (
    marked
      // Behind a number, it means percent.
      .replaceAll(/(?<!\d)\0[^\0]*\0/g, () => {
        report.add('A comment of Obsidian (%%…%%) was removed.')
        return ''
      })
      .replaceAll(COMMENT_MARK, '%%')
  )
}

/** Images (`![[rain.png|300]]`), boxes, marked text and comments of Obsidian. Its links name notes, which have no address. */
export const obsidianDialect: Dialect = (text, report) =>
  outsideCode(withoutPrivateText(text, report), part =>
    withBoxes(part)
      .replaceAll(/(!?)\[\[([^[\]|\n]+?)(?:\\?\|([^[\]\n]*))?\]\](?![([:])/g, (whole, mark, name, label = '') => {
        if (mark === '!' && /\.(?:png|jpe?g|gif|webp)$/i.test(name)) {
          const alt = SIZE.test(label) ? '' : label
          return `![${alt}](<${name.replaceAll(/[%#?<>]/g, encodeURIComponent)}>)`
        }
        report.add(`A link or embed of Obsidian, [[${name}]], stays as text.`)
        return whole
      })
      .replaceAll(/!\[([^[\]|\n]*)\|\d+(?:x\d+)?\]\(/g, '![$1](')
      .replaceAll(/(?<![=\w])==(?=[^\s=])([^=\n]+)(?<=\S)==(?![=\w])/g, '<mark>$1</mark>'),
  )

const SIZE = /^\d+(?:x\d+)?$/

/** Shortcodes of Hugo. */
export const hugoDialect: Dialect = (text, report) => {
  const withCode = text.replaceAll(
    /\{\{[<%]\s*highlight\s+"?([\w#+-]+)"?[^}]*[>%]\}\}\n?([\s\S]*?)\n?\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
    (_, language, code) => `\n\`\`\`${language}\n${code}\n\`\`\`\n`,
  )
  return outsideCode(withCode, part => {
    const replaced = part
      .replaceAll(/\{\{[<%]\s*figure\s+([^}]*?)\/?\s*[>%]\}\}/g, (_, attributes) => {
        const caption = attributeOf(attributes, 'caption') || attributeOf(attributes, 'title')
        const title = caption === '' ? '' : ` "${caption}"`
        return `\n\n![${attributeOf(attributes, 'alt')}](<${attributeOf(attributes, 'src')}>${title})\n\n`
      })
      .replaceAll(/\{\{[<%]\s*(?:rel)?ref\s+"([^"]*)"\s*[>%]\}\}/g, '$1')
    const shortcode = /\{\{[<%]\s*(\/?[\w-]+)\s*([^{}]{0,2000}?)\/?\s*[>%]\}\}/g
    return replaceEmbeds(replaced, shortcode, report, ([name = '', given = '']) => {
      const words = given.trim().replaceAll('"', '').split(/\s+/)
      const id = attributeOf(given, 'id') || (name === 'gist' ? words.slice(0, 2).join('/') : (words[0] ?? ''))
      const url = embedUrl(name, id)
      if (url === undefined) report.add(`The shortcode ${name.replace('/', '')} stays as text.`)
      return url
    })
  })
}
