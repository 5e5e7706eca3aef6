import { escapeHtml } from '@galley/markdown/escape'
import type { Problem } from '../problems/problem.ts'
import { replacePairs } from './replace-pairs.ts'

/** What shortcodes need to know. */
interface ShortcodeContext {
  /** The address of an uploaded file. */
  readonly attachmentUrl: (id: string) => string | undefined
  readonly report: (problem: Problem) => void
}

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s*=\\s*["']?([^"'\\]]*)`, 'i').exec(attributes)?.[1]?.trim()

/** Plugins have shortcodes that are named after languages. */
const CODE =
  /\[((?:source)?code|php|html|css|js|javascript|xml|sql|bash|shell|python|ruby|java|csharp|cpp|perl|diff|yaml|json)\b([^[\]]*)\]/gi

/** Replaces the shortcodes of WordPress itself and of code plugins by HTML. Others stay text, and are reported. */
export function replaceShortcodes(text: string, { attachmentUrl, report }: ShortcodeContext): string {
  const closing = (name: string): string => `\\[/${name}\\]`
  const withCode = replacePairs(text, CODE, closing, codeOf)
  const withImages = replacePairs(withCode, /\[(caption)\b([^[\]]*)\]/gi, closing, figureOf)
  const withFormulas = replacePairs(withImages, /\[(latex|katex)\b[^[\]]*\]/gi, closing, (_, tex) => `\\(${tex}\\)`)
  const replaced = withFormulas
    .replaceAll(/\[embed\b[^[\]]*\]\s*([^\s[]+)\s*\[\/embed\]/gi, (_, url) => `\n\n${url}\n\n`)
    .replaceAll(
      /\[(?:youtube|vimeo|video|audio)\b\s*=?([^[\]]*)\](?:\[\/(?:video|audio)\])?/gi,
      (whole, attributes) => {
        const url = /https?:\/\/[^\s"'\]]+/.exec(attributes)?.[0]
        return url === undefined ? whole : `\n\n${url}\n\n`
      },
    )
    .replaceAll(/\[gallery\b([^[\]]*)\]/gi, (_, attributes) => {
      const ids = (attributeOf(attributes, 'ids') ?? attributeOf(attributes, 'include') ?? '').split(',')
      const addresses = ids.map(id => attachmentUrl(id.trim())).filter(url => url !== undefined)
      if (addresses.length === 0) report({ code: 'gallery_removed' })
      return addresses.map(url => `\n\n<p><img src="${escapeHtml(url)}" alt=""></p>`).join('')
    })
  for (const [, opened, closed] of withoutCode(replaced).matchAll(
    /(?<![\w\]\\])\[([a-z][\w-]{2,30})\s+[\w-]+=[^[\]]*\](?!\()|\[\/([a-z][\w-]{2,30})\]/gi,
  )) {
    report({ code: 'shortcode_kept', values: { shortcode: `[${opened ?? closed}]` } })
  }
  return replaced
}

function codeOf([, tag = '', attributes = '']: RegExpExecArray, code: string): string {
  const language = attributeOf(attributes, 'lang(?:uage)?') ?? (/code$/i.test(tag) ? undefined : tag.toLowerCase())
  const name = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`
  return `<pre><code${name}>${/&lt;|&gt;|&amp;/.test(code) ? code : escapeHtml(code)}</code></pre>`
}

function figureOf([, , attributes = '']: RegExpExecArray, inner: string): string {
  const [, image = '', caption = ''] =
    /^((?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i.exec(inner.trimStart()) ?? []
  if (image === '') return inner
  const text = caption.trim() || attributeOf(attributes, 'caption') || ''
  return `<figure>${image}<figcaption>${text}</figcaption></figure>`
}

const withoutCode = (text: string): string =>
  replacePairs(
    text,
    /<(pre|code)\b/gi,
    name => `</${name}>`,
    () => '',
  )
