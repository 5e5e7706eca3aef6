import { CATEGORIES } from '@galley/contract/writing/categories'
import { type Html, html } from '../../html.ts'
import { once } from '../../once.ts'
import type { FrontAside } from '../../page-reads.ts'
import type { PageRequest } from '../../page-request.ts'
import { avatar } from '../../parts/avatar.ts'
import { priceMark } from '../../parts/price-mark.ts'
import { articlePath, categoryPath, profilePath, rankingPath, tagPath } from '../../paths.ts'
import { languageOf } from '../../texts.ts'

/** Beside the list: what is read now, its tags and its authors, and all categories. */
export function homeAside(request: PageRequest, aside: FrontAside): Html {
  const { t } = request
  const { ranking, tags, authors } = aside
  return once(
    aside,
    request.language,
    () => html`<aside class="front-aside">
${ranking.length > 0 && rankingSection(request, ranking)}
${
  tags.length > 0 &&
  section(
    'by-tag',
    t.tags,
    html`<ul class="short-links">
${tags.map(tag => html`<li><a href="${tagPath(tag)}" lang="${languageOf(tag)}"><span class="hash">#</span>${tag}</a></li>\n`)}</ul>`,
  )
}
${
  authors.length > 0 &&
  section(
    'by-author',
    t.authors,
    html`<ul class="author-links">
${authors.map(author => html`<li><a href="${profilePath(author.username)}">${avatar(request.site, author, 24)}<span lang="${languageOf(author.display_name)}">${author.display_name}</span></a></li>\n`)}</ul>`,
  )
}
${section(
  'by-category',
  t.categories,
  html`<ul class="short-links">
${CATEGORIES.map(({ value }) => html`<li><a href="${categoryPath(value)}">${t.categoryNames[value]}</a></li>\n`)}</ul>`,
)}
</aside>`,
  )
}

const section = (id: string, title: string, content: Html): Html => html`<section aria-labelledby="${id}">
<h2 class="label" id="${id}">${title}</h2>
${content}
</section>`

function rankingSection(request: PageRequest, ranking: FrontAside['ranking']): Html {
  const { t } = request
  return html`<section aria-labelledby="trending">
<h2 class="label" id="trending"><a href="${rankingPath('trending')}">${t.rankingNames.trending}</a></h2>
<ol class="ranked-beside">
${ranking.map(
  ({ rank, post }) => html`<li><span class="numeral" aria-hidden="true">${rank}</span>
<p><a class="ranked-title" href="${articlePath(post.author.username, post.slug)}" lang="${languageOf(post.title)}">${post.title}</a>
<a class="ranked-author" href="${profilePath(post.author.username)}" lang="${languageOf(post.author.display_name)}">${post.author.display_name}</a> ${priceMark(request, post)}</p></li>\n`,
)}</ol>
</section>`
}
