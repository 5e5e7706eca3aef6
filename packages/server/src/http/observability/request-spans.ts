import { context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../../platform/config.ts'
import { isTracing, startSpan, untraced } from '../../platform/core/tracing.ts'

/**
 * A span for each request, or for a share of those that only read; what the request causes is below it. Does nothing
 * unless tracing is on. A `traceparent` is continued only behind a trusted proxy: otherwise any client could decide what
 * is recorded.
 */
export function registerRequestSpans(app: FastifyInstance, { trustProxy, tracing }: Settings): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  const readShare = tracing?.readShare ?? 1

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers } = request
    const parent = trustProxy === false ? null : (headers['traceparent']?.toString() ?? null)
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
    if (parent === null && isRead && readShare < 1 && Math.random() >= readShare) return untraced(done)
    const started = startSpan(routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`, {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        // Not the path: it may contain a code or a token.
        'http.route': routeOptions.url ?? '',
        'galley.request_id': request.id,
      },
      parent,
    })
    if (started === undefined) return done()
    spans.set(request, started.span)
    context.with(started.active, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
