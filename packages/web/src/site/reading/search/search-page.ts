import type { SearchResult } from '@galley/client'
import { SEARCH_RESULTS_MAX } from '@galley/contract/limits'
import { SEARCH_SORTS } from '@galley/contract/reading/public'
import { formatNumber } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import { POSTS_PER_PAGE, pager } from '../../parts/pager.ts'
import { postList } from '../../parts/post-list.ts'
import { tabs } from '../../parts/tabs.ts'
import type { SiteResponse } from '../../site-request.ts'
import { markedExcerpt, markedField } from './marked-text.ts'
import { isTooLong, readSearch, type Search, searchPath } from './read-search.ts'
import { searchForm } from './search-form.ts'
import { readSuggestions, suggested } from './suggested.ts'

/** /search?q=…: works without JavaScript, and its address can be shared. */
export async function searchPage(request: PageRequest): Promise<SiteResponse> {
  const { t, url, site } = request
  const texts = request.t.search
  const search = readSearch(url)
  return page(request, {
    title: search.q === '' ? t.search.title : texts.titleOf(search.q),
    description: texts.description(site.name),
    // Results are for readers, not for the index of a search engine.
    noindex: true,
    hasSearchField: true,
    main: html`<div class="column">
<header class="page-head"><h1>${t.search.title}</h1></header>
${searchForm(request, search)}
${await resultsOf(request, search)}
</div>`,
  })
}

async function resultsOf(request: PageRequest, search: Search): Promise<Html> {
  const texts = request.t.search
  if (search.q === '') return searchTips(request)
  if (isTooLong(search)) return html`<p class="search-count" role="status">${texts.tooLong}</p>`
  const { category, sort } = search
  const [found, names] = await Promise.all([
    findPosts(request, search),
    search.page === 1 ? readSuggestions(request, search.q) : null,
  ])
  // The results have become fewer since the link was made.
  if (found.posts.length === 0 && search.page > 1) return resultsOf(request, { ...search, page: 1 })
  const head = html`${filters(request, search)}${suggested(request, names)}`
  if (found.posts.length === 0) return html`${head}${nothingFound(request, search)}`
  return html`${head}
${countOf(request, found)}
${tabs(
  request.t.sortedBy,
  SEARCH_SORTS.map(each => ({
    label: each === 'latest' ? texts.sortLatest : texts.sortRelevance,
    href: searchPath({ ...search, sort: each, page: 1 }),
    current: each === sort,
  })),
)}
${postList(request, found.posts, {
  lead: false,
  ofOneCategory: category !== null,
  ofOneAuthor: false,
  shown: post => ({
    title: markedField(post, 'title', post.title),
    subtitle: post.subtitle === null ? null : markedField(post, 'subtitle', post.subtitle),
    excerpt: markedExcerpt(post),
  }),
})}
${pager(request, {
  current: search.page,
  total: Math.min(found.total, SEARCH_RESULTS_MAX),
  href: number => searchPath({ ...search, page: number }),
})}`
}

function findPosts({ client }: PageRequest, { q, category, tag, author, sort, page }: Search): Promise<SearchResult> {
  return client.public.search({
    q,
    sort,
    limit: POSTS_PER_PAGE,
    offset: (page - 1) * POSTS_PER_PAGE,
    ...(category !== null && { category }),
    ...(tag !== null && { tag }),
    ...(author !== null && { author }),
  })
}

function countOf({ t: { search: texts }, language }: PageRequest, { total, total_is_exact }: SearchResult): Html {
  const written = formatNumber(language, total)
  return html`<p class="search-count" role="status">${total_is_exact ? texts.found(total, written) : texts.foundAbout(written)}</p>`
}

/** The filters of the address that the form does not show, each with a link that removes it. */
function filters({ t: { search: texts } }: PageRequest, search: Search): Html | null {
  const { tag, author } = search
  if (tag === null && author === null) return null
  return html`<ul class="search-filters">
${tag !== null && html`<li>${texts.onlyTag(tag)} <a href="${searchPath({ ...search, tag: null, page: 1 })}">${texts.remove}</a></li>`}
${author !== null && html`<li>${texts.onlyAuthor(author)} <a href="${searchPath({ ...search, author: null, page: 1 })}">${texts.remove}</a></li>`}
</ul>`
}

function nothingFound(request: PageRequest, search: Search): Html {
  const texts = request.t.search
  const { q, category, tag, author } = search
  const isFiltered = category !== null || tag !== null || author !== null
  const simple = q
    .replaceAll(/(^|\s)-(?:"[^"]*"?|\S+)/g, ' ')
    .replaceAll('"', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return html`<div class="empty" role="status"><p class="empty-title">${texts.nothingTitle(q)}</p><p>${texts.nothingText}</p>
<ul class="search-ways">
${isFiltered && html`<li><a href="${searchPath({ ...search, category: null, tag: null, author: null, page: 1 })}">${texts.withoutFilters}</a></li>`}
${simple !== '' && simple !== q.replaceAll(/\s+/g, ' ').trim() && html`<li><a href="${searchPath({ ...search, q: simple, page: 1 })}">${texts.withoutExclusions}</a></li>`}
${withoutOneWord(q).map(({ word, rest }) => html`<li><a href="${searchPath({ ...search, q: rest, page: 1 })}">${texts.withoutWord(word)}</a></li>\n`)}
</ul></div>
${searchTips(request)}`
}

const LEFT_OUT_MAX = 5

/** All words must be in an article; often one of them is too many. */
function withoutOneWord(q: string): { word: string; rest: string }[] {
  const words = [...new Set(q.trim().split(/\s+/))]
  const required = words.filter(word => !word.startsWith('-'))
  if (q.includes('"') || required.length < 2 || required.length > LEFT_OUT_MAX) return []
  return required.map(word => ({ word, rest: words.filter(each => each !== word).join(' ') }))
}

function searchTips({ t: { search: texts } }: PageRequest): Html {
  return html`<section class="search-tips" aria-labelledby="search-tips">
<h2 class="label" id="search-tips">${texts.tipsTitle}</h2>
<dl>
${texts.tips.map(([example = '', meaning = '']) => html`<div><dt><code>${example}</code></dt><dd>${meaning}</dd></div>\n`)}</dl>
</section>`
}
