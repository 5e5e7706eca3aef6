import type { ErrorCode, FieldCode } from '@galley/contract/error-codes'

export interface FieldIssue {
  readonly field: string
  readonly code: FieldCode
  readonly message: string
  /** What was probably meant. */
  readonly suggestion?: string
  /** Left out of the response if one of these fields is invalid, because it may be a consequence of that. */
  readonly dependsOn?: readonly string[]
}

/** An error that is shown to the client. Anything else that is thrown is answered with 500 and the request id only. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldIssue[]
  /** After how many seconds the same request may succeed (Retry-After). */
  readonly retryAfterSeconds: number | undefined
  /** The rate limit that was exceeded (RateLimit-Limit). */
  readonly rateLimit: number | undefined
  /** Further values for programs. */
  readonly details: Readonly<Record<string, number>>

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: readonly FieldIssue[]
      retryAfterSeconds?: number
      rateLimit?: number
      details?: Record<string, number>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
    this.details = options.details ?? {}
  }
}

/** All errors of one request in one response, with a sentence that names them. */
export function invalid(...issues: FieldIssue[]): AppError {
  const fields = issues.map(({ dependsOn: _, ...issue }) => issue)
  const named = [...new Set(fields.map(issue => issue.field))].join(', ')
  return new AppError('VALIDATION_ERROR', `The request has invalid values: ${named}.`, { fields })
}

/** Throws if there are errors, all of them together. */
export function rejectIssues(issues: readonly FieldIssue[]): void {
  if (issues.length > 0) throw invalid(...issues)
}

/** The same message for unknown, deleted and inaccessible resources. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found.`)
}

/** What was thrown, in words for a log line. Errors of failed connections to several addresses have no message of their own. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessage).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** The code of an error of Node, `pg` or Fastify, such as `ENOENT`; undefined without one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Of the file system or of PostgreSQL (53100). */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '')

export const storageFull = () =>
  new AppError('STORAGE_FULL', 'The server is almost out of disk space, so nothing can be saved at the moment.', {
    retryAfterSeconds: 60,
  })
