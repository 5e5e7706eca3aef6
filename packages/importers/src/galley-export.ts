import { CATEGORY_VALUES, type CategoryValue } from '@galley/contract/writing/categories'
import { ID_KEY, SERIES_KEY } from '@galley/contract/writing/front-matter'
import { POST_TYPES } from '@galley/contract/writing/posts'
import { SERIES_STATUSES } from '@galley/contract/writing/series'
import { outsideCode } from '@galley/markdown/outside-code'
import type { Archive } from './archive/archive.ts'
import { decodeText } from './archive/decode-text.ts'
import { dirName, joinPaths } from './archive/posix-path.ts'
import { externalId } from './fields/external-id.ts'
import { readDate } from './fields/read-date.ts'
import { findImage } from './find-image.ts'
import type { ContentPart, ImportedPost, ImportedSeries, ReadResult } from './imported-post.ts'
import { listField, textField } from './markdown/field-values.ts'
import { readMarkdownFile } from './markdown/front-matter.ts'
import { ArchiveError, FileError, type Problem, Report } from './problems/problem.ts'
import type { ReadOptions } from './read-options.ts'
import type { Source } from './source.ts'
import { tryConvert } from './try-convert.ts'

const LIST_MAX_BYTES = 256 * 1024 ** 2
const POST_MAX_BYTES = 16 * 1024 ** 2

type Row = Readonly<Record<string, unknown>>

/** The export of an account of Galley. Its values are valid for the server as they are, so nothing is cut or converted. */
export async function readExport(archive: Archive, options: ReadOptions): Promise<Source> {
  if (!archive.has('posts.json')) throw new ArchiveError({ code: 'not_of_galley' })
  const entries = rowsOf(await readJson(archive, 'posts.json'))
  const account = ((archive.has('account.json') && (await readJson(archive, 'account.json'))) || {}) as Row
  const series = rowsOf(account['series'])
  return {
    total: entries.length,
    series: series.map(row => seriesOf(archive, row)),
    losses: lossesOf(account),
    results: readPosts(archive, entries, series, rowsOf(account['redirects']), options),
  }
}

async function readJson(archive: Archive, file: string): Promise<unknown> {
  const text = decodeText(await archive.read(file, LIST_MAX_BYTES), file)
  try {
    return JSON.parse(text)
  } catch {
    throw new ArchiveError({ code: 'export_unreadable', values: { file } })
  }
}

const rowsOf = (list: unknown): readonly Row[] =>
  Array.isArray(list) ? list.filter(row => typeof row === 'object' && row !== null) : []

function seriesOf(archive: Archive, row: Row): ImportedSeries {
  return {
    slug: textField(row, 'slug') ?? '',
    title: textField(row, 'title') ?? '',
    description: textField(row, 'description'),
    status: SERIES_STATUSES.find(status => status === row['status']) ?? SERIES_STATUSES[0],
    coverImage: imageOf(archive, 'account.json', textField(row, 'cover_image_url')),
  }
}

/** What an import cannot bring back, for the report. */
function lossesOf(account: Row): Problem[] {
  return [
    { code: 'reactions_left_out' },
    { code: 'versions_left_out' },
    { code: 'account_left_out' },
    { code: 'images_left_out' },
    ...rowsOf(account['webhooks']).map(
      (row): Problem => ({ code: 'webhook_left_out', values: { url: textField(row, 'url') ?? '' } }),
    ),
  ]
}

async function* readPosts(
  archive: Archive,
  entries: readonly Row[],
  series: readonly Row[],
  redirects: readonly Row[],
  options: ReadOptions,
): AsyncGenerator<ReadResult> {
  const paths = new Map<unknown, string[]>()
  for (const { path, post_id } of redirects) paths.set(post_id, [...(paths.get(post_id) ?? []), String(path)])
  for (const entry of entries) {
    const [source, title] = [textField(entry, 'file') ?? '', textField(entry, 'title') ?? '']
    if (entry['status'] === 'deleted') {
      yield { skipped: { source, title, reason: 'not_a_post', problem: { code: 'in_trash' } } }
      continue
    }
    const oldPaths = paths.get(entry['id']) ?? []
    yield tryConvert(source, title, async () => readPost(archive, source, entry, series, oldPaths, options))
  }
}

