import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../context.ts'
import type { Encoding } from '../core/accepted-encoding.ts'
import { newRequestId } from '../core/ids.ts'
import { addressKey } from '../core/rate-limits.ts'
import { type CachedAnswer, cachedHeaders, formFor, isKnown } from '../core/response-cache.ts'
import { createFastCounter } from './http-metrics.ts'
import type { Page, PageCache } from './page-cache.ts'
import { headLines, sendReady } from './ready-head.ts'
import { securityHeaders } from './security-headers.ts'
import { isStranger, strangersKey } from './strangers-pages.ts'

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
  const linesOf = new WeakMap<CachedAnswer, Map<Encoding | null, string>>()

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
    let lines = `${standing(answer, encoding, page)}x-request-id: ${newRequestId()}\r\n`
    if (status === 200) lines += `content-length: ${body.length}\r\n`
    if (allowance && page === undefined) {
      const { limit, remaining, resetSeconds } = allowance
      lines += `ratelimit-limit: ${limit}\r\nratelimit-remaining: ${remaining}\r\nratelimit-reset: ${resetSeconds}\r\n`
    }
    sendReady(response, status, lines, status === 304 ? undefined : body)
    count(route, status)
    return true
  }

  function find(request: IncomingMessage): { answer: CachedAnswer; route: string; page?: Page } | undefined {
    const { url = '' } = request
    // Somebody known, another origin, a named request, one ahead of its time: rare here, and the framework's business.
    if (url.startsWith('/api/')) return isStranger(request) ? responses.getByUrl(url) : undefined
    const key = strangersKey(request)
    const page = key === undefined ? undefined : pages.get(key)
    return page && { answer: page.content, route: 'page', page }
  }

  /** The headers that are the same each time this form of the answer is sent. */
  function standing(answer: CachedAnswer, encoding: Encoding | null, page: Page | undefined): string {
    let forms = linesOf.get(answer)
    if (forms === undefined) {
      forms = new Map()
      linesOf.set(answer, forms)
    }
    let lines = forms.get(encoding)
    if (lines === undefined) {
      const own = page?.headers ?? cachedHeaders(answer, encoding)
      lines = headLines({ ...fixed, ...own, ...(encoding && { 'content-encoding': encoding }) })
      forms.set(encoding, lines)
    }
    return lines
  }
}
