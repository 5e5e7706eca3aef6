import type { ErrorAnswer, FieldError as KnownFieldError } from './generated/models.ts'

/** Keeps completion for the known values of a union that allows any string. */
type AnyString = string & Record<never, never>

/** A code of the API, or `HTTP_` and the status where something in front of the API responded. The list may grow. */
export type ApiErrorCode = ErrorAnswer['error']['code'] | `HTTP_${number}` | AnyString

/** A field of a request that is not valid. The list of codes may grow. */
export interface FieldError extends Omit<KnownFieldError, 'code'> {
  code: KnownFieldError['code'] | AnyString
}

interface ApiErrorParts {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly code: ApiErrorCode
  readonly message: string
  readonly fields: readonly FieldError[]
  readonly requestId: string | null
  readonly retryAfterMs: number | null
}

/** The server rejected the request, or something that is not the API responded. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The method of the request, such as `POST`. */
  readonly method: string
  /** The address of the request. The token is not part of it. */
  readonly url: string
  readonly status: number
  readonly code: ApiErrorCode
  /** Every field of the request that is not valid; empty for other errors. */
  readonly fields: readonly FieldError[]
  /** Identifies this request in the server's log. */
  readonly requestId: string | null
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | null

  constructor({ method, url, status, code, message, fields, requestId, retryAfterMs }: ApiErrorParts) {
    super(message)
    this.method = method
    this.url = url
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }

  /** The error of one field, such as `title` or `tags.3`. */
  field(name: string): FieldError | undefined {
    return this.fields.find(error => error.field === name)
  }
}
