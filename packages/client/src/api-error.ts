import type { ErrorAnswer, FieldError } from './models.ts'

/** A code of the API, or the bare status where something before the API answered. */
export type ApiErrorCode = ErrorAnswer['error']['code'] | `HTTP_${number}`

interface ApiErrorParts {
  readonly status: number
  readonly code: ApiErrorCode
  readonly message: string
  readonly fields: readonly FieldError[]
  readonly requestId: string | null
  readonly retryAfterMs: number | null
}

/** The server answered, and the answer is no. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  /** Every faulty field of the request; empty when the fault is another. */
  readonly fields: readonly FieldError[]
  /** Names this request in the server's log. */
  readonly requestId: string | null
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | null

  constructor({ status, code, message, fields, requestId, retryAfterMs }: ApiErrorParts) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }

  /** What is wrong with one field, such as `title` or `tags.3`. */
  field(name: string): FieldError | undefined {
    return this.fields.find(fault => fault.field === name)
  }
}
