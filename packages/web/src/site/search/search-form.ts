import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { CATEGORIES } from '@galley/contract/posts/categories'
import { attributes, type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { searchIcon } from '../parts/icons.ts'
import type { Search } from './read-search.ts'
import { searchTexts } from './search-texts.ts'

/** The field in the header of every other page. On small screens only the link is shown. */
export function headerSearch({ language }: PageRequest): Html {
  const texts = searchTexts(language)
  return html`<search class="masthead-search">
<a class="masthead-search-link" href="/search" aria-label="${texts.title}">${searchIcon}</a>
<form action="/search" data-island="search">
<input type="search" name="q" maxlength="${SEARCH_QUERY_MAX_CHARACTERS}" placeholder="${texts.field}" aria-label="${texts.field}" aria-keyshortcuts="/" autocomplete="off">
<button type="submit" aria-label="${texts.button}">${searchIcon}</button>
</form>
</search>`
}

export function searchForm({ language, t }: PageRequest, search: Search): Html {
  const texts = searchTexts(language)
  const { q, category, tag, author, sort } = search
  return html`<search>
<form class="search-form" action="/search" data-island="search">
<div class="search-words">
<input type="search" name="q" value="${q}" maxlength="${SEARCH_QUERY_MAX_CHARACTERS}" aria-label="${texts.field}" placeholder="${texts.field}" aria-keyshortcuts="/" autocomplete="off"${attributes({ autofocus: q === '' })}>
<button class="button" type="submit">${texts.button}</button>
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
