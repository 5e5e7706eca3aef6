import type { PublicPost } from '@galley/client'
import { formatNumber } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { languageOf } from '../../texts.ts'

type Place = NonNullable<PublicPost['series']>

/** Above the text: the series that the article belongs to. */
export function seriesLine({ t, language }: PageRequest, series: Place | null): Html | null {
  if (series === null) return null
  const { position, count, title } = series
  return html`<p class="series-line" lang="${language}"><a href="${pathOf(series.url)}" lang="${languageOf(title)}">${title}</a>
${position !== null && html`<span>${t.seriesPlace(formatNumber(language, position), formatNumber(language, count))}</span>`}</p>`
}

/** Below the text: the articles before and after this one. */
export function seriesNavigation({ t }: PageRequest, series: Place | null): Html | null {
  if (series === null || (series.previous ?? series.next) === null) return null
  const { previous, next, title } = series
  return html`<nav class="series-navigation" aria-labelledby="series-title">
<h2 class="label" id="series-title">${t.series}${t.colon}<a href="${pathOf(series.url)}" lang="${languageOf(title)}">${title}</a></h2>
${previous && neighbour(previous, { rel: 'prev', label: `← ${t.seriesPrevious}` })}
${next && neighbour(next, { rel: 'next', label: `${t.seriesNext} →` })}
</nav>`
}

const neighbour = (
  { title, url }: NonNullable<Place['next']>,
  { rel, label }: { rel: 'prev' | 'next'; label: string },
): Html =>
  html`<a class="series-${rel}" href="${pathOf(url)}" rel="${rel}"><span class="series-direction">${label}</span> <span class="series-neighbour" lang="${languageOf(title)}">${title}</span></a>`

/** Links on the site are paths, so that they work under any of its addresses. */
const pathOf = (url: string): string => new URL(url).pathname
