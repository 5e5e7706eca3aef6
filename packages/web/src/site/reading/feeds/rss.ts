import { eachItem, type Report } from '../../each-item.ts'
import { escapeText } from '../../html.ts'
import { type Xml, xml, xmlDocument } from '../../xml.ts'

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
  /** HTML with absolute URLs; the free part of a paid post. Null if there is none, or if it is too long. */
  readonly content: string | null
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

/** Limit for all items together, as XML. Feed readers fetch the feed often, and some refuse longer ones. */
const FEED_MAX_CHARACTERS = 2_000_000

/**
 * RSS 2.0 with common extensions: full texts, authors' names, the feed's own address. Texts that exceed the limit are left
 * out; their items keep title, link and summary. An item that fails is reported and left out.
 */
export function rss({ title, description, pageUrl, feedUrl, image, language, items }: Feed, report: Report): string {
  const newest = newestOf(items)
  let left = FEED_MAX_CHARACTERS
  const itemXmls = eachItem(report, items, item => {
    const short = itemXml({ ...item, content: null })
    const complete = item.content !== null && item.content.length < left ? itemXml(item) : short
    const chosen = complete.markup.length <= left ? complete : short
    left -= chosen.markup.length
    return chosen
  })
  return xmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${title}</title>
<link>${pageUrl}</link>
<description>${description}</description>
${language !== null && xml`<language>${language}</language>\n`}${
  image !== null && xml`<image><url>${image}</url><title>${title}</title><link>${pageUrl}</link></image>\n`
}<atom:link href="${feedUrl}" rel="self" type="application/rss+xml"/>
${newest !== undefined && xml`<lastBuildDate>${newest.toUTCString()}</lastBuildDate>\n`}${itemXmls}</channel>
</rss>`)
}

/** The publication time of the newest item. */
export function newestOf(items: readonly FeedItem[]): Date | undefined {
  const times = items.map(item => Date.parse(item.publishedAt)).filter(time => !Number.isNaN(time))
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

function itemXml({ title, url, id, publishedAt, author, summary, categories, content }: FeedItem): Xml {
  return xml`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>
<dc:creator>${author}</dc:creator>
${categories.map(category => xml`<category>${category}</category>\n`)}${
  summary !== undefined && xml`<description>${escapeText(summary)}</description>\n`
}${content !== null && xml`<content:encoded>${content}</content:encoded>\n`}</item>
`
}
