import { ApiError } from '../api-error.ts'
import { type ApiPromise, apiPromise, type ResponseInfo, responseInfo, type WithResponse } from '../api-promise.ts'
import type { QueryOf } from '../call-options.ts'
import type { ClientOptions } from '../client-options.ts'
import { systemClock } from '../clock.ts'
import { ConnectionError } from '../connection-error.ts'
import type { Api } from '../generated/models.ts'
import type { OperationName } from '../generated/routes.ts'
import { abortable } from './abortable.ts'
import { readResponse } from './read-response.ts'
import { type AnyOptions, authorize, type Parts, type Request, requestOf } from './request.ts'
import { delayBeforeRetry } from './retry.ts'
import { exchange } from './transport.ts'

export interface Versioned<T> {
  readonly value: T
  /** For the `ifMatch` option of a change. */
  readonly etag: string
}

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [Key in Name]: T }
type SearchOf<Q> = [Q] extends [undefined] ? undefined : QueryOf<Q>

/** The arguments of an operation, as the contract defines them. */
type Input<Name extends OperationName> = Part<'params', Api[Name]['params']> &
  Part<'query', SearchOf<Api[Name]['query']>> &
  Part<'body', Api[Name]['body']> &
  Part<'file', Api[Name]['upload'] extends true ? Blob : undefined>

type Answer<Name extends OperationName> = Api[Name]['response']

/** Calls any operation of the contract by its name. All methods of the client use it. */
export interface Caller {
  call<N extends OperationName>(name: N, input: Input<N>, options?: AnyOptions): ApiPromise<Answer<N>>
  callVersion<N extends OperationName>(name: N, input: Input<N>, options?: AnyOptions): ApiPromise<Versioned<Answer<N>>>
}

const RETRIES = 2
const MAX_RETRY_AFTER_MS = 60_000

export function createCaller(client: ClientOptions): Caller {
  const { retries = RETRIES, maxRetryAfterMs = MAX_RETRY_AFTER_MS, clock = systemClock } = client

  /** Sends the request, and repeats it if that is safe. */
  async function send(
    operation: OperationName,
    parts: Parts,
    options: AnyOptions = {},
  ): Promise<WithResponse<unknown>> {
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

  async function tryOnce(request: Request): Promise<Outcome> {
    let response: ResponseInfo | null = null
    try {
      const answer = await exchange(request)
      response = responseInfo(answer.response)
      return { data: readResponse(request, answer, clock.now()), response, error: null }
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError) return { data: undefined, response, error }
      throw error
    }
  }

  return callerOf((name, parts, options) => send(name, parts, options))
}

/** A caller that sends requests with `send`. */
export function callerOf(
  send: (name: OperationName, parts: Parts, options?: AnyOptions) => Promise<WithResponse<unknown>>,
): Caller {
  const call: Caller['call'] = (name, input, options) =>
    apiPromise(send(name, input as Parts, options) as Promise<WithResponse<Answer<typeof name>>>)
  return {
    call,
    callVersion: (name, input, options) =>
      apiPromise(
        call(name, input, options)
          .withResponse()
          .then(({ data, response }) => ({ data: versioned(name, data, response), response })),
      ),
  }
}

type Outcome =
  | { readonly data: unknown; readonly response: ResponseInfo; readonly error: null }
  | { readonly data: undefined; readonly response: ResponseInfo | null; readonly error: ApiError | ConnectionError }

function versioned<T>(name: OperationName, value: T, { etag }: ResponseInfo): Versioned<T> {
  if (etag === null) throw new Error(`${name} came without an ETag. A proxy may have removed it.`)
  return { value, etag }
}
