import { readDate } from '../fields/read-date.ts'
import { zennDialect } from './dialects.ts'
import { isTrue, listField, textField } from './field-values.ts'
import type { MarkdownService } from './read-files.ts'

/** A repository of the Zenn CLI: `articles/<slug>.md`, with images in `images/`. */
export const zenn: MarkdownService = {
  kind: 'zenn',
  isPost: path => /^(?:articles|books\/[^/]+)\/[^/]+\.md$/.test(path),
  dialects: [zennDialect],
  fieldsOf: ({ fields = {}, text }, path, { siteUrl }) => {
    if (path.startsWith('books/')) return 'It is a chapter of a book. Only articles are imported.'
    const slug = path.replace(/^.*\//, '').replace(/\.md$/, '')
    const published = readDate(fields['published_at'])
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
