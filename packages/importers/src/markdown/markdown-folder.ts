import { baseName, dirName, joinPaths } from '../archive/posix-path.ts'
import { readDate } from '../fields/read-date.ts'
import type { ReadOptions } from '../read-options.ts'
import { htmlDialect } from './dialects/html.ts'
import { hugoDialect } from './dialects/hugo.ts'
import { jekyllDialect } from './dialects/liquid.ts'
import { obsidianDialect } from './dialects/obsidian.ts'
import { isFalse, isTrue, listField, textField } from './field-values.ts'
import type { FileFields, MarkdownService } from './read-files.ts'

type Fields = Readonly<Record<string, unknown>>

const NOT_POSTS =
  /(^|\/)(README|LICEN[CS]E|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|_index|AGENTS|CLAUDE)\.(md|markdown)$/i

/** Folders of programs, and what is hidden, such as the notes in the trash of Obsidian. */
const NO_POSTS_IN = /(^|\/)(\.[^/]+$|(\.[^/]+|node_modules|_site|_includes|_layouts|archetypes|themes)\/)/

/** Any folder of Markdown files, with the front matter of Jekyll, Hugo and others. */
export const markdownFolder: MarkdownService = {
  kind: 'markdown',
  isPost: path => /\.(md|mdx|markdown)$/i.test(path) && !NO_POSTS_IN.test(path),
  dialects: [jekyllDialect, hugoDialect, obsidianDialect, htmlDialect],
  fieldsOf: ({ fields, text }, path, options, report) => {
    if (fields === undefined && NOT_POSTS.test(path)) return 'It is about the folder, and not a post.'
    if (/(^|\/)_index\.md$/.test(path)) return 'It is the page of a section, and not a post.'
    if (/\.mdx$/i.test(path)) report.add('Components of MDX stay as text.')
    const date = textField(fields ?? {}, 'date')
    if (date !== undefined && readDate(date) === undefined) report.add(`The date "${date}" cannot be read.`)
    return fieldsOf(fields ?? {}, text, path, options)
  },
}

/** `2015-06-01-rain.md` of Jekyll, and `rain/index.md` of Hugo. */
function nameOf(path: string): { name: string; date: Date | undefined } {
  const base = baseName(path).replace(/\.\w+$/, '')
  const own = /^index(\.\w{2})?$/.test(base) ? baseName(dirName(path)) : base
  const dated = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(own)
  return dated === null
    ? { name: own, date: undefined }
    : { name: dated[2] ?? own, date: readDate(padded(dated[1] ?? '')) }
}

const padded = (date: string): string => date.replaceAll(/-(\d)(?!\d)/g, '-0$1')

function fieldsOf(fields: Fields, text: string, path: string, { siteUrl, now }: ReadOptions): FileFields {
  const { name, date } = nameOf(path)
  const heading = /^# +(.+?)(?: +#+)?[ \t]*(?:\n|$)/.exec(text)
  const title = textField(fields, 'title')
  const published = firstDate(fields, 'published_at', 'publishDate', 'publishdate', 'pubDate', 'date') ?? date
  const isDraft = isTrue(fields['draft']) || isFalse(fields['published']) || /(^|\/)_?drafts\//.test(path)
  const permalink = textField(fields, 'permalink', 'url')
  const address = permalink ?? pathOf(fields, path, name, date)
  const status = textField(fields, 'status')
  return {
    id: path,
    text: title === undefined && heading !== null ? text.slice(heading[0].length).replace(/^\n+/, '') : text,
    title: title ?? heading?.[1] ?? name,
    state:
      isDraft || status === 'draft' ? 'draft' : published !== undefined && published > now ? 'scheduled' : 'published',
    isUnlisted: isTrue(fields['unlisted']) || isTrue(fields['hidden']),
    slug: textField(fields, 'slug') ?? name,
    created: published ?? firstDate(fields, 'lastmod', 'updated', 'last_modified_at'),
    published,
    tags: listField(fields, fields['tags'] && String(fields['tags']).includes(',') ? /,/ : /\s+/, 'tags', 'tag'),
    categories: listField(fields, /,|\s+/, 'categories', 'category'),
    subtitle: textField(fields, 'subtitle'),
    description: textField(fields, 'description', 'excerpt', 'summary'),
    canonicalUrl: textField(fields, 'canonical_url', 'canonicalUrl', 'canonicalURL', 'canonical'),
    cover: coverOf(fields),
    ...(isDraft
      ? {}
      : { url: absolute(address, siteUrl), otherPaths: listField(fields, /,/, 'aliases', 'redirect_from') }),
  }
}

function firstDate(fields: Fields, ...names: string[]): Date | undefined {
  for (const name of names) {
    const date = readDate(fields[name])
    if (date !== undefined) return date
  }
  return undefined
}

function coverOf(fields: Fields): string | undefined {
  const named = fields['cover'] ?? fields['image'] ?? fields['header']
  if (typeof named === 'object' && named !== null)
    return textField(named as Fields, 'image', 'path', 'src', 'feature', 'teaser')
  const images = listField(fields, /,/, 'images')
  return (
    textField(
      fields,
      'cover_image',
      'cover',
      'image',
      'featured_image',
      'featureImage',
      'thumbnail',
      'banner',
      'hero_image',
    ) ?? images[0]
  )
}

/** The default address: of Jekyll for dated files, else the path below the content folder. */
function pathOf(fields: Fields, path: string, name: string, date: Date | undefined): string {
  if (date !== undefined && /(^|\/)_posts\//.test(path)) {
    const day = (readDate(fields['date']) ?? date).toISOString().slice(0, 10).replaceAll('-', '/')
    return ['', ...listField(fields, /\s+/, 'categories', 'category'), day, `${name}.html`].join('/')
  }
  const folder = dirName(path).replace(/^(?:content|src\/content|src\/pages|docs|source)(?:\/|$)/, '')
  const own = /(^|\/)index(\.\w{2})?\.\w+$/.test(path) ? dirName(folder) : folder
  return joinPaths('/', own === '.' ? '' : own, textField(fields, 'slug') ?? name)
}

const absolute = (address: string, siteUrl: string | undefined): string =>
  URL.canParse(address, siteUrl) ? new URL(address, siteUrl).href : address
