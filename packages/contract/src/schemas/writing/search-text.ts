import { Type } from 'typebox'
import { SEARCH_QUERY_MAX_CHARACTERS } from '../../values/limits.ts'
import { HAS_WORDS } from '../../values/reading/public.ts'

/** The words of a search, for public and for own posts. */
export const SearchText = Type.String({
  minLength: 1,
  maxLength: SEARCH_QUERY_MAX_CHARACTERS,
  pattern: HAS_WORDS.source,
  description:
    'At least one word; all words must be in a post. `"…"` is a phrase, `-word` excludes, `tag:x` and `author:x` narrow the search.',
})
