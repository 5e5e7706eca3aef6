import type { Archive } from '../archive/archive.ts'
import { readDate } from '../fields/read-date.ts'
import { findImage } from '../find-image.ts'
import type { HtmlContext } from '../html/html-context.ts'
import { htmlToMarkdown } from '../html/html-to-markdown.ts'
import { textOfHtml } from '../html/text-of-html.ts'
import type { ImportedPost } from '../imported-post.ts'
import { makePost } from '../make-post.ts'
import { FileError, Report } from '../problems/problem.ts'
import type { ReadOptions } from '../read-options.ts'
import { resolveAddress } from '../resolve-address.ts'
import { addParagraphs } from './autop.ts'
import { insertSharedBlocks } from './shared-blocks.ts'
import { replaceShortcodes } from './shortcodes.ts'
import type { WxrItem } from './wxr-item.ts'

export interface WxrSite {
  readonly kind: 'wordpress' | 'note'
  readonly archive: Archive
  readonly link: string | undefined
  readonly attachments: ReadonlyMap<string, string>
  /** The texts of blocks that posts share, by their ids. */
  readonly sharedBlocks: ReadonlyMap<string, string>
}

const STATES: Readonly<Record<string, 'draft' | 'published' | 'scheduled'>> = {
  publish: 'published',
  future: 'scheduled',
  private: 'draft',
}

/** Files of the uploads folder may be in the archive under their path, or below it. */
const FOLDERS = ['', 'wp-content/uploads', 'uploads', 'assets', '..']

export function wordpressPost(item: WxrItem, source: string, site: WxrSite, options: ReadOptions): ImportedPost {
  const { fields, meta, terms } = item
  if (item.isTooLong) throw new FileError({ code: 'text_too_long' })
  const report = new Report()
  const id = fields['wp:post_id']?.trim() || fields['guid']?.trim() || fields['link']?.trim()
  if (!id) throw new FileError({ code: 'no_id_or_address' })
  if (`${fields['title']}${fields['content:encoded']}`.includes('\uFFFD')) {
    report.add({ code: 'unreadable_characters' })
  }
  const url = resolveAddress(fields['link']?.trim() ?? '', site.link)
  const status = fields['wp:status']?.trim() ?? ''
  const password = fields['wp:post_password']?.trim() ?? ''
  if (status === 'private' || password !== '') report.add({ code: 'was_not_public' })
  const image = (given: string) => findImage(site.archive, given, { folders: FOLDERS, pageUrl: url ?? site.link })
  const context: HtmlContext = {
    resolveImage: image,
    resolveLink: href => resolveAddress(href, url ?? site.link) ?? href,
    report: report.add,
  }
  const cover = site.attachments.get(meta.get('_thumbnail_id') ?? '')
  const namesOf = (domain: string) => terms.filter(term => term.domain === domain).map(({ name, slug }) => name || slug)
  const published =
    readDate(fields['wp:post_date_gmt']) ?? readDate(fields['pubdate']) ?? readDate(fields['wp:post_date'])
  return makePost(
    {
      idPrefix: `${site.kind}:${hostOf(url ?? site.link)}`,
      id,
      source,
      title: textOfHtml(fields['title'] ?? ''),
      content: htmlToMarkdown(htmlOf(item, site, report), context),
      state: password === '' ? (Object.hasOwn(STATES, status) ? STATES[status]! : 'draft') : 'draft',
      slug: fields['wp:post_name']?.trim(),
      created: published,
      published,
      tags: namesOf('post_tag'),
      categories: namesOf('category'),
      seoTitle: ownText(meta.get('_yoast_wpseo_title') ?? meta.get('rank_math_title')),
      description:
        ownText(meta.get('_yoast_wpseo_metadesc') ?? meta.get('rank_math_description')) ||
        textOfHtml(fields['excerpt:encoded'] ?? ''),
      canonicalUrl: meta.get('_yoast_wpseo_canonical') ?? meta.get('rank_math_canonical_url'),
      coverImage: cover === undefined ? undefined : image(cover),
      // A draft's address is ?p=12, which is not a path.
      url: url !== undefined && status === 'publish' ? url : undefined,
      otherPaths: [],
    },
    options,
    report,
  )
}

/** Plugins for search engines fill in `%%title%%`, `%title%` and `%date(Y)%` when they show a page. */
const PLACEHOLDER = /%%[\w-]+%%|%\w+(?:\([^%)]*\))?%/

const ownText = (text: string | undefined): string | undefined =>
  text === undefined || PLACEHOLDER.test(text) ? undefined : text

function htmlOf(
  { fields, meta }: WxrItem,
  { kind, attachments, sharedBlocks }: WxrSite,
  { add: report }: Report,
): string {
  const content = fields['content:encoded'] ?? ''
  if (kind === 'note') return content
  const whole = insertSharedBlocks(content, { sharedBlock: id => sharedBlocks.get(id), report })
  const html = replaceShortcodes(insertFootnotes(whole, meta.get('footnotes')), {
    attachmentUrl: id => attachments.get(id),
    report,
  })
  return /<!-- wp:/.test(content) ? html : addParagraphs(html)
}

const hostOf = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : 'site'

/** The block editor stores notes beside the text. They are put where their block is. */
export function insertFootnotes(content: string, meta: string | undefined): string {
  if (meta === undefined || !content.includes('wp:footnotes')) return content
  const list = notesOf(meta)
    .map(({ id, content: note }) => `<li id="${id}">${note} <a href="#${id}-link">↩</a></li>`)
    .join('')
  return content.replace(/<!-- wp:footnotes[^>]*-->/, () => `<ol>${list}</ol>`)
}

function notesOf(meta: string): { id: string; content: string }[] {
  try {
    const notes: unknown = JSON.parse(meta)
    if (!Array.isArray(notes)) return []
    return notes.filter(note => /^[\w-]{1,100}$/.test(note?.id) && typeof note.content === 'string')
  } catch {
    return []
  }
}
