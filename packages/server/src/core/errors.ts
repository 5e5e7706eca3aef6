import type { ErrorCode, FieldCode } from '@galley/contract/error-codes'

export interface FieldFault {
  readonly field: string
  readonly code: FieldCode
  readonly message: string
}

/** A fault that the caller may know about. Everything else that is thrown is ours, and answered with a request id alone. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldFault[]
  /** After how many seconds the same request may succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: readonly FieldFault[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** All faults of one request in one answer, with a sentence that names them for a person. */
export function invalid(...fields: FieldFault[]): AppError {
  const named = [...new Set(fields.map(fault => fault.field))].join(', ')
  return new AppError('VALIDATION_ERROR', `The request has invalid values: ${named}.`, { fields })
}

/** Throws when there are faults, all of them together. */
export function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw invalid(...faults)
}

/** The same words for what never existed, what is deleted and what belongs to somebody else. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found.`)
}
