import type { Archive } from './archive/archive.ts'
import { decodeText } from './archive/decode-text.ts'
import { readDate } from './fields/read-date.ts'
import { findImage } from './find-image.ts'
import { htmlToMarkdown } from './html/html-to-markdown.ts'
import type { ImportedPost, ReadResult } from './imported-post.ts'
import { makePost } from './make-post.ts'
import { ArchiveError, FileError, Report } from './problems/problem.ts'
import type { ReadOptions } from './read-options.ts'
import { resolveAddress } from './resolve-address.ts'
import type { Source } from './source.ts'
import { tryConvert } from './try-convert.ts'

const JSON_MAX_BYTES = 512 * 1024 ** 2
const FOLDERS = ['', 'content/images', 'content', '..']

type Row = Readonly<Record<string, unknown>>

interface GhostData {
  readonly posts: readonly Row[]
  readonly tagsOf: (postId: unknown) => string[]
  readonly metaOf: (postId: unknown) => Row
}

/** Ghost's JSON export, alone or with the folder of its images. */
export async function readGhost(archive: Archive, options: ReadOptions): Promise<Source> {
  const depth = (path: string): number => path.split('/').length
  // Themes in the folder of the site have JSON files too.
  const [file] = archive.paths
    .filter(path => path.toLowerCase().endsWith('.json'))
    .toSorted((a, b) => depth(a) - depth(b))
  if (file === undefined) throw new ArchiveError({ code: 'no_json_files' })
  const data = parse(decodeText(await archive.read(file, JSON_MAX_BYTES), file))
  return { total: data.posts.length, results: readPosts(archive, data, options) }
}

function parse(text: string): GhostData {
  const tables = tablesOf(text)
  const rows = (name: string): readonly Row[] =>
    Array.isArray(tables[name]) ? tables[name].filter(row => typeof row === 'object' && row !== null) : []
  const tagNames = new Map(rows('tags').map(({ id, name }) => [id, String(name ?? '')]))
  const tags = Map.groupBy(rows('posts_tags'), row => row['post_id'])
  const metas = new Map(rows('posts_meta').map(row => [row['post_id'], row]))
  return {
    posts: rows('posts'),
    metaOf: id => metas.get(id) ?? {},
    tagsOf: id =>
      (tags.get(id) ?? [])
        .toSorted((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0))
        .map(row => tagNames.get(row['tag_id']) ?? ''),
  }
}

function tablesOf(text: string): Row {
  try {
    const { db, data } = JSON.parse(text)
    const tables = db?.[0]?.data ?? data
    if (typeof tables === 'object' && tables !== null && Array.isArray(tables.posts)) return tables
  } catch {}
  throw new ArchiveError({ code: 'not_of_ghost' })
}

async function* readPosts(archive: Archive, data: GhostData, options: ReadOptions): AsyncGenerator<ReadResult> {
  for (const [index, row] of data.posts.entries()) {
    const title = String(row['title'] ?? '')
    const source = `post ${String(row['slug'] ?? row['id'] ?? index + 1)}`
    const isPage = row['type'] === 'page' || row['page'] === true || row['page'] === 1
    if (isPage && !options.withPages) {
      yield { skipped: { source, title, reason: 'not_a_post', problem: { code: 'page' } } }
    } else yield tryConvert(source, title, () => ghostPost(row, source, archive, data, options))
  }
}

const STATES = { published: 'published', scheduled: 'scheduled', sent: 'draft', draft: 'draft' } as const
const STATE_NAMES = Object.keys(STATES) as (keyof typeof STATES)[]

/** The beginning of a part that people without a membership do not see. */
const GATED = /<!--\s*kg-gated-block:begin[^<>]*nonMember:false/

function ghostPost(row: Row, source: string, archive: Archive, data: GhostData, options: ReadOptions): ImportedPost {
  const text = (name: string, from: Row = row): string | undefined =>
    typeof from[name] === 'string' ? from[name] : undefined
  const report = new Report()
  const id = text('uuid') ?? text('id')
  if (id === undefined) throw new FileError({ code: 'no_id' })
  const site = options.siteUrl?.replace(/\/+$/, '')
  const slug = text('slug')
  const own = (address: string): string => address.replace(/^__GHOST_URL__/, site ?? '')
  const image = (given: string) => findImage(archive, own(given), { folders: FOLDERS, pageUrl: site })
  const meta = data.metaOf(row['id'])
  let state: 'draft' | 'published' | 'scheduled' = STATES[STATE_NAMES.find(name => name === row['status']) ?? 'draft']
  const visibility = text('visibility') ?? 'public'
  if (visibility !== 'public' && state !== 'draft') {
    report.add({ code: 'was_for_some', values: { visibility } })
    state = 'draft'
  }
  const html = text('html') ?? ''
  if (GATED.test(html) && state !== 'draft') {
    report.add({ code: 'was_partly_for_members' })
    state = 'draft'
  }
  if (html === '' && (text('lexical') ?? text('mobiledoc') ?? '') !== '') {
    report.add({ code: 'no_html' })
  }
  const feature = text('feature_image')
  // Tags that begin with # are internal. The first one is the main one, like a category.
  const tags = data.tagsOf(row['id']).filter(tag => !tag.startsWith('#'))
  return makePost(
    {
      idPrefix: 'ghost',
      id,
      source,
      title: text('title'),
      content:
        html === ''
          ? [text('plaintext') ?? '']
          : htmlToMarkdown(html, {
              resolveImage: image,
              resolveLink: href => resolveAddress(own(href), site) ?? own(href),
              report: report.add,
            }),
      state,
      slug,
      created: readDate(row['created_at']),
      published: readDate(row['published_at']),
      tags,
      categories: tags.slice(0, 1),
      subtitle: text('custom_excerpt'),
      seoTitle: text('meta_title') ?? text('meta_title', meta),
      description: text('meta_description') ?? text('meta_description', meta),
      canonicalUrl: text('canonical_url'),
      coverImage: feature === undefined || feature === '' ? undefined : image(feature),
      url: slug === undefined || state === 'draft' ? undefined : `${site ?? ''}/${slug}/`,
    },
    options,
    report,
  )
}
