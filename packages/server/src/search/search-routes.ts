import { endpoints } from '@galley/contract/endpoints'
import type { SearchResult } from '@galley/contract/schemas/reading/search'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { addressKey, enforce } from '../core/limits/rate-limits.ts'
import { itemView } from '../public/public-view.ts'
import type { BindRoute } from '../transport/route.ts'
import { type Search, searchPosts } from './search-posts.ts'
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

  bind(endpoints.suggestSearches, async call => {
    await count(call.request)
    const { q } = call.query
    return responses.fetch(JSON.stringify(['suggestions', q]), async () => {
      const shown = context.media.inAnswer(await suggest(context.db, q)) as Record<string, unknown>
      return { body: String(call.reply.serializeInput(shown, '2xx')), about: [SEARCHES] }
    })
  })

  bind(endpoints.searchPosts, async call => {
    await count(call.request)
    const { q, category, tag, sort = 'relevance' } = call.query
    const author = call.query.author?.replace(/^@/, '')
    const { limit, offset } = call.query
    const search: Search = { q, category, tag, author, sort, limit, offset }
    return responses.fetch(JSON.stringify(['search', q, category, tag, author, sort, limit, offset]), async () => {
      const { posts, total, isExact } = await searchPosts(context, search)
      const value: SearchResult = {
        posts: posts.map(post => ({ ...itemView(post, settings), highlights: post.highlights })),
        total,
        total_is_exact: isExact,
      }
      const shown = context.media.inAnswer(value) as Record<string, unknown>
      return { body: String(call.reply.serializeInput(shown, '2xx')), about: [SEARCHES] }
    })
  })
}
