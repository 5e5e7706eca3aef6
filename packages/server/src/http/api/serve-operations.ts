import type { Readable } from 'node:stream'
import type { Endpoint } from '@galley/contract/endpoint'
import { BODY_MAX_BYTES } from '@galley/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CachedResponse, SharedPart } from '../../platform/cache/cached-response.ts'
import type { AppContext } from '../../platform/context.ts'
import { serialize } from '../../platform/core/serialize.ts'
import { FileResult } from '../../platform/operation.ts'
import { sendResponse } from '../send-response.ts'
import type { Caller, Operations } from './operations.ts'
import { sentWith } from './sent-with.ts'
import { clearSessionCookie, setLogInCookies } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Serves every operation at the method and path of its endpoint. */
export function serveOperations(app: FastifyInstance, context: AppContext, operations: Operations): void {
  const { settings, cache } = context
  for (const endpoint of operations.endpoints) {
    const { method, path, response, status = 200, bodyMaxBytes = BODY_MAX_BYTES } = endpoint
    app.route({
      method,
      url: path,
      config: { endpoint },
      bodyLimit: bodyMaxBytes,
      handler: async (request, reply) => {
        const result = await operations.call(request.caller as Caller, {
          ...sentWith(settings, request, reply),
          params: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: request.body,
        })
        if (result instanceof CachedResponse) {
          cache.rememberUrl(request.url, result.key)
          return sendResponse(context, request, reply, result)
        }
        if (endpoint.csv) reply.header('vary', 'Accept')
        if (result instanceof FileResult) return sendFile(request, reply, result)
        if (result instanceof SharedPart) throw new Error(`${path} is called by pages only`)
        const { etag, session, headers = {} } = result.details
        reply.code(result.details.status ?? status).headers(headers)
        if (etag !== undefined) reply.header('etag', etag)
        if (session === 'ended') clearSessionCookie(settings, reply)
        else if (session !== undefined) setLogInCookies(settings, reply, session)
        return reply.type('application/json; charset=utf-8').send(serialize(response, result.body))
      },
    })
  }
}

/** Three rounds of comments of a stream of events: by then, a client that reads nothing has filled its buffers. */
const STALLED_MS = 45_000

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileResult): Promise<FastifyReply> {
  reply.type(file.type)
  if (file.fileName !== undefined) reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
  if (request.method === 'HEAD') return reply.send()
  const content: string | Readable = await file.read()
  if (file.type.startsWith('text/event-stream')) {
    request.socket.setTimeout(STALLED_MS)
    // Without buffering in nginx. The connection has its own time limit, so it is not used for other requests.
    reply.header('x-accel-buffering', 'no').header('connection', 'close')
  }
  return reply.send(content)
}
