import type { Archive } from '../archive/archive.ts'
import { decodeText } from '../archive/decode-text.ts'
import type { ImportedPost, ReadResult } from '../imported-post.ts'
import { makePost, type RawPost } from '../make-post.ts'
import { FileError, NotAPostError, type Problem, Report } from '../problems/problem.ts'
import type { ReadOptions } from '../read-options.ts'
import type { Source } from '../source.ts'
import { tryConvert } from '../try-convert.ts'
import type { Dialect } from './dialects/dialect.ts'
import { type MarkdownFile, readMarkdownFile } from './front-matter.ts'
import { imageOf, splitImages } from './markdown-content.ts'

const FILE_MAX_BYTES = 8 * 1024 ** 2

/** A file's fields in the words of a service. */
export interface FileFields extends Omit<RawPost, 'source' | 'content' | 'coverImage' | 'idPrefix'> {
  readonly cover?: string | undefined
  /** The text without the front matter. */
  readonly text: string
}

export interface MarkdownService {
  readonly kind: string
  /** The files that are posts. */
  readonly isPost: (path: string) => boolean
  readonly dialects: readonly Dialect[]
  /** For a file that is not a post, the reason. */
  readonly fieldsOf: (file: MarkdownFile, path: string, options: ReadOptions, report: Report) => FileFields | Problem
}

/** The Markdown files of a repository or an export. */
export function readMarkdownFiles(archive: Archive, service: MarkdownService, options: ReadOptions): Source {
  const files = archive.paths.filter(service.isPost)
  return { total: files.length, results: readAll(archive, files, service, options) }
}

async function* readAll(
  archive: Archive,
  files: readonly string[],
  service: MarkdownService,
  options: ReadOptions,
): AsyncGenerator<ReadResult> {
  for (const file of files) yield tryConvert(file, '', () => readPost(archive, file, service, options))
}

async function readPost(
  archive: Archive,
  file: string,
  service: MarkdownService,
  options: ReadOptions,
): Promise<ImportedPost> {
  const report = new Report()
  const parsed = readMarkdownFile(decodeText(await archive.read(file, FILE_MAX_BYTES), file))
  const fields = service.fieldsOf(parsed, file, options, report)
  if ('code' in fields) throw new NotAPostError(fields)
  return postOf(archive, file, fields, service, options, report)
}

export function postOf(
  archive: Archive,
  file: string,
  { cover, text, ...fields }: FileFields,
  { kind, dialects }: Pick<MarkdownService, 'kind' | 'dialects'>,
  options: ReadOptions,
  report: Report,
): ImportedPost {
  const resolve = (given: string) => imageOf(archive, file, given, fields.url ?? options.siteUrl)
  const converted = dialects.reduce((before, dialect) => dialect(before, report), text)
  if (converted.length > 8_000_000) throw new FileError({ code: 'text_too_long' })
  return makePost(
    {
      ...fields,
      idPrefix: kind,
      source: file,
      content: splitImages(converted, resolve, report),
      coverImage: cover === undefined ? undefined : resolve(cover),
    },
    options,
    report,
  )
}
