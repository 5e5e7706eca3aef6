import type { Endpoint } from '@galley/contract/endpoint'
import type { FastifyReply } from 'fastify'
import type { AppContext } from '../context.ts'
import { type CachedAnswer, cachedHeaders, formFor, isKnown } from '../core/response-cache.ts'
import type { Call } from '../core/route.ts'

/** Sends a finished answer in the form that suits the client, or 304 if it has that already; and counts the view. */
export function sendCached<E extends Endpoint>(
  context: AppContext,
  { request, reply }: Call<E>,
  key: string,
  answer: CachedAnswer,
): FastifyReply {
  context.responses.nameUrl(request.url, key, request.routeOptions.url ?? '')
  const { shows } = answer
  // What a browser fetches ahead may never be read.
  const isRead = request.method === 'GET' && request.headers['sec-purpose'] === undefined
  if (shows !== null && isRead && request.principal?.userId !== shows.authorId) {
    context.views.note(shows.postId, request.principal?.userId ?? `${request.ip} ${request.headers['user-agent']}`)
  }
  const { body, encoding } = formFor(answer, request.headers['accept-encoding'])
  reply.headers(cachedHeaders(answer, encoding))
  // It may carry the cookie of a session that was prolonged on the way, which no shared cache may keep.
  if (request.principal?.credential.kind === 'session') reply.header('cache-control', 'private, no-cache')
  if (isKnown(answer, request.headers['if-none-match'])) return reply.code(304).send()
  return reply.send(body)
}
