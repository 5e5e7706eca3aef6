import type { Ranking, RankingEntry } from '@galley/client'
import { RANKING_REFRESH_MS } from '@galley/contract/limits'
import { RANKING_TYPES, type RankingType } from '@galley/contract/reading/public'
import { eachItem } from '../../each-item.ts'
import { notFoundPage } from '../../error-pages.ts'
import { formatCount } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import { avatar } from '../../parts/avatar.ts'
import { emptyList } from '../../parts/post-list.ts'
import { priceMark } from '../../parts/price-mark.ts'
import { tabs } from '../../parts/tabs.ts'
import { thumbnail } from '../../parts/thumbnail.ts'
import { dateOf, nearTimeOf } from '../../parts/time.ts'
import { articlePath, profilePath, rankingPath } from '../../paths.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { languageOf } from '../../texts.ts'

export async function rankingPage(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { t, pages } = request
  const type = RANKING_TYPES.find(type => type === params['type'])
  if (type === undefined) return notFoundPage(request)
  const ranking = await pages.ranking(type)
  const labels = t.rankingNames
  return page(request, {
    title: t.rankings + t.colon + labels[type],
    description: t.rankingTexts[type],
    canonical: rankingPath(type),
    main: html`<div class="column">
<header class="page-head">
<h1>${t.rankings}</h1>
<p class="page-intro">${t.rankingTexts[type]}</p>
</header>
${tabs(
  t.rankings,
  RANKING_TYPES.map(each => ({ label: labels[each], href: rankingPath(each), current: each === type })),
)}
${ranking === null ? emptyList(t.rankingNotYetTitle, t.rankingNotYetText) : rankingBody(request, ranking)}
</div>`,
  })
}

function rankingBody(request: PageRequest, ranking: Ranking): Html {
  const { t, language } = request
  const { type, period_start, period_end, rankings } = ranking
  return html`<dl class="facts">
<div><dt>${t.rankingPeriod}</dt><dd>${dateOf(language, period_start)}${t.to}${dateOf(language, period_end)}</dd></div>
<div><dt>${t.rankingRefreshed}</dt><dd>${nearTimeOf(language, period_end)}</dd></div>
<div><dt>${t.rankingNext}</dt><dd>${nearTimeOf(language, nextRefresh(type))}</dd></div>
</dl>
${
  rankings.length === 0
    ? emptyList(t.rankingEmptyTitle, t.rankingEmptyText)
    : html`<ol class="ranking">
${eachItem(request.report, rankings, entry => html`<li>${rankingEntry(request, entry)}</li>\n`)}</ol>`
}`
}

function rankingEntry(request: PageRequest, { rank, post }: RankingEntry): Html {
  const { t, language, site } = request
  const { author, title, subtitle, like_count } = post
  const href = articlePath(author.username, post.slug)
  const price = priceMark(request, post)
  return html`<article class="ranked">
<span class="numeral" aria-hidden="true">${rank}</span>
<div>
<h2 class="ranked-title" lang="${languageOf(title)}"><a href="${href}">${title}</a></h2>
${subtitle && html`<p class="entry-subtitle" lang="${languageOf(subtitle)}">${subtitle}</p>`}
<p class="entry-by">${avatar(site, author, 24)}<a href="${profilePath(author.username)}" lang="${languageOf(author.display_name)}">${author.display_name}</a>
${(price !== null || like_count > 0) && html`<span class="entry-facts">${price}${like_count > 0 && html`<span>${t.likes(like_count, formatCount(language, like_count))}</span>`}</span>`}</p>
</div>
${thumbnail(site, { href, address: post.thumbnail_url })}
</article>`
}

/** Refreshes happen at whole multiples of the interval, so the next one is known. */
function nextRefresh(type: RankingType): string {
  const everyMs = RANKING_REFRESH_MS[type]
  return new Date((Math.floor(Date.now() / everyMs) + 1) * everyMs).toISOString()
}
