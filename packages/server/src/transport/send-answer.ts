import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding } from '../cache/accepted-encoding.ts'
import { CachedAnswer } from '../cache/cached-answer.ts'
import type { AppContext } from '../context.ts'

/** The bytes to send, in the client's preferred encoding; null if the client has them (304). Counts the view. */
export function chooseForm(
  { views }: AppContext,
  { headers, method, principal, clientAddress }: FastifyRequest,
  answer: CachedAnswer,
): { body: Buffer | null; encoding: Encoding | null } {
  const { shows } = answer
  // A prefetched page may never be read.
  const isRead = method === 'GET' && headers['sec-purpose'] === undefined
  if (shows !== null && isRead && principal?.userId !== shows.authorId) {
    views.note(shows.postId, principal?.userId ?? `${clientAddress} ${headers['user-agent']}`)
  }
  const { body, encoding } = answer.formFor(headers['accept-encoding'])
  return { body: answer.isKnown(headers['if-none-match']) ? null : body, encoding }
}

export function sendAnswer(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): FastifyReply {
  const { body, encoding } = chooseForm(context, request, answer)
  reply.headers(answer.headers(encoding))
  // The response may set the cookie of an extended session, which no shared cache may store.
  if (request.principal?.credential.kind === 'session') reply.header('cache-control', 'private, no-cache')
  return body === null ? reply.code(304).send() : reply.code(200).send(body)
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
