import { outsideCode } from '@galley/markdown/outside-code'
import type { Dialect } from './dialect.ts'
import { embedUrl, replaceEmbeds } from './replace-embeds.ts'

const attributeOf = (attributes: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(attributes)?.[1] ?? ''

/** Shortcodes of Hugo. */
export const hugoDialect: Dialect = (text, report) => {
  const withCode = text.replaceAll(
    /\{\{[<%]\s*highlight\s+"?([\w#+-]+)(?![\w#+-])[^{}]*[>%]\}\}\n?((?:(?!\{\{[<%]\s*highlight\s)[\s\S])*?)\n?\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
    (_, language, code) => `\n\`\`\`${language}\n${code}\n\`\`\`\n`,
  )
  return outsideCode(withCode, part => {
    const replaced = part
      .replaceAll(/\{\{[<%]\s*figure\s([^{}]*)[>%]\}\}/g, (_, attributes) => {
        const caption = attributeOf(attributes, 'caption') || attributeOf(attributes, 'title')
        const title = caption === '' ? '' : ` "${caption}"`
        return `\n\n![${attributeOf(attributes, 'alt')}](<${attributeOf(attributes, 'src')}>${title})\n\n`
      })
      .replaceAll(/\{\{[<%]\s*(?:rel)?ref\s+"([^"]*)"\s*[>%]\}\}/g, '$1')
    const shortcode = /\{\{[<%]\s*(\/?[\w-]+)(?![\w-])([^{}]{0,2000})[>%]\}\}/g
    return replaceEmbeds(replaced, shortcode, report, ([name = '', given = '']) => {
      const words = given
        .replace(/\/\s*$/, '')
        .trim()
        .replaceAll('"', '')
        .split(/\s+/)
      const id = attributeOf(given, 'id') || (name === 'gist' ? words.slice(0, 2).join('/') : (words[0] ?? ''))
      const url = embedUrl(name, id)
      if (url === undefined) report.add({ code: 'shortcode_kept', values: { shortcode: name.replace('/', '') } })
      return url
    })
  })
}
