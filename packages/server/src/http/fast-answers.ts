import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../context.ts'
import { newRequestId } from '../core/ids.ts'
import { addressKey } from '../core/rate-limits.ts'
import { type CachedAnswer, cachedHeaders, type Encoding, formFor, isKnown } from '../core/response-cache.ts'
import { createFastCounter } from './http-metrics.ts'
import { securityHeaders } from './security-headers.ts'

type Answerer = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Sends finished answers ahead of the framework: for a question that was just answered to somebody, routing, hooks and
 * validation have nothing to add. It does what they would have done (limits, headers, metrics, views) and leaves every
 * other request to them, by answering false.
 */
export function createFastAnswers(context: AppContext): Answerer {
  const { responses, limits, views, settings, metrics } = context
  // Behind a proxy, an address takes the framework to find out.
  if (settings.trustProxy !== false) return () => false
  const count = createFastCounter(metrics)
  const fixed = Object.entries(securityHeaders(settings)).flat()
  const headersOf = new WeakMap<CachedAnswer, Map<Encoding | null, string[]>>()

  return (request, response) => {
    const { url = '', method, headers } = request
    if (method !== 'GET' || !url.startsWith('/api/v1/public/')) return false
    // Somebody known, another origin, a named request, one ahead of its time: rare here, and the framework's business.
    if (headers.cookie ?? headers.authorization ?? headers.origin ?? headers['x-request-id']) return false
    if (headers['sec-purpose'] !== undefined) return false
    const found = responses.getByUrl(url)
    if (found === undefined) return false
    const address = request.socket.remoteAddress ?? ''
    const allowance = limits.requests.consume(addressKey(address))
    if (allowance?.allowed === false) return false

    const { answer, route } = found
    if (answer.shows !== null) views.note(answer.shows.postId, `${address} ${headers['user-agent']}`)
    const { encoding, body } = formFor(answer, headers['accept-encoding'])
    const status = isKnown(answer, headers['if-none-match']) ? 304 : 200
    const all = [...standing(answer, encoding), 'x-request-id', newRequestId()]
    if (status === 200) all.push('content-length', `${body.length}`)
    if (allowance) {
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

  /** The headers that are the same each time this form of the answer is sent. */
  function standing(answer: CachedAnswer, encoding: Encoding | null): string[] {
    let forms = headersOf.get(answer)
    if (forms === undefined) {
      forms = new Map()
      headersOf.set(answer, forms)
    }
    let headers = forms.get(encoding)
    if (headers === undefined) {
      headers = [...fixed, ...Object.entries(cachedHeaders(answer, encoding)).flat()]
      forms.set(encoding, headers)
    }
    return headers
  }
}
