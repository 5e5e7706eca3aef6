import type { FastifyReply, FastifyRequest } from 'fastify'
import { CachedAnswer } from '../cache/cached-answer.ts'
import type { AppContext } from '../context.ts'

/** Sends a response in the client's preferred encoding, or 304 if the client has it. Counts the view. */
export function sendAnswer(
  { views }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): FastifyReply {
  const { headers, method, principal } = request
  const { shows } = answer
  // A prefetched page may never be read.
  const isRead = method === 'GET' && headers['sec-purpose'] === undefined
  if (shows !== null && isRead && principal?.userId !== shows.authorId) {
    views.note(shows.postId, principal?.userId ?? `${request.clientAddress} ${headers['user-agent']}`)
  }
  const { body, encoding } = answer.formFor(headers['accept-encoding'])
  reply.headers(answer.headers(encoding))
  // The response may set the cookie of an extended session, which no shared cache may store.
  if (principal?.credential.kind === 'session') reply.header('cache-control', 'private, no-cache')
  return answer.isKnown(headers['if-none-match']) ? reply.code(304).send() : reply.code(200).send(body)
}

/** A file that does not change while the server runs. It is kept in memory, and compressed at its first request. */
export function fixedAnswer(
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): CachedAnswer {
  return new CachedAnswer(
    path,
    0,
    { body, headers: { vary: 'Accept-Encoding, Origin', ...headers }, about: [] },
    () => {},
  )
}

/** Sends it compressed, even if that takes a while at the first time. */
export async function sendFixed(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): Promise<FastifyReply> {
  await answer.ready(request.headers['accept-encoding'])
  return sendAnswer(context, request, reply, answer)
}
