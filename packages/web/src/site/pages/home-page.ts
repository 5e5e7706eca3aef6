import type { Ranking } from '@galley/client'
import { CATEGORIES } from '@galley/contract/categories'
import { siteDescription, siteHeadline } from '../document/identity.ts'
import { type Html, html } from '../html.ts'
import { languageOf } from '../i18n.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import { priceMark } from '../parts/price-mark.ts'
import { articlePath, categoryPath, profilePath, rankingPath } from '../paths.ts'
import type { SiteResponse } from '../site-request.ts'
import { notFoundPage } from './error-pages.ts'
import { listPosts } from './post-list-page.ts'
import { readRanking } from './read-ranking.ts'

const RANKING_LENGTH = 5

export async function homePage(request: PageRequest): Promise<SiteResponse> {
  const { t } = request
  const [listed, ranking] = await Promise.all([
    listPosts(request, { path: '/', lead: true }),
    readRanking(request.client, 'weekly', RANKING_LENGTH),
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
<aside class="front-aside">
${ranking !== null && ranking.rankings.length > 0 && rankingAside(request, ranking)}
<section aria-labelledby="by-category">
<h2 class="label" id="by-category">${t.categories}</h2>
<ul class="category-links">
${CATEGORIES.map(({ value }) => html`<li><a href="${categoryPath(value)}">${t.categoryNames[value]}</a></li>\n`)}</ul>
</section>
</aside>
</div>`,
  })
}

function rankingAside(request: PageRequest, { rankings }: Ranking): Html {
  const { t } = request
  return html`<section aria-labelledby="this-week">
<h2 class="label" id="this-week"><a href="${rankingPath('weekly')}">${t.readThisWeek}</a></h2>
<ol class="ranked-beside">
${rankings.map(
  ({ rank, post }) => html`<li><span class="numeral" aria-hidden="true">${rank}</span>
<p><a class="ranked-title" href="${articlePath(post.author.username, post.slug)}" lang="${languageOf(post.title)}">${post.title}</a>
<a class="ranked-author" href="${profilePath(post.author.username)}" lang="${languageOf(post.author.display_name)}">${post.author.display_name}</a> ${priceMark(request, post)}</p></li>\n`,
)}</ol>
</section>`
}
