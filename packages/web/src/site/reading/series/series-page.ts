import { ApiError, type PublicPostItem, type PublicSeries } from '@galley/client'
import { imageAddress } from '../../document/image-address.ts'
import { openGraph } from '../../document/open-graph.ts'
import { withResponsiveImages } from '../../document/responsive-images.ts'
import { structuredData } from '../../document/structured-data.ts'
import { eachItem } from '../../each-item.ts'
import { notFoundPage } from '../../error-pages.ts'
import { formatCount, formatNumber } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import { avatar } from '../../parts/avatar.ts'
import { priceMark } from '../../parts/price-mark.ts'
import { thumbnail } from '../../parts/thumbnail.ts'
import { dateOf } from '../../parts/time.ts'
import { articlePath, profilePath, seriesPath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { languageOf } from '../../texts.ts'
import { seriesData } from './series-data.ts'

/** /@:username/series/:slug */
export async function seriesPage(request: PageRequest, { username = '', slug = '' }: Params): Promise<SiteResponse> {
  const { t, site, language } = request
  const series = await readSeries(request, username, slug)
  if (series === null) return notFoundPage(request)
  const path = seriesPath(series.author.username, series.slug)
  if (series.author.username !== username) return redirect(path, 301)
  const { title } = series
  const description = series.description || t.seriesText(title, series.author.display_name)
  const image = imageAddress(site, series.cover_image_url)
  return page(request, {
    title,
    description,
    canonical: path,
    feed: { href: `${path}/feed.xml`, title },
    head: html`${openGraph(request, { type: 'website', title, description, path, language, image })}
${structuredData(seriesData(series, site.publicUrl.origin))}`,
    main: html`<div class="column">
${seriesHead(request, series)}
<ol class="ranking">
${eachItem(request.report, [...series.posts.entries()], ([i, post]) => html`<li>${seriesEntry(request, post, i + 1)}</li>\n`)}</ol>
</div>`,
  })
}

/** Null if there is no such series, or no public post in it. */
export async function readSeries(
  { client }: PageRequest,
  username: string,
  slug: string,
): Promise<PublicSeries | null> {
  try {
    return await client.public.series(`@${username}/${slug}`)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

function seriesHead(request: PageRequest, series: PublicSeries): Html {
  const { t, language, site } = request
  const { title, description, author, status, post_count } = series
  const cover = imageAddress(site, series.cover_image_url)
  return html`${cover !== null && withResponsiveImages(site, html`<div class="cover"><img src="${cover}" alt="" width="1280" height="720" fetchpriority="high"></div>`)}
<header class="page-head series-head">
<p class="label">${t.series}</p>
<h1 lang="${languageOf(title)}">${title}</h1>
${description && html`<p class="page-intro series-description" lang="${languageOf(description)}">${description}</p>`}
<p class="entry-by">${avatar(site, author, 24)}<a href="${profilePath(author.username)}" rel="author" lang="${languageOf(author.display_name)}">${author.display_name}</a>
<span class="entry-facts"><span>${t.posts(post_count, formatNumber(language, post_count))}</span><span>${t.seriesStatus[status]}</span></span></p>
</header>`
}

function seriesEntry(request: PageRequest, post: PublicPostItem, place: number): Html {
  const { t, language, site } = request
  const { title, subtitle, excerpt, author, like_count } = post
  const href = articlePath(author.username, post.slug)
  const text = subtitle || excerpt
  return html`<article class="ranked">
<span class="numeral" aria-hidden="true">${place}</span>
<div>
<h2 class="ranked-title" lang="${languageOf(title)}"><a href="${href}">${title}</a></h2>
${text && html`<p class="entry-subtitle" lang="${languageOf(text)}">${text}</p>`}
<p class="entry-by"><span class="entry-facts">${dateOf(language, post.published_at)}
${priceMark(request, post)}
${like_count > 0 && html`<span>${t.likes(like_count, formatCount(language, like_count))}</span>`}</span></p>
</div>
${thumbnail(site, { href, address: post.thumbnail_url })}
</article>`
}
