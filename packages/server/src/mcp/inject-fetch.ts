import type { Fetch } from '@galley/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A `fetch` that calls the API without a socket. Unlike the calls of pages, these are counted against the limits of the
 * account, because one request of an assistant can cause several.
 */
export function injectFetch(app: FastifyInstance, { headers, id, ip }: FastifyRequest): Fetch {
  return async (address, init) => {
    const { pathname, search } = new URL(address)
    const sent = new Headers(init.headers)
    // Encodes a form with a file.
    const body = new Response(init.body ?? null)
    const type = body.headers.get('content-type')
    if (type !== null && !sent.has('content-type')) sent.set('content-type', type)
    const payload = Buffer.from(await body.arrayBuffer())
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(sent), ...(headers.host && { host: headers.host }), 'x-request-id': id },
      remoteAddress: ip,
      ...(payload.length > 0 && { payload }),
    })
    const received = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) received.set(name, String(value))
    return new Response(answer.rawPayload, { status: answer.statusCode, headers: received })
  }
}
