import { type Xml, xml, xmlDocument } from './xml.ts'

export interface FeedItem {
  readonly title: string
  readonly url: string
  readonly id: string
  readonly publishedAt: string
  readonly author: string
  readonly summary?: string | undefined
  readonly categories: readonly string[]
  /** HTML; of a paid text the free part. */
  readonly content: string | null
}

export interface Feed {
  readonly title: string
  readonly description: string
  /** The page that the feed follows. */
  readonly pageUrl: string
  readonly feedUrl: string
  readonly items: readonly FeedItem[]
}

/** RSS 2.0, with what its readers have come to expect besides: whole texts, authors' names, the feed's own address. */
export function rss({ title, description, pageUrl, feedUrl, items }: Feed): string {
  const newest = newestOf(items)
  return xmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${title}</title>
<link>${pageUrl}</link>
<description>${description}</description>
<atom:link href="${feedUrl}" rel="self" type="application/rss+xml"/>
${newest !== undefined && xml`<lastBuildDate>${newest.toUTCString()}</lastBuildDate>\n`}${items.map(itemXml)}</channel>
</rss>`)
}

/** When the feed got its latest text. */
export function newestOf(items: readonly FeedItem[]): Date | undefined {
  const times = items.map(item => Date.parse(item.publishedAt))
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
  summary !== undefined && xml`<description>${summary}</description>\n`
}${content !== null && xml`<content:encoded>${absolute(content, url)}</content:encoded>\n`}</item>
`
}

/** Readers show a text far from where it stands, so its addresses must be whole. What is given is clean markup of ours. */
function absolute(html: string, url: string): string {
  return html.replace(/ (href|src)="([/#][^"]*)"/g, (_, name, address) => ` ${name}="${new URL(address, url).href}"`)
}
