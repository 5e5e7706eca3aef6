import { siteDescription, siteHeadline } from '../document/identity.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import type { SiteResponse } from '../site-request.ts'
import { notFoundPage } from './error-pages.ts'
import { homeAside } from './home-aside.ts'
import { listPosts } from './post-list-page.ts'
import { readRanking } from './read-ranking.ts'

const RANKING_LENGTH = 5
/** Enough posts to find the tags and authors that are read now. */
const TRENDING_POSTS = 30

export async function homePage(request: PageRequest): Promise<SiteResponse> {
  const [listed, ranking, trending] = await Promise.all([
    listPosts(request, { path: '/', lead: true }),
    readRanking(request.client, 'trending', RANKING_LENGTH),
    request.client.public.posts({ sort: 'trending', limit: TRENDING_POSTS }),
  ])
  if (listed === undefined) return notFoundPage(request)
  return page(request, {
    title: null,
    description: siteDescription(request),
    canonical: listed.canonical,
    feed: { href: '/feed.xml', title: request.site.name },
    main: html`<div class="front">
<div class="front-main">
<h1 class="hidden">${siteHeadline(request)}</h1>
${listed.body}
</div>
${homeAside(request, ranking, trending.posts)}
</div>`,
  })
}
