import { ApiError, type ListPublicPostsQuery, type PublicPostItem } from '@galley/client'
import { CATEGORIES } from '@galley/contract/writing/categories'
import { rasterLogoUrl } from '../../document/identity.ts'
import { eachItem } from '../../each-item.ts'
import { notFoundPage } from '../../error-pages.ts'
import type { PageRequest } from '../../page-request.ts'
import { articlePath, categoryPath, profilePath, seriesPath, tagPath } from '../../paths.ts'
import { text } from '../../respond.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { textsIn } from '../../texts.ts'
import { readSeries } from '../series/series-page.ts'
import { FEED_MAX_CHARACTERS, type Feed, type FeedItem, newestOf, rss } from './rss.ts'

const ITEMS = 20
/** Longer texts are reduced to title, link and summary. An article of 100,000 Japanese characters has 300 KB. */
const CONTENT_MAX_CHARACTERS = 500_000
/** Texts are loaded a few at a time, so that they are not all in memory at once. */
const CONCURRENT_READS = 4

/** One feed for all languages: feed readers share one copy between their users. */
const textsOf = ({ site }: PageRequest) => textsIn(site.language ?? 'en')

/** /feed.xml */
export async function latestFeed(request: PageRequest): Promise<SiteResponse> {
  const { name, description } = request.site
  return listFeed(request, {}, { title: name, description: description ?? textsOf(request).latestOn(name), path: '/' })
}

/** /categories/:value/feed.xml */
export async function categoryFeed(request: PageRequest, { value }: Params): Promise<SiteResponse> {
  const category = CATEGORIES.find(each => each.value === value)
  if (category === undefined) return notFoundPage(request)
  const { site } = request
  const t = textsOf(request)
  const label = t.categoryNames[category.value]
  return listFeed(
    request,
    { category: category.value },
    {
      title: `${label} · ${site.name}`,
      description: t.latestInCategory(label, site.name),
      path: categoryPath(category.value),
    },
  )
}

/** /tags/:tag/feed.xml */
export async function tagFeed(request: PageRequest, { tag = '' }: Params): Promise<SiteResponse> {
  const { site } = request
  const head = {
    title: `#${tag} · ${site.name}`,
    description: textsOf(request).latestTagged(tag, site.name),
    path: tagPath(tag),
  }
  return listFeed(request, { tag }, head).catch(error => {
    // Too long for a tag, or not valid text.
    if (error instanceof ApiError && error.status === 400) return notFoundPage(request)
    throw error
  })
}

/** /@:username/feed.xml */
export async function authorFeed(request: PageRequest, { username = '' }: Params): Promise<SiteResponse> {
  const { profile } = await request.client.public.profile(username)
  const { site } = request
  return listFeed(
    request,
    { author: username },
    {
      title: `${profile.display_name} · ${site.name}`,
      description: profile.bio || textsOf(request).latestBy(profile.display_name, site.name),
      path: profilePath(profile.username),
    },
  )
}

/** /@:username/series/:slug/feed.xml */
export async function seriesFeed(request: PageRequest, { username = '', slug = '' }: Params): Promise<SiteResponse> {
  const series = await readSeries(request, username, slug)
  if (series === null) return notFoundPage(request)
  const { title, author } = series
  return listFeed(
    request,
    { series: series.id },
    {
      title: `${title} · ${request.site.name}`,
      description: series.description || textsOf(request).seriesText(title, author.display_name),
      path: seriesPath(author.username, series.slug),
    },
  )
}

interface Head {
  readonly title: string
  readonly description: string
  readonly path: string
}

async function listFeed(request: PageRequest, query: ListPublicPostsQuery, head: Head): Promise<SiteResponse> {
  const { posts } = await request.client.public.posts({ ...query, sort: 'latest', limit: ITEMS })
  const { categoryNames } = textsOf(request)
  const items = eachItem(request.report, posts, post => ({
    ...itemOf(request, post),
    summary: post.excerpt,
    categories: [...(post.category === null ? [] : [categoryNames[post.category]]), ...post.tags],
  }))
  return answer(request, { ...head, items })
}

type Named = Pick<PublicPostItem, 'id' | 'title' | 'slug' | 'published_at' | 'canonical_url'> & {
  readonly author: { readonly username: string; readonly display_name: string }
}

function itemOf({ site }: PageRequest, { id, title, slug, published_at, canonical_url, author }: Named) {
  const pageUrl = site.publicUrl.origin + articlePath(author.username, slug)
  return { id, title, pageUrl, url: canonical_url ?? pageUrl, publishedAt: published_at, author: author.display_name }
}

async function answer(
  request: PageRequest,
  { title, description, path, items }: Head & { readonly items: readonly Omit<FeedItem, 'html'>[] },
): Promise<SiteResponse> {
  const pageUrl = request.site.publicUrl.origin + path
  const feedUrl = `${pageUrl.replace(/\/$/, '')}/feed.xml`
  const complete: FeedItem[] = []
  let left = FEED_MAX_CHARACTERS
  for (let start = 0; start < items.length; start += CONCURRENT_READS) {
    const batch = items.slice(start, start + CONCURRENT_READS).map(item => withText(request, item))
    for (const item of (await Promise.all(batch)).flat()) {
      const length = item.html?.length ?? 0
      const fits = length <= left
      if (fits) left -= length
      complete.push(fits ? item : { ...item, html: null })
    }
  }
  const { site } = request
  const image = rasterLogoUrl(site)
  const feed: Feed = { title, description, pageUrl, feedUrl, image, language: site.language, items: complete }
  const newest = newestOf(complete)
  return text('application/rss+xml; charset=utf-8', await rss(feed, request.report), {
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
    ...(newest && { 'last-modified': newest.toUTCString() }),
  })
}

/** Adds the free part, without counting a view. Returns no item for a post that was just deleted. */
async function withText({ client, report }: PageRequest, item: Omit<FeedItem, 'html'>): Promise<FeedItem[]> {
  try {
    const { html } = await client.public.postHtml(item.id)
    return [{ ...item, html: html !== null && html.length <= CONTENT_MAX_CHARACTERS ? html : null }]
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return []
    report(error)
    return [{ ...item, html: null }]
  }
}
