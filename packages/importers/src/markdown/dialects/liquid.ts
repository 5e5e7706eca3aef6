import { outsideCode } from '@galley/markdown/outside-code'
import { digitAsEntity, onOneLine, texOf } from '../../html/formulas.ts'
import type { Report } from '../../problems/problem.ts'
import { COMMENT_MARK, type Dialect } from './dialect.ts'
import { embedUrl, replaceEmbeds } from './replace-embeds.ts'

/** Without comments of Liquid and kramdown. What they contain was never shown. */
const withoutComments = (text: string): string =>
  outsideCode(text, part => part.replaceAll(/(?<!\{)\{%-?\s*comment\s*-?%\}|\{::comment\}/g, COMMENT_MARK))
    .replaceAll(/\0(?:(?!\{%-?\s*endcomment|\{:\/)[^\0])*(?:\{%-?\s*endcomment\s*-?%\}|\{:\/(?:comment)?\})/g, '')
    .replaceAll(COMMENT_MARK, '')

const LIQUID_TAG = /(?<!\{)\{%-?\s*(\w+)\s+([^\s%]+)(?![^\s%])[^%]*%\}/g

const withLiquid = (text: string, report: Report, urlOf: (tag: string, id: string) => string | undefined): string => {
  const withCode = text.replaceAll(
    /\{%-?\s*(?:highlight\s+([\w#+]+(?:-[\w#+]+)*)(?!-?[\w#+])|codeblock\b)([^%]*)%\}\n?((?:(?!\{%-?\s*(?:highlight|codeblock)\b)[\s\S])*?)\n?\{%-?\s*end(?:highlight|codeblock)\s*-?%\}/g,
    (_, language, options, code) =>
      `\n\`\`\`${language ?? /\blang:([\w#+-]+)/.exec(options)?.[1] ?? ''}\n${code}\n\`\`\`\n`,
  )
  return outsideCode(withCode, part => {
    const withoutRaw = withFormulas(part).replaceAll(/(?<!\{)\{%-?\s*(?:end)?(?:raw|katex)\b[^%]*-?%\}/g, '')
    return replaceEmbeds(withImages(withoutRaw), LIQUID_TAG, report, ([tag = '', argument = '']) => {
      const url = urlOf(tag, argument.replaceAll(/^["']|["']$/g, ''))
      if (url === undefined) report.add({ code: 'liquid_tag_kept', values: { tag } })
      return url
    })
  })
}

const KATEX =
  /(?:(^[ \t]*)|)(?<!\{)\{%-?\s*katex\b([^%]*)%\}((?:(?!\{%)[\s\S]){0,2000})\{%-?\s*endkatex\s*-?%\}(?:([ \t]*$)|(\d)|)/gm

/** Formulas of dev.to, as a block if they are alone on their lines. */
const withFormulas = (text: string): string =>
  text.replaceAll(KATEX, (whole, before, options: string, source: string, after, digit = '') => {
    const tex = texOf(source)
    if (tex === undefined) return whole
    const isBlock = before !== undefined && after !== undefined && !options.includes('inline')
    if (isBlock) return `\n\n$$\n${tex}\n$$\n\n`
    return `${before ?? ''}$${onOneLine(tex)}$${digit && digitAsEntity(digit)}${after ?? ''}`
  })

/** Images of Hexo: `{% asset_img rain.jpg A title %}`, and `{% img right /rain.jpg 100 200 %}`. */
const withImages = (text: string): string =>
  text.replaceAll(
    /\{%\s*(?:asset_img|img)\s([^%\n]{1,300}?\.(?:png|jpe?g|gif|webp))(?=\s)([^%]*)%\}/gi,
    (_, path: string, more: string) => {
      const alt = more
        .replace(/^(?:\s+\d+){1,2}(?!\S)/, '')
        .replaceAll(/["'[\]]/g, '')
        .trim()
      return `![${alt}](<${path.split(/\s+/).at(-1)}>)`
    },
  )

/** Liquid tags of dev.to. */
export const devtoDialect: Dialect = (text, report) =>
  withLiquid(withoutComments(text), report, (tag, id) =>
    ['link', 'user'].includes(tag) && /^[\w./@-]{1,200}$/.test(id)
      ? `https://dev.to/${id.replace(/^[/@]+/, '')}`
      : embedUrl(tag, id),
  )

const ATTRIBUTE = /(?:[.#][\w-]+)+|[\w-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s"'{}]+)|toc/.source
/** Attributes of kramdown, such as `{: .center}`, and `{:name: .center}`, which gives them a name. */
const ATTRIBUTES = new RegExp(
  `(?<![ \\t])[ \\t]*\\{:(?:[\\w-]+:)?[ \\t]*(?:${ATTRIBUTE})(?:[ \\t]+(?:${ATTRIBUTE}))*[ \\t]*\\}`,
  'g',
)

/** Liquid tags of Jekyll, and what its Markdown parser adds. */
export const jekyllDialect: Dialect = (text, report) => {
  const withFiles = outsideCode(withoutComments(text), part =>
    part
      .replaceAll(/\{%-?\s*link\s+([^\s%]+)\s*-?%\}/g, '$1')
      .replaceAll(/\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g, '$1.md')
      .replaceAll(/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, '')
      .replaceAll(
        /\{\{[^{}]*\|\s*(?:relative_url|absolute_url)\s*\}\}/g,
        whole => /["']([^"']*)["']/.exec(whole)?.[1] ?? whole,
      )
      // The place of a table of contents.
      .replaceAll(/^[*+-][ \t][^\n]*\n\{:\s*toc[^{}\n]*\}/gim, '')
      .replaceAll(ATTRIBUTES, '')
      .replaceAll(/^\{:[ \t]*[\w-]+[ \t]*\}[ \t]*$|\{:[:/][^{}\n]*\}/gm, '')
      // Of a heading, {#name}.
      .replaceAll(/^(#{1,6}[ \t][^\n{}]*)\{[#.][^{}\n]*\}[ \t]*$/gm, (_, heading) => heading.trimEnd()),
  )
  return withLiquid(withFiles, report, embedUrl)
}
