import { outsideCode } from '@galley/markdown/outside-code'
import type { Report } from '../report-problems.ts'

/** Rewrites what a service adds to Markdown and the site does not have. */
export type Dialect = (text: string, report: Report) => string

const embed = (url: string, report: Report): string => {
  if (URL.canParse(url)) report.add(`An embed of ${new URL(url).hostname} was replaced by a link.`)
  return `\n\n<${url}>\n\n`
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
  link: 'https://dev.to/',
  user: 'https://dev.to/',
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
    part.replaceAll(/@\[([a-z]+)\]\(([^)\s]+)\)/g, (whole, service, id) => {
      const url = embedUrl(service, id)
      if (url !== undefined) return embed(url, report)
      report.add(`@[${service}] stays as text.`)
      return whole
    }),
  )

export const qiitaDialect: Dialect = (text, report) =>
  outsideCode(text, part =>
    part.replaceAll(/<iframe\b[^>]*\bsrc="(https?:[^"]+)"[^>]*>\s*(?:<\/iframe>)?/gi, (_, url) => embed(url, report)),
  )

const LIQUID_EMBED = /\{%-?\s*(\w+)\s+([^\s%]+)[^%]*?-?%\}/g

/** Liquid tags of dev.to and Jekyll. */
export const liquidDialect: Dialect = (text, report) => {
  const withCode = text.replaceAll(
    /\{%-?\s*highlight\s+([\w#+-]+)[^%]*-?%\}\n?([\s\S]*?)\n?\{%-?\s*endhighlight\s*-?%\}/g,
    (_, language, code) => `\n\`\`\`${language}\n${code}\n\`\`\`\n`,
  )
  return outsideCode(withCode, part =>
    part
      .replaceAll(/\{%-?\s*(?:end)?(?:raw|comment|katex)\b[^%]*-?%\}/g, '')
      .replaceAll(LIQUID_EMBED, (whole, tag, argument) => {
        const id = argument.replaceAll(/^["']|["']$/g, '')
        const url = embedUrl(tag, id)
        if (url !== undefined) return embed(url, report)
        report.add(`The tag {% ${tag} %} stays as text.`)
        return whole
      })
      .replaceAll(/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, '')
      .replaceAll(
        /\{\{[^{}]*\|\s*(?:relative_url|absolute_url)\s*\}\}/g,
        whole => /["']([^"']*)["']/.exec(whole)?.[1] ?? whole,
      )
      // Attributes of kramdown: {: .center}
      .replaceAll(/[ \t]*\{:[^{}\n]*\}/g, ''),
  )
}

const attributeOf = (attributes: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(attributes)?.[1] ?? ''

/** Images of Obsidian, `![[rain.png|300]]`. Its links name notes, which have no address. */
export const obsidianDialect: Dialect = (text, report) =>
  outsideCode(text, part =>
    part.replaceAll(/(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\](?![([:])/g, (whole, mark, name, label = '') => {
      if (mark === '!' && /\.(?:png|jpe?g|gif|webp)$/i.test(name)) {
        const alt = /^\d+(?:x\d+)?$/.test(label) ? '' : label
        return `![${alt}](<${name.replaceAll(/[%#?<>]/g, encodeURIComponent)}>)`
      }
      report.add(`A link or embed of Obsidian, [[${name}]], stays as text.`)
      return whole
    }),
  )

/** Shortcodes of Hugo. */
export const hugoDialect: Dialect = (text, report) => {
  const withCode = text.replaceAll(
    /\{\{[<%]\s*highlight\s+"?([\w#+-]+)"?[^}]*[>%]\}\}\n?([\s\S]*?)\n?\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
    (_, language, code) => `\n\`\`\`${language}\n${code}\n\`\`\`\n`,
  )
  return outsideCode(withCode, part =>
    part
      .replaceAll(/\{\{[<%]\s*figure\s+([^}]*?)\/?\s*[>%]\}\}/g, (_, attributes) => {
        const caption = attributeOf(attributes, 'caption') || attributeOf(attributes, 'title')
        const title = caption === '' ? '' : ` "${caption}"`
        return `\n\n![${attributeOf(attributes, 'alt')}](<${attributeOf(attributes, 'src')}>${title})\n\n`
      })
      .replaceAll(/\{\{[<%]\s*(?:rel)?ref\s+"([^"]*)"\s*[>%]\}\}/g, '$1')
      .replaceAll(/\{\{[<%]\s*(\/?[\w-]+)\s*([^}]*?)\/?\s*[>%]\}\}/g, (whole, name, argument) => {
        const url = embedUrl(name, argument.trim().split(/\s+/)[0].replaceAll('"', ''))
        if (url !== undefined) return embed(url, report)
        report.add(`The shortcode ${name.replace('/', '')} stays as text.`)
        return whole
      }),
  )
}
