import { readDate } from '../fields/read-date.ts'
import { htmlDialect } from './dialects/html.ts'
import { isTrue, listField, textField } from './field-values.ts'
import type { MarkdownService } from './read-files.ts'

/** A repository of the Qiita CLI: `public/<name>.md`. An article that was never published has no id. */
export const qiita: MarkdownService = {
  kind: 'qiita',
  isPost: path => /^public\/[^/]+\.md$/.test(path),
  dialects: [htmlDialect],
  fieldsOf: ({ fields = {}, text }, path, { siteUrl }, report) => {
    const name = path.replace(/^.*\//, '').replace(/\.md$/, '')
    const id = textField(fields, 'id')
    const isPrivate = isTrue(fields['private'])
    if (isPrivate && id !== undefined) report.add({ code: 'becomes_unlisted' })
    const updated = readDate(fields['updated_at'])
    return {
      id: id ?? name,
      text,
      title: textField(fields, 'title'),
      state: id === undefined || isTrue(fields['ignorePublish']) ? 'draft' : 'published',
      isUnlisted: isPrivate,
      slug: name,
      // The files of Qiita have no time of publication.
      created: updated,
      published: updated,
      tags: listField(fields, /,/, 'tags'),
      categories: [],
      ...(siteUrl !== undefined && id !== undefined && { url: `${siteUrl.replace(/\/+$/, '')}/items/${id}` }),
    }
  },
}
