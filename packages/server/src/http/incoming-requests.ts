import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse } from '../platform/cache/cached-response.ts'
import type { Settings } from '../platform/config.ts'
import type { AppContext } from '../platform/context.ts'
import type { AppError } from '../platform/core/errors.ts'
import type { Allowance } from '../platform/core/limits/rate-limiter.ts'
import { type Admission, admit, showAllowance } from './admission.ts'
import type { BytesInFlight } from './bodies/bytes-in-flight.ts'
import { earlierHosts } from './earlier-hosts.ts'
import { cachedResponses } from './find-cached-response.ts'
import { chooseForm } from './send-response.ts'

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * The first hook of every request: client address, rate limit and Host header, then either the cached response or the
 * headers that every response has.
 */
export function registerIncomingRequests(app: FastifyInstance, context: AppContext, inFlight: BytesInFlight): void {
  const headers = defaultHeaders(context.settings)
  const findCached = cachedResponses(context)
  const newAddressOf = earlierHosts(context)
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('siteLanguage', context.settings.site.language)

  app.addHook('onRequest', (request, reply, done) => {
    const admission = admit(context.limits, request)
    if (admission instanceof Promise) admission.then(admitted => proceed(request, reply, done, admitted)).catch(done)
    else proceed(request, reply, done, admission)
  })

  function proceed(
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: AppError) => void,
    { rejection, allowance }: Admission,
  ): void {
    const newAddress = rejection === undefined ? newAddressOf(request) : undefined
    const response = rejection === undefined && newAddress === undefined ? findCached(request) : undefined
    const error = response === undefined ? rejection : sendBytes(request, reply, response, allowance)
    if (response !== undefined && error === undefined) return

    setHeaders(request, reply, allowance)
    if (error !== undefined) done(error)
    else if (newAddress !== undefined) {
      reply.header('cache-control', 'public, max-age=3600').redirect(newAddress, 308)
    } else done()
  }

  function setHeaders(request: FastifyRequest, reply: FastifyReply, allowance: Allowance | null): void {
    reply.headers(headers).header('x-request-id', request.id)
    // Private by default; public responses override this.
    reply.header('cache-control', 'no-store')
    if (request.routeOptions.config.endpoint?.deprecated) {
      reply.header('deprecation', '@1767225600').header('link', '</api/v1/tokens>; rel="successor-version"')
    }
    showAllowance(reply, allowance)
  }

  /** Sends a cached response without the further steps of the framework; returns an error if too much is being sent. */
  function sendBytes(
    request: FastifyRequest,
    reply: FastifyReply,
    response: CachedResponse,
    allowance: Allowance | null,
  ): AppError | undefined {
    const { form, isKnown } = chooseForm(context, request, response)
    const { length } = form.bytes
    const error = inFlight.holdResponse(request, reply, isKnown ? 0 : length)
    if (error !== undefined) return error
    const fields = [...response.headerList(form.encoding, headers), 'x-request-id', request.id]
    if (allowance !== null) {
      fields.push('ratelimit-limit', `${allowance.limit}`, 'ratelimit-remaining', `${allowance.remaining}`)
      fields.push('ratelimit-reset', `${allowance.resetSeconds}`)
    }
    reply.hijack()
    if (isKnown) {
      reply.raw.writeHead(304, fields).end()
      return undefined
    }
    fields.push('content-length', `${length}`)
    // The access log reads the length here.
    reply.header('content-length', length)
    reply.raw.writeHead(200, fields).end(form.fastest, 'latin1')
    return undefined
  }
}

/** On every response, errors included. A route that serves a page sets its own policy. */
function defaultHeaders(settings: Settings): Readonly<Record<string, string>> {
  const https = settings.publicUrl.protocol === 'https:'
  return https ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000' } : HEADERS
}
