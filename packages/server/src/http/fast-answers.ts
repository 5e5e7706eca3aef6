import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../context.ts'
import { newRequestId } from '../core/ids.ts'
import { addressKey } from '../core/rate-limits.ts'
import { type CachedAnswer, cachedHeaders, type Encoding, formFor, isKnown } from '../core/response-cache.ts'
import { createFastCounter } from './http-metrics.ts'
import type { Page, PageCache } from './page-cache.ts'
import { securityHeaders } from './security-headers.ts'
import { strangersKey } from './strangers-pages.ts'

type Answerer = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Sends finished answers and pages ahead of the framework: for a question that was just answered to somebody, routing, hooks
 * and validation have nothing to add. It does what they would have done (limits, headers, metrics, views) and leaves every
 * other request to them, by answering false.
 */
export function createFastAnswers(context: AppContext, pages: PageCache): Answerer {
  const { responses, limits, views, settings, metrics } = context
  // Behind a proxy, an address takes the framework to find out.
  if (settings.trustProxy !== false) return () => false
  const count = createFastCounter(metrics)
  const fixed = securityHeaders(settings)
  const headersOf = new WeakMap<CachedAnswer, Map<Encoding | null, string[]>>()

  return (request, response) => {
    const found = find(request)
    if (found === undefined) return false
    const { headers } = request
    const address = request.socket.remoteAddress ?? ''
    const allowance = limits.requests.consume(addressKey(address))
    if (allowance?.allowed === false) return false

    const { answer, route, page } = found
    if (answer.shows !== null) views.note(answer.shows.postId, `${address} ${headers['user-agent']}`)
    const { encoding, body } = formFor(answer, headers['accept-encoding'])
    const status = isKnown(answer, headers['if-none-match']) ? 304 : 200
    const all = [...standing(answer, encoding, page), 'x-request-id', newRequestId()]
    if (status === 200) all.push('content-length', `${body.length}`)
    if (allowance && page === undefined) {
      const { limit, remaining, resetSeconds } = allowance
      all.push(
        'ratelimit-limit',
        `${limit}`,
        'ratelimit-remaining',
        `${remaining}`,
        'ratelimit-reset',
        `${resetSeconds}`,
      )
    }
    response.writeHead(status, all)
    response.end(status === 304 ? undefined : body)
    count(route, status)
    return true
  }

  function find(request: IncomingMessage): { answer: CachedAnswer; route: string; page?: Page } | undefined {
    // Somebody known, another origin, a named request, one ahead of its time: rare here, and the framework's business.
    const key = strangersKey(request)
    if (key === undefined) return undefined
    const { url = '' } = request
    if (url.startsWith('/api/')) return responses.getByUrl(url)
    const page = pages.get(key)
    return page && { answer: page.content, route: 'page', page }
  }

  /** The headers that are the same each time this form of the answer is sent. */
  function standing(answer: CachedAnswer, encoding: Encoding | null, page: Page | undefined): string[] {
    let forms = headersOf.get(answer)
    if (forms === undefined) {
      forms = new Map()
      headersOf.set(answer, forms)
    }
    let headers = forms.get(encoding)
    if (headers === undefined) {
      const own = page?.headers ?? cachedHeaders(answer, encoding)
      headers = Object.entries({ ...fixed, ...own, ...(encoding && { 'content-encoding': encoding }) }).flat()
      forms.set(encoding, headers)
    }
    return headers
  }
}
