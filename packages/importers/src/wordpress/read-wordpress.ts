import type { Archive } from '../archive/archive.ts'
import { textOfHtml } from '../html/text-of-html.ts'
import type { ReadResult } from '../imported-post.ts'
import { ArchiveError, type Problem } from '../problems/problem.ts'
import type { ReadOptions } from '../read-options.ts'
import type { Source } from '../source.ts'
import { tryConvert } from '../try-convert.ts'
import { readWxr } from './read-wxr.ts'
import { type WxrSite, wordpressPost } from './wordpress-post.ts'
import type { WxrItem } from './wxr-item.ts'

/** WordPress and note. Both export WXR; note adds its images. The first pass counts, and finds the uploaded files. */
export async function readWordpress(kind: WxrSite['kind'], archive: Archive, options: ReadOptions): Promise<Source> {
  const files = archive.paths.filter(path => path.toLowerCase().endsWith('.xml'))
  if (files.length === 0) throw new ArchiveError({ code: 'no_xml_files' })
  const attachments = new Map<string, string>()
  const sharedBlocks = new Map<string, string>()
  let total = 0
  let link: string | undefined
  for (const file of files) {
    const items = readWxr(archive, file)
    for (;;) {
      const { done, value } = await items.next()
      if (done) {
        link ??= value.link
        if (!value.isComplete) total++
        break
      }
      if (isListed(value)) total++
      const [id, url] = [value.fields['wp:post_id']?.trim(), value.fields['wp:attachment_url']?.trim()]
      if (id !== undefined && url !== undefined) attachments.set(id, url)
      if (id !== undefined && isShownBlock(value)) sharedBlocks.set(id, value.fields['content:encoded'] ?? '')
    }
  }
  const site = { kind, archive, link: options.siteUrl ?? link, attachments, sharedBlocks }
  return { total, results: readItems(files, site, options) }
}

const typeOf = (item: WxrItem): string => item.fields['wp:post_type']?.trim() || 'post'

/** WordPress shows nothing in place of a shared block that is a draft, private, protected or in the trash. */
const isShownBlock = (item: WxrItem): boolean =>
  typeOf(item) === 'wp_block' &&
  item.fields['wp:status']?.trim() === 'publish' &&
  (item.fields['wp:post_password'] ?? '') === ''

const isPost = (item: WxrItem): boolean => ['post', 'page'].includes(typeOf(item))

/** Types of WordPress itself and of plugins that are not texts for readers. */
const NO_TEXTS =
  /^(attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|wpcf7_.*|elementor_.*|shop_.*|feedback|amp_.*|mc4wp-.*)$/

/** True for a post, and for a text of another type, which the report names. */
const isListed = (item: WxrItem): boolean =>
  isPost(item) ||
  (!NO_TEXTS.test(typeOf(item)) &&
    item.fields['wp:status']?.trim() === 'publish' &&
    (item.fields['content:encoded'] ?? '').trim() !== '')

async function* readItems(files: readonly string[], site: WxrSite, options: ReadOptions): AsyncGenerator<ReadResult> {
  for (const file of files) {
    const items = readWxr(site.archive, file)
    for (;;) {
      const { done, value: item } = await items.next()
      if (done) {
        if (!item.isComplete) {
          yield { skipped: { source: file, title: '', reason: 'broken', problem: { code: 'file_ends_early' } } }
        }
        break
      }
      if (!isListed(item)) continue
      const title = textOfHtml(item.fields['title'] ?? '')
      const source = `${file}, post ${item.fields['wp:post_id']?.trim() || '?'}`
      const skipped = skippedBecause(item, options)
      if (skipped === undefined) yield tryConvert(source, title, () => wordpressPost(item, source, site, options))
      else yield { skipped: { source, title, reason: 'not_a_post', problem: skipped } }
    }
  }
}

function skippedBecause(item: WxrItem, { withPages }: ReadOptions): Problem | undefined {
  const status = item.fields['wp:status']?.trim()
  if (!isPost(item)) return { code: 'other_type', values: { type: typeOf(item) } }
  if (status === 'trash') return { code: 'in_trash' }
  if (status === 'auto-draft') return { code: 'empty_draft' }
  return typeOf(item) === 'page' && !withPages ? { code: 'page' } : undefined
}
