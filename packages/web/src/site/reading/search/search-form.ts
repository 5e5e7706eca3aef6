import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { CATEGORIES } from '@galley/contract/writing/categories'
import { attributes, type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import type { Search } from './read-search.ts'

export function searchForm({ t }: PageRequest, search: Search): Html {
  const texts = t.search
  const { q, category, tag, author, sort } = search
  return html`<search>
<form class="search-form" action="/search" data-island="search">
<div class="search-words">
<input type="search" name="q" value="${q}" maxlength="${SEARCH_QUERY_MAX_CHARACTERS}" aria-label="${t.searchArticles}" placeholder="${t.searchArticles}" aria-keyshortcuts="/" autocomplete="off"${attributes({ autofocus: q === '' })}>
<button class="button" type="submit">${t.search.title}</button>
</div>
<label class="search-category">${texts.category}
<select name="category">
<option value="">${texts.allCategories}</option>
${CATEGORIES.map(
  ({ value }) =>
    html`<option value="${value}"${attributes({ selected: value === category })}>${t.categoryNames[value]}</option>\n`,
)}</select></label>
${tag !== null && html`<input type="hidden" name="tag" value="${tag}">`}
${author !== null && html`<input type="hidden" name="author" value="${author}">`}
${sort !== 'relevance' && html`<input type="hidden" name="sort" value="${sort}">`}
</form>
</search>`
}
