import type { FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export function securityHeaders(settings: Settings): Readonly<Record<string, string>> {
  const https = settings.publicUrl.protocol === 'https:'
  return https ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000' } : HEADERS
}

/** On every answer, errors included. A route that shows a page sets a looser policy of its own. */
export function registerSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = securityHeaders(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // What one account may see must not stay in anybody's cache; public answers say otherwise for themselves.
    reply.header('cache-control', 'no-store')
    if (request.routeOptions.config.endpoint?.deprecated) {
      reply.header('deprecation', '@1767225600').header('link', '</api/v1/tokens>; rel="successor-version"')
    }
    done()
  })
}
