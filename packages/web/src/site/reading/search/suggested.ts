import { ApiError, type SearchSuggestions } from '@galley/client'
import { SUGGESTION_MAX_CHARACTERS } from '@galley/contract/limits'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { profilePath, tagPath } from '../../paths.ts'
import { languageOf } from '../../texts.ts'

/** Tags and authors whose names begin with the query, if it is one word. */
export async function readSuggestions({ client, report }: PageRequest, q: string): Promise<SearchSuggestions | null> {
  if (/[\s":]/.test(q) || [...q].length > SUGGESTION_MAX_CHARACTERS) return null
  try {
    const found = await client.public.suggestions({ q })
    return found.tags.length + found.authors.length > 0 ? found : null
  } catch (error) {
    // The results are shown without them.
    const isLimitReached = error instanceof ApiError && error.status === 429
    if (!isLimitReached) report(error)
    return null
  }
}

export function suggested({ t }: PageRequest, found: SearchSuggestions | null): Html | null {
  if (found === null) return null
  return html`<ul class="search-suggested" aria-label="${t.search.suggested}">
${found.tags.map(({ tag }) => html`<li><a href="${tagPath(tag)}" lang="${languageOf(tag)}">#${tag}</a></li>\n`)}
${found.authors.map(({ username, display_name }) => html`<li><a href="${profilePath(username)}" lang="${languageOf(display_name)}">${display_name} (@${username})</a></li>\n`)}</ul>`
}
