import type { Endpoint, Response } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import type { SearchResult } from '@galley/contract/schemas/reading/search'
import type { AppContext } from '../context.ts'
import { addressKey, enforce } from '../core/limits/rate-limits.ts'
import type { Principal } from '../core/principal.ts'
import { serialize } from '../core/serialize.ts'
import type { CacheKey } from '../public/public-answers.ts'
import { itemView } from '../public/public-view.ts'
import type { BindRoute, Sender } from '../transport/route.ts'
import { searchPosts } from './search-posts.ts'
import { suggest } from './suggest.ts'

/** Every search may change with any public post, and again when that is indexed. */
const SEARCHES = 'searches'

export function searchRoutes(bind: BindRoute, context: AppContext): void {
  const { responses, bus, settings, limits } = context
  bus.subscribe(({ about }) => {
    if (about === 'post' || about === 'profile' || about === 'search') responses.forget(SEARCHES)
  })

  const count = async ({ principal, sender }: { principal: Principal | null; sender: Sender }) =>
    enforce(await limits.searches.count(principal ? `user:${principal.userId}` : addressKey(sender.address)))

  const answer = <E extends Endpoint>({ response }: E, key: CacheKey, find: () => Promise<Response<E>>) =>
    responses.fetch(JSON.stringify(key), async () => ({
      body: serialize(response, context.media.inAnswer(await find())),
      about: [SEARCHES],
    }))

  bind(endpoints.suggestSearches, async call => {
    await count(call)
    const { q } = call.query
    return answer(endpoints.suggestSearches, ['suggestions', q], () => suggest(context.db, q))
  })

  bind(endpoints.searchPosts, async call => {
    await count(call)
    const { q, category, tag, sort = 'relevance', limit, offset } = call.query
    const author = call.query.author?.replace(/^@/, '')
    return answer(endpoints.searchPosts, ['search', q, category, tag, author, sort, limit, offset], async () => {
      const found = await searchPosts(context, { q, category, tag, author, sort, limit, offset })
      return {
        posts: found.posts.map(post => ({ ...itemView(post, settings), highlights: post.highlights })),
        total: found.total,
        total_is_exact: found.isExact,
      } satisfies SearchResult
    })
  })
}
