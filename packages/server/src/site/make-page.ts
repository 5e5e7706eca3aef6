import type { SiteResponse } from '@galley/web/site'
import type { FastifyRequest } from 'fastify'
import type { LocalResult } from '../api/local-client.ts'
import { CachedAnswer, type Computed } from '../cache/cached-answer.ts'
import type { Entry, SharedCache } from '../cache/shared-cache.ts'
import { anonymousPageKey } from '../transport/cached-answers.ts'

type OnResult = (result: LocalResult | undefined) => void

/**
 * Renders a page. Anonymous readers share a cached one; others get their own. `render` reports each result of the API if
 * the page may be shared.
 */
export async function makePage(
  cache: SharedCache,
  request: FastifyRequest,
  render: (onResult?: OnResult) => Promise<SiteResponse>,
): Promise<CachedAnswer | SiteResponse> {
  const key = anonymousPageKey(request)
  if (key === undefined) return render()
  let own: SiteResponse | undefined
  const cached = await cache.fetchResponse(key, async () => {
    const results: (LocalResult | undefined)[] = []
    own = await render(result => void results.push(result))
    return toComputed(own, results)
  })
  // A private page was made for the one request that started it.
  return cached ?? own ?? render()
}

/**
 * Cacheable if everything on the page comes from responses that are cached themselves. A change to one of them changes
 * the page.
 */
function toComputed(
  { status, headers, cookies, body }: SiteResponse,
  results: readonly (LocalResult | undefined)[],
): Computed | undefined {
  if (status !== 200 || cookies.length > 0 || typeof body !== 'string') return undefined
  const parts = results.filter(result => result instanceof CachedAnswer)
  if (parts.length < results.length) return undefined
  return {
    body,
    headers,
    about: [...new Set(parts.flatMap(part => part.about))],
    // A page without API calls has no parts.
    ...(parts.length > 0 && { sinceMs: Math.min(...parts.map(part => part.sinceMs)) }),
    lifetimeMs: shortest(parts.flatMap(part => part.lifetimeMs ?? [])),
    isUnchanged: allUnchanged(parts),
    // Reading the page counts as reading the post that it shows.
    shows: parts.find(part => part.shows !== null)?.shows ?? undefined,
  }
}

const shortest = (lifetimes: readonly number[]) => (lifetimes.length === 0 ? undefined : Math.min(...lifetimes))

function allUnchanged(parts: readonly Entry[]): Entry['isUnchanged'] {
  const comparisons = parts.flatMap(part => part.isUnchanged ?? [])
  if (comparisons.length === 0) return undefined
  return async () => (await Promise.all(comparisons.map(isUnchanged => isUnchanged()))).every(Boolean)
}
