import type { PublicPostItem, PublicPostList } from '@galley/client'
import { PUBLIC_SORTS, type PublicSort } from '@galley/contract/reading/public'
import type { CategoryValue } from '@galley/contract/writing/categories'
import { type Html, html } from '../../html.ts'
import { once } from '../../once.ts'
import type { PageRequest } from '../../page-request.ts'
import { POSTS_PER_PAGE, pager, readPageNumber } from '../../parts/pager.ts'
import { emptyList, type ListOptions, postList } from '../../parts/post-list.ts'
import { spreadAuthors } from '../../parts/spread-authors.ts'
import { tabs } from '../../parts/tabs.ts'
import { withQuery } from '../../paths.ts'

/** Which posts a page lists: all, those of a category, with a tag, or by one author. */
export interface Listing {
  readonly path: string
  readonly category?: CategoryValue
  readonly tag?: string
  readonly ofOneAuthor?: boolean
  /** The front page: the first post is larger, and the posts of one author are spread. */
  readonly lead?: boolean
}

export interface ListedPosts {
  readonly sort: PublicSort
  readonly canonical: string
  readonly isEmpty: boolean
  /** Tabs, posts and pager. */
  readonly body: Html
}

/** What the address of a list asks for; undefined if there is no such page. */
export function readListing(
  url: URL,
): { current: number; sort: PublicSort; limit: number; offset: number } | undefined {
  const current = readPageNumber(url)
  const sort = readSort(url)
  if (current === undefined || sort === undefined) return undefined
  return { current, sort, limit: POSTS_PER_PAGE, offset: (current - 1) * POSTS_PER_PAGE }
}

/** The posts of the requested page; undefined if the page does not exist. */
export async function listPosts(request: PageRequest, listing: Listing): Promise<ListedPosts | undefined> {
  const asked = readListing(request.url)
  if (asked === undefined) return undefined
  const { category, tag } = listing
  const { sort, limit, offset } = asked
  // Read at the same time as the list.
  request.readReader()
  return showList(request, listing, await request.client.public.posts({ sort, category, tag, limit, offset }))
}

export function showList(request: PageRequest, listing: Listing, found: PublicPostList): ListedPosts | undefined {
  const asked = readListing(request.url)
  if (asked === undefined || (found.posts.length === 0 && asked.current > 1)) return undefined
  const { current, sort } = asked
  const { category } = listing
  const posts = listing.lead === true && sort === 'latest' ? spreadAuthors(found.posts) : found.posts
  const href = (sort: PublicSort, page: number) =>
    withQuery(listing.path, { sort: sort === 'latest' ? null : sort, page: page === 1 ? null : page })
  return {
    sort,
    canonical: href(sort, current),
    isEmpty: found.posts.length === 0,
    body: once(
      found,
      `${request.language} ${href(sort, current)}`,
      () => html`${sortTabs(request, sort, sort => href(sort, 1))}
${postsOr(request, posts, {
  lead: listing.lead === true && current === 1,
  ofOneCategory: category !== undefined,
  ofOneAuthor: listing.ofOneAuthor === true,
})}
${pager(request, { current, total: found.total, href: page => href(sort, page) })}`,
    ),
  }
}

function readSort(url: URL): PublicSort | undefined {
  const requested = url.searchParams.get('sort') ?? 'latest'
  return PUBLIC_SORTS.find(sort => sort === requested)
}

function sortTabs({ t }: PageRequest, current: PublicSort, href: (sort: PublicSort) => string): Html {
  const labels = { latest: t.sortLatest, popular: t.sortPopular, trending: t.sortTrending }
  return tabs(
    t.sortedBy,
    PUBLIC_SORTS.map(sort => ({ label: labels[sort], href: href(sort), current: sort === current })),
  )
}

function postsOr(request: PageRequest, posts: readonly PublicPostItem[], options: ListOptions): Html {
  const { t } = request
  return posts.length === 0
    ? emptyList(t.noPostsTitle, t.noPostsText, html`<a class="button" href="/studio/posts/new">${t.writeFirst}</a>`)
    : postList(request, posts, options)
}
