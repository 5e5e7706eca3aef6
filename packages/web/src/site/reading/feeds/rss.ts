import type { Report } from '../../each-item.ts'
import { escapeText } from '../../html.ts'
import { escapedLength, xml } from '../../xml.ts'
import { absoluteAddresses, inPieces, readableFormulas } from './feed-content.ts'

export interface FeedItem {
  readonly title: string
  /** The page of this site. */
  readonly pageUrl: string
  /** The address that the item links to: the page, or the original elsewhere. */
  readonly url: string
  readonly id: string
  readonly publishedAt: string
  readonly author: string
  /** Plain text. A reader takes a description for HTML, so it is escaped there. */
  readonly summary?: string | undefined
  readonly categories: readonly string[]
  /** The rendered text; the free part of a paid post. Null if there is none, or if it is too long. */
  readonly html: string | null
}

export interface Feed {
  readonly title: string
  readonly description: string
  /** The page that the feed belongs to. */
  readonly pageUrl: string
  readonly feedUrl: string
  /** The site's logo, as an absolute URL. */
  readonly image: string | null
  /** Null if the site has no fixed language. */
  readonly language: string | null
  readonly items: readonly FeedItem[]
}

/** Limit for all items together, as XML. Feed readers fetch the feed often, and some reject longer ones. */
export const FEED_MAX_CHARACTERS = 2_000_000

/**
 * RSS 2.0 with common extensions: full texts, authors' names, the feed's own address. Texts that exceed the limit are left
 * out; their items keep title, link and summary. An item that fails is reported and left out.
 */
export async function rss(feed: Feed, report: Report): Promise<Buffer> {
  const { title, description, pageUrl, feedUrl, image, language, items } = feed
  const newest = newestOf(items)
  const start = xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${title}</title>
<link>${pageUrl}</link>
<description>${description}</description>
${language !== null && xml`<language>${language}</language>\n`}${
  image !== null && xml`<image><url>${image}</url><title>${title}</title><link>${pageUrl}</link></image>\n`
}<atom:link href="${feedUrl}" rel="self" type="application/rss+xml"/>
${newest !== undefined && xml`<lastBuildDate>${newest.toUTCString()}</lastBuildDate>\n`}`
  const written: Buffer[] = [Buffer.from(start.markup)]
  let left = FEED_MAX_CHARACTERS
  for (const item of items) {
    try {
      const head = headXml(item)
      left -= head.length + ITEM_END.length
      const content = await contentOf(item, left)
      left -= content.length
      written.push(Buffer.from(head), ...content.pieces, Buffer.from(ITEM_END))
    } catch (error) {
      report(error)
    }
  }
  return Buffer.concat([...written, Buffer.from('</channel>\n</rss>\n')])
}
/** The publication time of the newest item. */
export function newestOf(items: readonly FeedItem[]): Date | undefined {
  const times = items.map(item => Date.parse(item.publishedAt)).filter(time => !Number.isNaN(time))
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

const ITEM_END = '</item>\n'

const headXml = ({ title, url, id, publishedAt, author, summary, categories }: FeedItem): string =>
  xml`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>
<dc:creator>${author}</dc:creator>
${categories.map(category => xml`<category>${category}</category>\n`)}${
  summary !== undefined && xml`<description>${escapeText(summary)}</description>\n`
}`.markup

/** The text of an item as XML; nothing if that has more than `max` characters. What is left out is never escaped. */
async function contentOf({ html, pageUrl }: FeedItem, max: number): Promise<{ pieces: Buffer[]; length: number }> {
  const none = { pieces: [], length: 0 }
  if (html === null) return none
  const [start, end] = ['<content:encoded>', '</content:encoded>\n']
  const readable = readableFormulas(html)
  let length = start.length + end.length
  await inPieces(readable, piece => {
    length += escapedLength(piece)
  })
  const text = await absoluteAddresses(readable, pageUrl, readable.length + max - length)
  if (text === null) return none
  const pieces = [Buffer.from(start)]
  await inPieces(text, piece => void pieces.push(Buffer.from(xml`${piece}`.markup)))
  return { pieces: [...pieces, Buffer.from(end)], length: length + text.length - readable.length }
}
