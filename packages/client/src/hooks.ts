import type { ApiError } from './api-error.ts'
import type { ResponseInfo } from './api-promise.ts'
import type { ConnectionError } from './connection-error.ts'
import type { OperationName } from './generated/operations.ts'

/** One attempt of a call. */
export interface Attempt {
  /** The operation's name in the API reference, such as `createPost`. */
  readonly operation: OperationName
  readonly method: string
  readonly url: string
  /** 1 for the first attempt, 2 for the first retry. */
  readonly attempt: number
}

export interface RequestEvent extends Attempt {
  /** May be changed. The token is not in it: `Authorization` is added afterwards, unless the hook sets it. */
  readonly headers: Headers
}

export interface ResponseEvent extends Attempt {
  /** null when no complete response came. */
  readonly response: ResponseInfo | null
  /** null when the attempt succeeded. */
  readonly error: ApiError | ConnectionError | null
  readonly durationMs: number
  /** When the next attempt follows; null when this was the last one. */
  readonly retryInMs: number | null
}

export type OnRequest = (event: RequestEvent) => void | Promise<void>
export type OnResponse = (event: ResponseEvent) => void | Promise<void>
