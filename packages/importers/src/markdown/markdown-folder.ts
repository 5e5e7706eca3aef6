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

const TEMPLATES = /(^|\/)_?templates?\//i
const DIARY = /(^|\/)daily(?:[ _-]?notes?)?\//i

/** Folders in which site generators have posts. Notes have dates too, so a date alone does not say that a text is public. */
const SITE_FOLDERS = /(^|\/)(_posts|posts?|content|blogs?|articles?|src\/pages)\//i

/** Fields that note programs do not write. */
const SITE_FIELDS = [
  'layout',
  'redirect_from',
  'published_at',
  'publishdate',
  'pubdate',
  'scheduled_for',
  'expirydate',
  'unpublishdate',
  'build',
  'cover_image',
  'featured_image',
  'featureimage',
  'canonical_url',
  'canonicalurl',
  'seo_title',
  'meta_description',
]

/** Any folder of Markdown files, with the front matter of Jekyll, Hugo and others. */
export function markdownFolder(paths: readonly string[], { folder, isVault }: ReadOptions): MarkdownService {
  const vaults = new Set(paths.flatMap(path => /^(|.*\/)\.obsidian\//.exec(path)?.[1] ?? []))
  const isNote = (path: string) => isVault || DIARY.test(path) || [...vaults].some(vault => path.startsWith(vault))
  const isOfSite = (path: string, fields: Fields) =>
    !isNote(path) && (SITE_FOLDERS.test(`${folder}/${path}`) || SITE_FIELDS.some(name => fields[name] !== undefined))
  return {
    kind: 'markdown',
    isPost: path => /\.(md|mdx|markdown|mdown)$/i.test(path) && !NO_POSTS_IN.test(path),
    dialects: [jekyllDialect, hugoDialect, obsidianDialect, htmlDialect],
    fieldsOf: ({ fields: given, text }, path, options, report) => {
      if (given === undefined && NOT_POSTS.test(path)) return { code: 'about_folder' }
      if (/(^|\/)_index\.md$/.test(path)) return { code: 'section_page' }
      if (/\.mdx$/i.test(path)) report.add({ code: 'mdx_components' })
      const fields = withLowerNames(given)
      const date = textField(fields, 'date')
      if (date !== undefined && readDate(date) === undefined) report.add({ code: 'date_unreadable', values: { date } })
      const read = fieldsOf(fields, text, path, options)
      const isClear = given !== undefined && !TEMPLATES.test(path)
      const isDated = isOfSite(path, fields) && (read.published ?? readDate(fields['published'])) !== undefined
      const publication = publicationOf(fields, path, isClear, isDated, options.now)
      if (publication === 'published') return read
      if (publication === 'hidden') report.add({ code: 'was_not_public' })
      if (publication === 'unclear') report.add({ code: 'publication_unclear' })
      const draft = { ...read, state: 'draft' as const }
      return publication === 'draft' ? { ...draft, url: undefined, otherPaths: [] } : draft
    },
  }
}

/** Hugo ignores the case of names, and calls `_build` also `build`. Fields without a value are left out. */
const withLowerNames = (fields: unknown): Fields =>
  Object.fromEntries(
    Object.entries(typeof fields === 'object' && fields !== null ? fields : {})
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name.toLowerCase().replace(/^_build$/, 'build'), value]),
  )

const PUBLIC_STATUSES = ['published', 'publish', 'public']

/** Who could read a post, as far as its file says. `draft`: nobody, as its author says. */
function publicationOf(
  fields: Fields,
  path: string,
  isClear: boolean,
  isDated: boolean,
  now: Date,
): 'published' | 'draft' | 'hidden' | 'unclear' {
  const has = (name: string): boolean => fields[name] !== undefined
  const is = (name: string): boolean => has(name) && !isFalse(fields[name])
  // A date says when, and of a web page in notes, when somebody else published it.
  const said = ['published', 'publish', 'public']
    .filter(name => has(name) && (isTrue(fields[name]) || readDate(fields[name]) === undefined))
    .map(name => isTrue(fields[name]))
  const status = textField(fields, 'status')?.toLowerCase() ?? 'scheduled'
  const isPublicStatus = PUBLIC_STATUSES.includes(status)
  const isOtherStatus = !isPublicStatus && status !== 'scheduled'
  if (is('draft') || said.includes(false) || isOtherStatus || /(^|\/)_?drafts\//.test(path)) return 'draft'
  const expiry = fields['expirydate'] ?? fields['unpublishdate']
  const { render = fields['render'] ?? 'always' } = withLowerNames(fields['build'])
  const isHidden =
    ['private', 'password', 'headless', 'is_paid', 'salon_only'].some(is) ||
    !/^(?:public|unlisted)$/i.test(textField(fields, 'visibility') ?? 'public') ||
    isFalse(fields['permalink']) ||
    !(render === 'always' || isTrue(render)) ||
    (expiry !== undefined && (readDate(expiry) ?? now) <= now)
  if (isHidden) return 'hidden'
  return isClear && (said.includes(true) || has('draft') || isPublicStatus || isDated) ? 'published' : 'unclear'
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

/** `fields` have names in lower case. */
function fieldsOf(fields: Fields, text: string, path: string, { siteUrl, now }: ReadOptions): FileFields {
  const { name, date } = nameOf(path)
  const heading = /^# +(.+?)(?: +#+)?[ \t]*(?:\n|$)/.exec(text)
  const title = textField(fields, 'title')
  const published = firstDate(fields, 'scheduled_for', 'published_at', 'publishdate', 'pubdate', 'date') ?? date
  const permalink = textField(fields, 'permalink', 'url')
  const address = permalink ?? pathOf(fields, path, name, date)
  const { list = 'always' } = withLowerNames(fields['build'])
  return {
    id: path,
    text: title === undefined && heading !== null ? text.slice(heading[0].length).replace(/^\n+/, '') : text,
    title: title ?? heading?.[1] ?? name,
    state: published !== undefined && published > now ? 'scheduled' : 'published',
    isUnlisted:
      isTrue(fields['unlisted']) ||
      isTrue(fields['hidden']) ||
      /^unlisted$/i.test(textField(fields, 'visibility') ?? '') ||
      !(list === 'always' || isTrue(list)),
    slug: textField(fields, 'slug') ?? name,
    created: published ?? firstDate(fields, 'lastmod', 'updated', 'last_modified_at'),
    published,
    tags: listField(fields, /[,、]/.test(textField(fields, 'tags') ?? '') ? /[,、]/ : /\s+/, 'tags', 'tag'),
    categories: listField(fields, /,|\s+/, 'categories', 'category'),
    subtitle: textField(fields, 'subtitle'),
    seoTitle: textField(fields, 'seo_title'),
    description: textField(fields, 'meta_description', 'description', 'excerpt', 'summary'),
    canonicalUrl: textField(fields, 'canonical_url', 'canonicalurl', 'canonical'),
    cover: coverOf(fields),
    url: absolute(address, siteUrl),
    otherPaths: listField(fields, /,/, 'aliases', 'redirect_from'),
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
      'cover_image_url',
      'thumbnail_url',
      'cover_image',
      'cover',
      'image',
      'featured_image',
      'featureimage',
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
