import type { Archive } from '../archive/archive.ts'
import { decodeText } from '../archive/decode-text.ts'
import { readDate } from '../fields/read-date.ts'
import type { ImportedPost, ReadResult } from '../imported-post.ts'
import { ArchiveError, FileError, Report } from '../problems/problem.ts'
import type { ReadOptions } from '../read-options.ts'
import type { Source } from '../source.ts'
import { tryConvert } from '../try-convert.ts'
import { htmlDialect } from './dialects/html.ts'
import { devtoDialect } from './dialects/liquid.ts'
import { isFalse, isTrue, listField, textField } from './field-values.ts'
import { readMarkdownFile } from './front-matter.ts'
import { type FileFields, type MarkdownService, postOf, readMarkdownFiles } from './read-files.ts'

const JSON_MAX_BYTES = 256 * 1024 ** 2

type Fields = Readonly<Record<string, unknown>>

/** Markdown files as dev.to's editor has them. */
const devtoFiles: MarkdownService = {
  kind: 'devto',
  isPost: path => /\.(md|markdown)$/i.test(path) && !/^README\.md$/i.test(path),
  dialects: [devtoDialect, htmlDialect],
  fieldsOf: ({ fields, text }, path) => {
    if (fields === undefined) return { code: 'no_front_matter' }
    const name = path.replace(/^.*\//, '').replace(/\.\w+$/, '')
    return fieldsOf(fields, text, textField(fields, 'id') ?? path, textField(fields, 'slug') ?? name)
  },
}

function fieldsOf(fields: Fields, text: string, id: string, slug: string | undefined): FileFields {
  const published = readDate(fields['published_at']) ?? readDate(fields['date'])
  return {
    id,
    text,
    title: textField(fields, 'title'),
    state: isTrue(fields['published']) && !isFalse(fields['published']) ? 'published' : 'draft',
    slug,
    created: readDate(fields['created_at']) ?? published,
    published,
    tags: listField(fields, /,/, 'tags', 'tag_list', 'cached_tag_list'),
    categories: [],
    description: textField(fields, 'description'),
    canonicalUrl: textField(fields, 'canonical_url'),
    cover: textField(fields, 'cover_image', 'main_image'),
    url: textField(fields, 'url') ?? (textField(fields, 'path') && `https://dev.to${textField(fields, 'path')}`),
  }
}

/** dev.to's own export (`articles.json`), or a folder of Markdown files. */
export async function readDevto(archive: Archive, options: ReadOptions): Promise<Source> {
  const file = archive.paths.find(path => /(^|\/)articles\.json$/.test(path))
  if (file === undefined) return readMarkdownFiles(archive, devtoFiles, options)
  const articles = parse(decodeText(await archive.read(file, JSON_MAX_BYTES), file))
  return { total: articles.length, results: readArticles(archive, file, articles, options) }
}

function parse(text: string): unknown[] {
  try {
    const articles: unknown = JSON.parse(text)
    if (Array.isArray(articles)) return articles
  } catch {}
  throw new ArchiveError({ code: 'articles_not_a_list' })
}

async function* readArticles(
  archive: Archive,
  file: string,
  articles: readonly unknown[],
  options: ReadOptions,
): AsyncGenerator<ReadResult> {
  for (const [index, article] of articles.entries()) {
    const source = `${file}, article ${index + 1}`
    yield tryConvert(source, '', () => readArticle(archive, source, article, options))
  }
}

function readArticle(archive: Archive, source: string, article: unknown, options: ReadOptions): ImportedPost {
  if (typeof article !== 'object' || article === null) throw new FileError({ code: 'not_an_article' })
  const outer = article as Fields
  if (typeof outer['body_markdown'] !== 'string') throw new FileError({ code: 'no_text' })
  // The text may begin with front matter. Its fields override those of the article, as on dev.to.
  const { fields = {}, text } = readMarkdownFile(outer['body_markdown'])
  const all = { ...outer, ...fields }
  const id = textField(outer, 'id') ?? textField(outer, 'slug')
  if (id === undefined) throw new FileError({ code: 'no_id_or_slug' })
  const report = new Report()
  return {
    ...postOf(archive, '', fieldsOf(all, text, id, textField(outer, 'slug')), devtoFiles, options, report),
    source,
  }
}
