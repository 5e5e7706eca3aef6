import { endpoints } from '@galley/contract/endpoints'
import type { SearchResult, SearchSuggestions } from '@galley/contract/schemas/reading/search'
import { ALL_POSTS, NAMES, SEARCHES, userSubject } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { addressKey, enforce } from '../../platform/core/limits/rate-limits.ts'
import type { Principal } from '../../platform/core/principal.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import type { BindRoute, Sender } from '../../platform/operation.ts'
import { publicResponses, SHORT_LIFETIME_MS } from '../public/public-responses.ts'
import { itemView } from '../public/public-view.ts'
import { searchPosts } from './search-posts.ts'
import { suggestAuthors, suggestTags } from './suggestion-store.ts'

export function searchRoutes(bind: BindRoute, context: AppContext): void {
  const { settings, limits } = context
  const respond = publicResponses(context)

  const count = async ({ principal, sender }: { principal: Principal | null; sender: Sender }) =>
    enforce(await limits.searches.count(principal ? `user:${principal.userId}` : addressKey(sender.address)))

  bind(endpoints.suggestSearches, async call => {
    await count(call)
    const { q } = call.query
    return respond(endpoints.suggestSearches, ['suggestions', q], [ALL_POSTS, NAMES], async db => ({
      value: await suggest(db, q),
    }))
  })

  bind(endpoints.searchPosts, async call => {
    await count(call)
    const { q, category, tag, sort = 'relevance', limit, offset } = call.query
    const author = call.query.author?.replace(/^@/, '')
    const key = ['search', q, category, tag, author, sort, limit, offset]
    // Every search may change with any public post, and again when that is indexed.
    return respond(endpoints.searchPosts, key, [ALL_POSTS, SEARCHES], async () => {
      const found = await searchPosts(context, { q, category, tag, author, sort, limit, offset })
      const value: SearchResult = {
        posts: found.posts.map(post => ({ ...itemView(post, settings), highlights: post.highlights })),
        total: found.total,
        total_is_exact: found.isExact,
      }
      // Results are in an order by counters, too.
      const about = found.posts.map(post => userSubject(post.author_id))
      return { value, about, lifetimeMs: SHORT_LIFETIME_MS }
    })
  })
}

/** Tags and authors whose names begin with a text. */
async function suggest(db: Db, q: string): Promise<SearchSuggestions> {
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
