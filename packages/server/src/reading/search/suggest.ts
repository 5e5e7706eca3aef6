import type { SearchSuggestions } from '@galley/contract/schemas/reading/search'
import type { Db } from '../../platform/db/connection/database.ts'
import { suggestAuthors, suggestTags } from './suggestion-store.ts'

/** Tags and authors whose names begin with a text. */
export async function suggest(db: Db, q: string): Promise<SearchSuggestions> {
  const beginnings = spellingsOf(q.trim().replace(/^(?:tag:|author:|[#@])/i, ''))
  const [tags, authors] = await Promise.all([suggestTags(db, beginnings), suggestAuthors(db, beginnings)])
  return { tags, authors }
}

/** Tags and names are stored as they were written, and compared by these spellings. */
function spellingsOf(text: string): string[] {
  const normal = text.normalize('NFKC')
  const lower = normal.toLowerCase()
  const [first = ''] = lower
  return [...new Set([text, normal, lower, normal.toUpperCase(), first.toUpperCase() + lower.slice(first.length)])]
}