async function readPost(
  archive: Archive,
  source: string,
  entry: Row,
  allSeries: readonly Row[],
  oldPaths: readonly string[],
  { prefix, now }: ReadOptions,
): Promise<ImportedPost> {
  const bytes = await archive.read(source, POST_MAX_BYTES)
  // Not trimmed: the text is what the author has written.
  const file = new TextDecoder().decode(bytes)
  const head = /^---\n[\s\S]*?\n---\n\n/.exec(file)?.[0]
  const { fields } = readMarkdownFile(head ?? '')
  if (head === undefined || fields === undefined)
    throw new FileError({ code: 'file_not_of_export', values: { file: source } })
  const report = new Report()
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  const number = (name: string) => (fields[name] === undefined ? undefined : Number(fields[name]))
  const scheduledFor = readDate(fields['scheduled_for'])
  const published = readDate(entry['published_at'])
  const isSalonOnly = fields['salon_only'] === true
  const isMissed = fields['status'] === 'scheduled' && !(scheduledFor !== undefined && scheduledFor > now)
  const status = statusOf(text('status'), isSalonOnly || isMissed)
  if (isSalonOnly) report.add({ code: 'was_for_salon' })
  else if (fields['salon_id'] !== undefined) report.add({ code: 'leaves_salon' })
  if (isMissed) report.add({ code: 'schedule_passed' })
  if (status !== 'published' && published !== undefined) {
    report.add({ code: 'publication_time_lost' })
  }
  const seriesName = text(SERIES_KEY)
  const series = seriesName === undefined ? undefined : seriesOfPost(entry, seriesName, allSeries)
  if (seriesName !== undefined && series === undefined) {
    report.add({ code: 'series_unknown', values: { series: seriesName } })
  }
  return {
    externalId: text(ID_KEY) ?? externalId('galley', prefix + String(entry['id'])),
    source,
    title: text('title') ?? '',
    content: withImages(archive, source, file.slice(head.length).replace(/\n$/, '')),
    status,
    visibility: fields['visibility'] === 'unlisted' ? 'unlisted' : 'public',
    slug: textField(entry, 'slug'),
    createdAt: readDate(entry['created_at']),
    publishedAt: status === 'published' ? published : undefined,
    scheduledFor: status === 'scheduled' ? scheduledFor : undefined,
    tags: listField(fields, /,/, 'tags'),
    category: CATEGORY_VALUES.find((value): value is CategoryValue => value === fields['category']),
    sourceCategories: [],
    subtitle: text('subtitle'),
    seoTitle: text('seo_title'),
    metaDescription: text('meta_description'),
    canonicalUrl: text('canonical_url'),
    coverImage: undefined,
    oldPaths,
    oldUrl: textField(entry, 'url'),
    galley: {
      postType: POST_TYPES.find(type => type === fields['post_type']) ?? 'article',
      isPaid: fields['is_paid'] === true,
      priceJpy: number('price_jpy'),
      series,
      seriesPosition: series === undefined ? undefined : number('series_position'),
      cover: imageOf(archive, source, text('cover_image_url')),
      thumbnail: imageOf(archive, source, text('thumbnail_url')),
    },
    problems: report.problems,
  }
}

function statusOf(status: string | undefined, mustBeDraft: boolean): ImportedPost['status'] {
  const known = ['published', 'scheduled', 'archived'] as const
  return mustBeDraft ? 'draft' : (known.find(name => name === status) ?? 'draft')
}

/** The slug of its series. Exports of 0.2.0 name it by the title only. */
function seriesOfPost(entry: Row, title: string, all: readonly Row[]): string | undefined {
  const byId = all.find(row => row['id'] === entry['series_id'])
  const [byTitle, other] = all.filter(row => row['title'] === title)
  const found = byId ?? (other === undefined ? byTitle : undefined)
  return found && textField(found, 'slug')
}

/** The places where an export has the path of a file instead of the address of an image. */
const LOCAL = /(?<=\]\(\s{0,3}<?|\]:\s{0,3}<?|\b(?:src|href)\s{0,3}=\s{0,3}["'])\.\.\/images\/[^\s"'<>()#]+/gi

function withImages(archive: Archive, source: string, content: string): ContentPart[] {
  const paths: string[] = []
  const marked = outsideCode(content.replaceAll('\0', ''), text =>
    text.replaceAll(LOCAL, path => `\0${paths.push(path) - 1}\0`),
  )
  return marked
    .split('\0')
    .map((part, index) => (index % 2 === 0 ? part : (imageOf(archive, source, paths[Number(part)]) ?? '')))
}

/** A file of the archive, by its path or by the old address of the image; any other address stays as it is. */
function imageOf(archive: Archive, source: string, given: string | undefined): ContentPart | undefined {
  if (given === undefined) return undefined
  const name = /^https?:.*\/media\/posts\/[^?#]*\/([^/?#]+)$/.exec(given)?.[1]
  const path = name === undefined ? joinPaths(dirName(source), given) : `images/${name}`
  if (/^https?:/.test(given) && !archive.has(path)) return given
  return findImage(archive, path, { folders: [''] })
}
