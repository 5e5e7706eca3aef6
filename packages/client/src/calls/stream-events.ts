import { ApiError } from '../api-error.ts'
import type { ClientOptions } from '../client-options.ts'
import { type Clock, systemClock } from '../clock.ts'
import { abortable } from './abortable.ts'
import { readResponse } from './read-response.ts'
import { authorize, requestOf } from './request.ts'
import { delayBeforeRetry } from './retry.ts'
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.ts'
import type { Outgoing } from './transport.ts'

/** The server sends a comment every 15 seconds, so a silent connection is broken. */
const SILENT_MS = 45_000

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Events as they happen. It connects again after every interruption, at the place where it was, until the caller stops
 * it. Errors that will not go away, such as a revoked token, are thrown.
 */
export async function* streamEvents(
  client: ClientOptions,
  query: { readonly after?: string | undefined; readonly since?: string | undefined },
  options: StreamOptions,
): AsyncGenerator<ServerSentEvent, void> {
  const { clock = systemClock } = client
  let { after } = query
  for (let attempt = 1; ; attempt++) {
    let failure: unknown
    // An error here is not an interruption: it would occur again.
    const request = await prepare(client, { ...query, after }, options, attempt)
    try {
      for await (const event of connect(request, clock)) {
        attempt = 1
        after = event.id
        yield event
      }
    } catch (error) {
      failure = error
    }
    options.signal?.throwIfAborted()
    await clock.sleep(delayBefore(failure, attempt, clock.random), options.signal)
  }
}

function delayBefore(failure: unknown, attempt: number, random: () => number): number {
  // An ended or broken connection is not an error of the request.
  const error = failure instanceof ApiError ? failure : undefined
  if (error === undefined) return Math.min(500 * 2 ** Math.min(attempt - 1, 4), 8000) * (0.5 + random() / 2)
  const policy = { retries: Number.POSITIVE_INFINITY, maxRetryAfterMs: 300_000, isRepeatable: true, random }
  const delayMs = delayBeforeRetry(error, attempt, policy)
  if (delayMs === null) throw error
  return delayMs
}

async function prepare(
  client: ClientOptions,
  query: Readonly<Record<string, unknown>>,
  options: StreamOptions,
  attempt: number,
): Promise<Outgoing> {
  const request = requestOf(client, 'listEvents', { query }, { ...options, timeoutMs: 0 })
  const headers = new Headers(request.headers)
  headers.set('accept', 'text/event-stream')
  await abortable(options.signal, async () => {
    await client.onRequest?.({ operation: 'listEvents', method: request.method, url: request.url, attempt, headers })
    await authorize(headers, client.token)
  })
  return { ...request, headers }
}

async function* connect(request: Outgoing, clock: Clock): AsyncGenerator<ServerSentEvent, void> {
  const { method, url, headers, signal } = request
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENT_MS)
  const onActivity = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENT_MS)
  }
  const signals = [silence.signal, ...(signal ? [signal] : [])]
  try {
    const init = { redirect: 'manual', ...request.init, method, headers, signal: AbortSignal.any(signals) } as const
    const response = await request.fetch(url, init)
    const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream || response.body === null) {
      readResponse(request, { response, text: await response.text() }, clock.now())
      throw notAStream(request, response)
    }
    yield* readServerSentEvents(response.body, onActivity)
  } finally {
    clearTimeout(timer)
  }
}

const notAStream = ({ method, url }: Outgoing, { status, headers }: Response) =>
  new ApiError({
    method,
    url,
    status,
    code: `HTTP_${status}`,
    message: 'The server did not respond with a stream. A proxy may have changed the request or the response.',
    fields: [],
    requestId: headers.get('x-request-id'),
    retryAfterMs: null,
  })
