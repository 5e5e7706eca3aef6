import type { Series } from '@galley/client'
import { eachItem } from '../../each-item.ts'
import { formatNumber } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { seriesPath } from '../../paths.ts'
import { languageOf } from '../../texts.ts'

const SHOWN = 6

/** The list of series on the page of their author. */
export function seriesOfAuthor(request: PageRequest, username: string, list: readonly Series[]): Html {
  const { t, language, report } = request
  const item = ({ slug, title, post_count, status }: Series) => html`<li><a href="${seriesPath(username, slug)}">
<span class="series-title" lang="${languageOf(title)}">${title}</span>
<span class="entry-facts"><span>${t.posts(post_count, formatNumber(language, post_count))}</span><span>${t.seriesStatus[status]}</span></span></a></li>
`
  return html`<section class="series-of-author" aria-labelledby="series-heading">
<h2 id="series-heading" class="label">${t.series}</h2>
<ul>
${eachItem(report, list.slice(0, SHOWN), item)}</ul>
${
  list.length > SHOWN &&
  html`<details>
<summary>${t.moreSeries(list.length - SHOWN)}</summary>
<ul>
${eachItem(report, list.slice(SHOWN), item)}</ul>
</details>`
}
</section>`
}
