import { Histogram, type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'

export type ObserveRequest = (method: string, route: string, status: number, seconds: number) => void

export function createHttpMetrics(registry: Registry): ObserveRequest {
  const duration = new Histogram({
    name: 'galley_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return (method, route, status, seconds) => duration.observe({ method, route, status }, seconds)
}

export function registerHttpMetrics(app: FastifyInstance, observe: ObserveRequest): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    observe(method, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.debug(
      {
        method,
        route,
        status: reply.statusCode,
        request_id: request.id,
        user: request.principal?.userId,
        ms: reply.elapsedTime,
      },
      'request',
    )
  })
}
