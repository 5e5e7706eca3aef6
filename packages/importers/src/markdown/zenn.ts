import { outsideCode } from '@galley/markdown/outside-code'
import { readDate } from '../fields/read-date.ts'
import type { Dialect } from './dialects/dialect.ts'
import { htmlDialect } from './dialects/html.ts'
import { embedUrl, replaceEmbeds } from './dialects/replace-embeds.ts'
import { isTrue, listField, textField } from './field-values.ts'
import type { MarkdownService } from './read-files.ts'

/** `@[youtube](…)`. */
const zennDialect: Dialect = (text, report) =>
  outsideCode(text, part =>
    replaceEmbeds(part, /@\[([a-z]+)\]\(([^)\s]{1,2000})\)/g, report, ([service = '', id = '']) => {
      const url = embedUrl(service, id)
      if (url === undefined) report.add({ code: 'zenn_embed_kept', values: { service } })
      return url
    }),
  )

/** A repository of the Zenn CLI: `articles/<slug>.md`, with images in `images/`. */
export const zenn: MarkdownService = {
  kind: 'zenn',
  isPost: path => /^(?:articles|books\/[^/]+)\/[^/]+\.md$/.test(path),
  dialects: [zennDialect, htmlDialect],
  fieldsOf: ({ fields = {}, text }, path, { siteUrl }) => {
    if (path.startsWith('books/')) return { code: 'book_chapter' }
    const slug = path.replace(/^.*\//, '').replace(/\.md$/, '')
    const published = readDate(inJapan(textField(fields, 'published_at')))
    return {
      id: slug,
      text,
      title: textField(fields, 'title'),
      state: isTrue(fields['published']) ? 'published' : 'draft',
      slug,
      created: published,
      published,
      tags: listField(fields, /,/, 'topics'),
      // `tech` or `idea`.
      categories: fields['type'] === 'tech' ? ['tech'] : [],
      ...(siteUrl !== undefined && { url: `${siteUrl.replace(/\/+$/, '')}/articles/${slug}` }),
    }
  },
}

/** Zenn writes times of Japan without a zone: `2024-05-01 09:00`, or only the day. */
const inJapan = (time: string | undefined): string | undefined =>
  time?.replace(/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/, (_, day, clock = '00:00') => `${day} ${clock} +0900`)
