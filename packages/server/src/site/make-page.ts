import type { Fetch } from '@galley/client'
import type { SiteRequest, SiteResponse } from '@galley/web/site'
import type { FastifyRequest } from 'fastify'
import type { CachedAnswer, Computed } from '../cache/cached-answer.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { anonymousPageKey } from '../transport/cached-answers.ts'

type Handle = (sent: SiteRequest) => Promise<SiteResponse>

/** Renders a page. Anonymous readers share a cached one; others get their own. */
export async function makePage(
  responses: ResponseCache,
  request: FastifyRequest,
  sent: SiteRequest,
  handle: Handle,
): Promise<CachedAnswer | SiteResponse> {
  const key = anonymousPageKey(request)
  if (key === undefined) return handle(sent)
  let own: SiteResponse | undefined
  const cached = await responses.fetchIfCacheable(key, async () => {
    const { fetch, urls } = recordUrls(sent.fetch)
    own = await handle({ ...sent, fetch, ifNoneMatch: undefined })
    return toComputed(responses, own, urls)
  })
  // A private page was made for the one request that started it.
  return cached ?? own ?? handle(sent)
}

function recordUrls(fetch: Fetch): { fetch: Fetch; urls: ReadonlySet<string> } {
  const urls = new Set<string>()
  return {
    urls,
    fetch: (address, init) => {
      const { pathname, search } = new URL(address)
      urls.add(pathname + search)
      return fetch(address, init)
    },
  }
}

/**
 * Cacheable if everything on the page comes from cached responses of the API. A change to one of them changes the page.
 */
function toComputed(
  responses: ResponseCache,
  { status, headers, cookies, body }: SiteResponse,
  urls: ReadonlySet<string>,
): Computed | undefined {
  if (status !== 200 || cookies.length > 0 || typeof body !== 'string') return undefined
  const parts = [...urls].flatMap(url => responses.getByUrl(url) ?? [])
  if (parts.length < urls.size) return undefined
  return {
    body,
    headers,
    about: [...new Set(parts.flatMap(part => part.about))],
    // A page without API requests has no parts.
    ...(parts.length > 0 && { sinceMs: Math.min(...parts.map(part => part.sinceMs)) }),
    // Reading the page counts as reading the post that it shows.
    shows: parts.find(part => part.shows !== null)?.shows ?? undefined,
  }
}
