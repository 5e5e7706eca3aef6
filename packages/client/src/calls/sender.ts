import { ApiError } from '../api-error.ts'
import { type ResponseInfo, responseInfo, type WithResponse } from '../api-promise.ts'
import type { ClientOptions } from '../client-options.ts'
import { systemClock } from '../clock.ts'
import { ConnectionError } from '../connection-error.ts'
import type { OperationName } from '../generated/operations.ts'
import { abortable } from './abortable.ts'
import { readResponse } from './read-response.ts'
import { type AnyOptions, authorize, type Parts, type Request, requestOf } from './request.ts'
import { delayBeforeRetry } from './retry.ts'
import { exchange } from './transport.ts'

/** Calls an operation of the contract. */
export type Send = (operation: OperationName, parts: Parts, options?: AnyOptions) => Promise<WithResponse<unknown>>

const RETRIES = 2
const MAX_RETRY_AFTER_MS = 60_000

export function createSender(client: ClientOptions): Send {
  const { retries = RETRIES, maxRetryAfterMs = MAX_RETRY_AFTER_MS, clock = systemClock } = client

  async function tryOnce(request: Request): Promise<Outcome> {
    let response: ResponseInfo | null = null
    try {
      const incoming = await exchange(request)
      response = responseInfo(incoming.response)
      return { data: readResponse(request, incoming, clock.now()), response, error: null }
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError) return { data: undefined, response, error }
      throw error
    }
  }

  // Sends the request, and repeats it if that is safe.
  return async (operation, parts, options = {}) => {
    const request = requestOf(client, operation, parts, options)
    const { method, url, isRepeatable } = request
    const policy = { retries, maxRetryAfterMs, isRepeatable, random: clock.random }
    for (let attempt = 1; ; attempt++) {
      const about = { operation, method, url, attempt }
      const headers = new Headers(request.headers)
      await abortable(options.signal, async () => {
        await client.onRequest?.({ ...about, headers })
        await authorize(headers, client.token)
      })
      const startedAt = clock.now()
      const { data, response, error } = await tryOnce({ ...request, headers })
      const retryInMs = error && delayBeforeRetry(error, attempt, policy)
      const durationMs = clock.now() - startedAt
      const { onResponse } = client
      const event = { ...about, response, error, durationMs, retryInMs }
      if (onResponse) await abortable(options.signal, () => onResponse(event))
      if (error === null) return { data, response }
      if (retryInMs === null) throw error
      await clock.sleep(retryInMs, options.signal)
    }
  }
}

type Outcome =
  | { readonly data: unknown; readonly response: ResponseInfo; readonly error: null }
  | { readonly data: undefined; readonly response: ResponseInfo | null; readonly error: ApiError | ConnectionError }
