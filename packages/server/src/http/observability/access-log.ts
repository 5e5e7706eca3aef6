import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'

/**
 * Logs each request with `ACCESS_LOG=true`, whatever the log level, and with the level debug.
 */
export function registerAccessLog(app: FastifyInstance, { settings, log }: AppContext): void {
  if (!settings.accessLog && !log.isLevelEnabled('debug')) return
  const accessLog = settings.accessLog ? log.child({}, { level: 'info' }) : log
  app.addHook('onResponse', (request, reply, done) => {
    accessLog[settings.accessLog ? 'info' : 'debug'](lineOf(request, reply), 'request')
    done()
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply): Record<string, unknown> {
  const { method, routeOptions } = request
  return {
    method,
    path: loggedPath(request),
    route: routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: sentBytes(request, reply),
    request_id: request.id,
    client: request.clientAddress,
    user: request.principal?.userId,
  }
}

/** Without the query, which may contain a token, and without the code with which a program asks for a token. */
function loggedPath({ url, routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.url?.includes(':user_code') ? routeOptions.url : url.split('?', 1)[0]
}

/** The length of the body; undefined if it was streamed without a known length. */
function sentBytes({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || reply.statusCode === 304) return 0
  const length = reply.getHeader('content-length')
  return length === undefined ? undefined : Number(length)
}
