import { type Static, Type } from 'typebox'
import { SUGGESTION_MAX_CHARACTERS, TAG_MAX_CHARACTERS, USERNAME_MAX_CHARACTERS } from '../../values/limits.ts'
import { SEARCH_FIELDS, SEARCH_SORTS } from '../../values/reading/public.ts'
import { Author } from '../identity/accounts.ts'
import { Count, oneOf, page } from '../schema.ts'
import { CategoryValue } from '../writing/categories.ts'
import { SearchText } from '../writing/search-text.ts'
import { PublicPostItem } from './public.ts'

export const SearchHighlight = Type.Object(
  {
    field: oneOf(SEARCH_FIELDS),
    text: Type.String({ description: 'Plain text: escape it before you show it as HTML.' }),
    ranges: Type.Array(Type.Array(Count, { minItems: 2, maxItems: 2 }), {
      description: 'Where the words are: [from, to) in characters (Unicode code points) of `text`.',
    }),
  },
  { title: 'SearchHighlight' },
)
export type SearchHighlight = Static<typeof SearchHighlight>

export const FoundPost = Type.Object(
  { ...PublicPostItem.properties, highlights: Type.Array(SearchHighlight) },
  { title: 'FoundPost' },
)
export type FoundPost = Static<typeof FoundPost>

export const SearchResult = Type.Object(
  {
    posts: Type.Array(FoundPost),
    total: Count,
    total_is_exact: Type.Boolean({
      description: 'false if so many posts have the words that their number is only estimated.',
    }),
  },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>

export const SearchQuery = Type.Object({
  q: SearchText,
  category: Type.Optional(CategoryValue),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_MAX_CHARACTERS })),
  author: Type.Optional(
    Type.String({ minLength: 1, maxLength: USERNAME_MAX_CHARACTERS + 1, description: 'A username, also with @.' }),
  ),
  sort: Type.Optional(oneOf(SEARCH_SORTS, { default: 'relevance' })),
  ...page,
})
export type SearchQuery = Static<typeof SearchQuery>

export const SearchSuggestions = Type.Object(
  {
    tags: Type.Array(Type.Object({ tag: Type.String(), post_count: Count })),
    authors: Type.Array(Type.Object({ ...Author.properties, post_count: Count })),
  },
  { title: 'SearchSuggestions' },
)
export type SearchSuggestions = Static<typeof SearchSuggestions>

export const SuggestionsQuery = Type.Object({
  q: Type.String({ minLength: 1, maxLength: SUGGESTION_MAX_CHARACTERS, description: 'The beginning of a name.' }),
})
export type SuggestionsQuery = Static<typeof SuggestionsQuery>
