import { endpoints } from '@galley/contract/endpoints'
import type { SearchResult } from '@galley/contract/schemas/reading/search'
import { ALL_POSTS, NAMES, SEARCHES, userSubject } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { addressKey, enforce } from '../../platform/core/limits/rate-limits.ts'
import type { Principal } from '../../platform/core/principal.ts'
import type { BindRoute, Sender } from '../../platform/operation.ts'
import { publicAnswers, SHORT_LIFETIME_MS } from '../public/public-answers.ts'
import { itemView } from '../public/public-view.ts'
import { searchPosts } from './search-posts.ts'
import { suggest } from './suggest.ts'

export function searchRoutes(bind: BindRoute, context: AppContext): void {
  const { settings, limits } = context
  const answer = publicAnswers(context)

  const count = async ({ principal, sender }: { principal: Principal | null; sender: Sender }) =>
    enforce(await limits.searches.count(principal ? `user:${principal.userId}` : addressKey(sender.address)))

  bind(endpoints.suggestSearches, async call => {
    await count(call)
    const { q } = call.query
    return answer(endpoints.suggestSearches, ['suggestions', q], [ALL_POSTS, NAMES], async db => ({
      value: await suggest(db, q),
    }))
  })

  bind(endpoints.searchPosts, async call => {
    await count(call)
    const { q, category, tag, sort = 'relevance', limit, offset } = call.query
    const author = call.query.author?.replace(/^@/, '')
    const key = ['search', q, category, tag, author, sort, limit, offset]
    // Every search may change with any public post, and again when that is indexed.
    return answer(endpoints.searchPosts, key, [ALL_POSTS, SEARCHES], async () => {
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
