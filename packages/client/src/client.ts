import { createSender } from './calls/sender.ts'
import type { ClientOptions } from './client-options.ts'
import { type Client, methodsOf } from './methods.ts'

// The exports of the package.
export { ApiError, type ApiErrorCode, type FieldError } from './api-error.ts'
export type { ApiPromise, ResponseInfo, WithResponse } from './api-promise.ts'
export type * from './call-options.ts'
export type { StreamOptions } from './calls/stream-events.ts'
export type { ClientOptions, Fetch } from './client-options.ts'
export type { Clock } from './clock.ts'
export { ConnectionError } from './connection-error.ts'
export type * from './generated/models.ts'
export type { Attempt, OnRequest, OnResponse, RequestEvent, ResponseEvent } from './hooks.ts'
export type * from './methods.ts'
export type { Pages } from './pages.ts'

export function createClient(options: ClientOptions): Client {
  // An address with a password would show it in errors and logs, and `fetch` rejects it.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(options.baseUrl)) {
    throw new TypeError('baseUrl must not contain a user name or password')
  }
  return methodsOf(createSender(options), options)
}
