import { text } from 'node:stream/consumers'
import type { Fetch } from '@galley/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inProcessHeaders } from '../transport/connections/in-process.ts'
import { recordPageReader } from '../transport/observability/access-log.ts'

/** Headers that the API needs from the reader's request: credentials, origin and prefetch. */
const PASSED_ON = [
  'cookie',
  'user-agent',
  'accept-language',
  'host',
  'origin',
  'sec-fetch-site',
  'sec-purpose',
] as const

export interface InProcessFetch {
  readonly fetch: Fetch
  /** The cookies that responses have set so far, for the reader's browser. */
  readonly cookies: () => readonly string[]
}

/** A `fetch` that calls the API without a socket, with the credentials and address of `request`. */
export function fetchInProcess(app: FastifyInstance, request: FastifyRequest): InProcessFetch {
  const passed: Record<string, string> = { ...inProcessHeaders, 'x-request-id': request.id }
  for (const name of PASSED_ON) {
    const value = request.headers[name]
    if (typeof value === 'string') passed[name] = value
  }
  const cookies = new Map<string, string>()

  return {
    cookies: () => [...cookies.values()],
    fetch: async (address, init) => {
      const { pathname, search } = new URL(address)
      const answer = await app.inject({
        method: init.method ?? 'GET',
        url: pathname + search,
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...passed },
        remoteAddress: request.ip,
        // Otherwise the bytes of a long article would be copied.
        payloadAsStream: true,
        ...(typeof init.body === 'string' && { payload: init.body }),
      })
      recordPageReader(request, answer.headers)
      const headers = new Headers()
      for (const [name, value] of Object.entries(answer.headers)) {
        if (name === 'set-cookie') continue
        headers.set(name, String(value))
      }
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
        cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie)
      }
      return new TextResponse(await text(answer.stream()), { status: answer.statusCode, headers })
    },
  }
}

/** A `Response` without a stream: the bytes of a long article would be copied twice more. */
class TextResponse extends Response {
  override readonly text: () => Promise<string>

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.text = async () => text
  }
}
