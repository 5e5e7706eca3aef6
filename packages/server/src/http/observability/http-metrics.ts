import { Counter, Histogram, type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'

/** Counts and measures every request. A histogram by status would have thousands of lines, so there are two metrics. */
export function registerHttpMetrics(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'galley_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'galley_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const { statusCode: status, elapsedTime: ms } = reply
    const route = routeOptions.url ?? 'none'
    requests.inc({ method, route, status })
    // The time of a stream says how long the client stayed.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) duration.observe({ method, route }, ms / 1000)
    done()
  })
}
