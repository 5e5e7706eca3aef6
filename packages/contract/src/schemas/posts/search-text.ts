import { Type } from 'typebox'
import { SEARCH_QUERY_MAX_CHARACTERS } from '../../values/limits.ts'

/** The words of a search, for public and for own posts. */
export const SearchText = Type.String({
  minLength: 1,
  maxLength: SEARCH_QUERY_MAX_CHARACTERS,
  description:
    'All words must be in a post. `"…"` is a phrase, `-word` excludes, `tag:x` and `author:x` narrow the search.',
})
