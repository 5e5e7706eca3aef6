import type { SiteResponse } from '@galley/web/site'
import type { FastifyRequest } from 'fastify'
import { CachedResponse, type Computed, type Entry, SharedPart } from '../../platform/cache/cached-response.ts'
import type { SharedCache } from '../../platform/cache/shared-cache.ts'
import { Semaphore } from '../../platform/core/limits/semaphore.ts'
import { anonymousPageKey } from '../find-cached-response.ts'

const LARGE_RESULT_BYTES = 512 * 1024

/** Makes a call for a page, which uses the result when this resolves. */
export type MakeCall = <T>(call: () => Promise<T>) => Promise<T>

type Render = (makeCall: MakeCall, isShared: boolean) => Promise<SiteResponse>
/** What a page is made of; undefined for what only its reader may see, and for errors. */
type Parts = (CachedResponse | SharedPart<unknown> | undefined)[]

/**
 * Returns a function that renders a page. Anonymous readers share a cached one; others get their own. A page needs several
 * times the memory of a long article, so those with large parts are rendered one at a time.
 */
export function createPageMaker(
  cache: SharedCache,
): (request: FastifyRequest, render: Render) => Promise<CachedResponse | SiteResponse> {
  const largePages = new Semaphore(1)

  return async (request, render) => {
    const key = anonymousPageKey(request)
    const { method } = request
    if (key === undefined) return (await renderPage(method, makeCall => render(makeCall, false))).page
    let own: SiteResponse | undefined
    const cached = await cache.fetchResponse(key, async () => {
      const { page, parts } = await renderPage(method, makeCall => render(makeCall, true))
      own = page
      return toComputed(page, parts)
    })
    // A private page was made for the one request that started it.
    return cached ?? own ?? (await renderPage(method, makeCall => render(makeCall, false))).page
  }

  async function renderPage(
    method: string,
    render: (makeCall: MakeCall) => Promise<SiteResponse>,
  ): Promise<{ page: SiteResponse; parts: Parts }> {
    const parts: Parts = []
    const { promise: end, resolve } = Promise.withResolvers<void>()
    let turn: Promise<void> | undefined
    const takeTurn = () => {
      turn ??= new Promise(start => {
        void largePages.run(1, () => {
          start()
          return end
        })
      })
      return turn
    }
    const makeCall: MakeCall = async call => {
      const at = parts.push(undefined) - 1
      const result = await call()
      if (!(result instanceof CachedResponse || result instanceof SharedPart)) return result
      parts[at] = result
      // The response to a form is a redirect.
      if (result.bytes > LARGE_RESULT_BYTES && method !== 'POST') await takeTurn()
      return result
    }
    try {
      return { page: await render(makeCall), parts }
    } finally {
      resolve()
    }
  }
}

/**
 * Cacheable if everything on the page comes from parts that are cached themselves. A change to one of them changes the
 * page.
 */
function toComputed({ status, headers, cookies, body }: SiteResponse, all: Parts): Computed | undefined {
  if (status !== 200 || cookies.length > 0) return undefined
  const parts = all.filter(part => part !== undefined)
  if (parts.length < all.length) return undefined
  return {
    body,
    headers,
    about: [...new Set(parts.flatMap(part => part.about))],
    // A page without calls has no parts.
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
