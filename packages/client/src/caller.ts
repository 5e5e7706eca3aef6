import type { QueryOf } from './call-options.ts'
import type { ClientOptions } from './client-options.ts'
import { systemClock } from './clock.ts'
import type { Api } from './models.ts'
import { readAnswer } from './read-answer.ts'
import { type AnyOptions, type Parts, requestOf } from './request.ts'
import { delayBeforeRetry } from './retry.ts'
import type { OperationName } from './routes.ts'
import { exchange } from './transport.ts'

export interface Versioned<T> {
  readonly value: T
  /** To be given back as `ifMatch` with a change. */
  readonly etag: string
}

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [Key in Name]: T }
type ParamsOf<P> = [keyof P] extends [never] ? undefined : P
type SearchOf<Q> = [Q] extends [undefined] ? undefined : QueryOf<Q>

/** What the contract wants to be told in a call, and nothing else. */
type Input<Name extends OperationName> = Part<'params', ParamsOf<Api[Name]['params']>> &
  Part<'query', SearchOf<Api[Name]['query']>> &
  Part<'body', Api[Name]['body']> &
  Part<'file', Api[Name]['upload'] extends true ? Blob : undefined>

type Answer<Name extends OperationName> = Api[Name]['response']

/** Calls any operation of the contract by its name: what all of the client's methods are made of. */
export interface Caller {
  call<N extends OperationName>(name: N, input: Input<N>, options?: AnyOptions): Promise<Answer<N>>
  callVersion<N extends OperationName>(name: N, input: Input<N>, options?: AnyOptions): Promise<Versioned<Answer<N>>>
}

const RETRIES = 2

export function createCaller(client: ClientOptions): Caller {
  const { retries = RETRIES, clock = systemClock } = client

  /** Tries, and tries again where that can do no harm. */
  async function send(name: OperationName, parts: Parts, options: AnyOptions = {}) {
    const request = requestOf(client, name, parts, options)
    const policy = { retries: request.isRepeatable ? retries : 0, random: clock.random }
    for (let attempt = 0; ; attempt++) {
      try {
        const { response, text } = await exchange(request)
        return { value: readAnswer(response, text, clock.now()), etag: response.headers.get('etag') }
      } catch (error) {
        const delayMs = delayBeforeRetry(error, attempt, policy)
        if (delayMs === undefined) throw error
        await clock.sleep(delayMs, options.signal)
      }
    }
  }

  return {
    call: async (name, input, options) => (await send(name, input as Parts, options)).value as Answer<typeof name>,
    callVersion: async (name, input, options) => {
      const { value, etag } = await send(name, input as Parts, options)
      if (etag === null) throw new Error(`${name} was answered without an ETag: something on the way removes it`)
      return { value: value as Answer<typeof name>, etag }
    },
  }
}
