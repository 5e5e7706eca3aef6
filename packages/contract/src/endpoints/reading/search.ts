import { get } from '../../endpoint.ts'
import * as search from '../../schemas/reading/search.ts'

export const searchEndpoints = {
  searchPosts: get('/api/v1/public/search', 'public.search', {
    summary: 'Search published posts',
    description:
      'In titles, tags, headings and texts, in any language; of paid posts only the free part. Upper and lower case, full and half width are the same. A change can be found within a second. At most the first 1,000 results can be read. `salon_id` is 400.',
    tag: 'Public',
    auth: 'none',
    query: search.SearchQuery,
    rejectedQuery: ['salon_id'],
    versioned: true,
    response: search.SearchResult,
  }),
  suggestSearches: get('/api/v1/public/search/suggestions', 'public.suggestions', {
    summary: 'Suggest tags and authors',
    description: 'At most five tags and five authors of public posts whose names begin with a text, most posts first.',
    tag: 'Public',
    auth: 'none',
    query: search.SuggestionsQuery,
    versioned: true,
    response: search.SearchSuggestions,
  }),
} as const
