import { endpoints } from '@galley/contract/endpoints'
import type { SearchResult } from '@galley/contract/schemas/reading/search'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { addressKey, enforce } from '../core/limits/rate-limits.ts'
import type { CacheKey } from '../public/public-answers.ts'
import { itemView } from '../public/public-view.ts'
import type { BindRoute } from '../transport/route.ts'
import { searchPosts } from './search-posts.ts'
import { suggest } from './suggest.ts'

/** Every search may change with any public post, and again when that is indexed. */
const SEARCHES = 'searches'

export function searchRoutes(bind: BindRoute, context: AppContext): void {
  const { responses, bus, settings, limits } = context
  bus.subscribe(({ about }) => {
    if (about === 'post' || about === 'profile' || about === 'search') responses.forget(SEARCHES)
  })

  const count = async ({ principal, clientAddress }: FastifyRequest) =>
    enforce(await limits.searches.count(principal ? `user:${principal.userId}` : addressKey(clientAddress)))

  const answer = ({ reply }: { reply: FastifyReply }, key: CacheKey, find: () => Promise<Record<string, unknown>>) =>
    responses.fetch(JSON.stringify(key), async () => {
      const shown = context.media.inAnswer(await find())
      return { body: String(reply.serializeInput(shown, '2xx')), about: [SEARCHES] }
    })

  bind(endpoints.suggestSearches, async call => {
    await count(call.request)
    const { q } = call.query
    return answer(call, ['suggestions', q], () => suggest(context.db, q))
  })

  bind(endpoints.searchPosts, async call => {
    await count(call.request)
    const { q, category, tag, sort = 'relevance', limit, offset } = call.query
    const author = call.query.author?.replace(/^@/, '')
    return answer(call, ['search', q, category, tag, author, sort, limit, offset], async () => {
      const found = await searchPosts(context, { q, category, tag, author, sort, limit, offset })
      return {
        posts: found.posts.map(post => ({ ...itemView(post, settings), highlights: post.highlights })),
        total: found.total,
        total_is_exact: found.isExact,
      } satisfies SearchResult
    })
  })
}
