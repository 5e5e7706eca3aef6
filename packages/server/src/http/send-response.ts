import type { FastifyReply, FastifyRequest } from 'fastify'
import { CachedResponse, type EncodedResponse } from '../platform/cache/cached-response.ts'
import type { AppContext } from '../platform/context.ts'
import type { Principal } from '../platform/core/principal.ts'

/** The response in the client's preferred encoding, and whether the client has it already (304). Counts the view. */
export function chooseForm(
  context: AppContext,
  request: FastifyRequest,
  response: CachedResponse,
): { form: EncodedResponse; isKnown: boolean } {
  const { headers, principal } = request
  noteView(context, request, principal, response)
  return {
    form: response.formFor(headers['accept-encoding'], error =>
      context.log.error({ err: error, request_id: request.id }, 'a response could not be compressed'),
    ),
    isKnown: response.isKnown(headers['if-none-match'], headers['if-modified-since']),
  }
}

/** Counts the view of the post that is shown, if any. */
export function noteView(
  { views }: AppContext,
  { headers, method, clientAddress }: FastifyRequest,
  principal: Principal | null,
  { shows }: Pick<CachedResponse, 'shows'>,
): void {
  // A prefetched page may never be read.
  const isRead = method === 'GET' && headers['sec-purpose'] === undefined
  if (shows === null || !isRead || principal?.userId === shows.authorId) return
  views.note(shows.postId, principal?.userId ?? `${clientAddress} ${headers['user-agent']}`)
}

export function sendResponse(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): FastifyReply {
  const { form, isKnown } = chooseForm(context, request, response)
  reply.headers(response.headers(form.encoding))
  // The response may set the cookie of an extended session, which no shared cache may store.
  if (request.principal?.credential.kind === 'session') reply.header('cache-control', 'private, no-cache')
  return isKnown ? reply.code(304).send() : reply.code(200).send(form.bytes)
}

/** A file that does not change while the server runs. It is kept in memory, and compressed at its first request. */
export function fixedResponse(
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): CachedResponse {
  return new CachedResponse(
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
  response: CachedResponse,
): Promise<FastifyReply> {
  await response.ready(request.headers['accept-encoding'])
  return sendResponse(context, request, reply, response)
}
