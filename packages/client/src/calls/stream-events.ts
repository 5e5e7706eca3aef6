import { ApiError } from '../api-error.ts'
import type { ClientOptions } from '../client-options.ts'
import { systemClock } from '../clock.ts'
import { readAnswer } from './read-answer.ts'
import { authorize, requestOf } from './request.ts'
import { delayBeforeRetry } from './retry.ts'
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.ts'

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
    try {
      for await (const event of connect(client, { ...query, after }, options)) {
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
  // An ended or broken connection is no error of the request.
  const error = failure instanceof ApiError ? failure : undefined
  if (error === undefined) return Math.min(500 * 2 ** Math.min(attempt - 1, 4), 8000) * (0.5 + random() / 2)
  const policy = { retries: Number.POSITIVE_INFINITY, maxRetryAfterMs: 300_000, isRepeatable: true, random }
  const delayMs = delayBeforeRetry(error, attempt, policy)
  if (delayMs === null) throw error
  return delayMs
}

async function* connect(
  client: ClientOptions,
  query: Readonly<Record<string, unknown>>,
  options: StreamOptions,
): AsyncGenerator<ServerSentEvent, void> {
  const { clock = systemClock } = client
  const request = requestOf(client, 'listEvents', { query }, { ...options, timeoutMs: 0 })
  const headers = new Headers(request.headers)
  headers.set('accept', 'text/event-stream')
  await authorize(headers, client.token)
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENT_MS)
  const onActivity = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENT_MS)
  }
  const signals = [silence.signal, ...(options.signal ? [options.signal] : [])]
  try {
    const init = {
      redirect: 'manual',
      ...request.init,
      method: 'GET',
      headers,
      signal: AbortSignal.any(signals),
    } as const
    const response = await request.fetch(request.url, init)
    const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream || response.body === null) {
      readAnswer(request, { response, text: await response.text() }, clock.now())
      throw new Error('The server did not answer with a stream. A proxy may have changed the answer.')
    }
    yield* readServerSentEvents(response.body, onActivity)
  } finally {
    clearTimeout(timer)
  }
}
