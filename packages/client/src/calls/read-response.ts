import { ApiError, type ApiErrorCode, type FieldError } from '../api-error.ts'
import type { Incoming, Outgoing } from './transport.ts'

/** The JSON of a successful response. Any other response is thrown as an `ApiError`, whichever form it has. */
export function readResponse({ method, url }: Outgoing, { response, text, file }: Incoming, now: number): unknown {
  if (file !== undefined) return file
  const json = parse(text)
  if (response.ok && json !== undefined) return json
  const { status, headers } = response
  throw new ApiError({
    method,
    url,
    status,
    code: `HTTP_${status}`,
    fields: [],
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
    ...errorOf(response, json),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface ErrorParts {
  readonly message: string
  readonly code?: ApiErrorCode
  readonly fields?: readonly FieldError[]
  readonly requestId?: string
}

function errorOf(response: Response, json: unknown): ErrorParts {
  const error = (json as { error?: unknown } | null | undefined)?.error
  // The older form is a text only.
  if (typeof error === 'string') return { message: error }
  if (isErrorBody(error)) {
    const { code, message, fields = [], request_id } = error
    return { code, message, fields, ...(request_id !== undefined && { requestId: request_id }) }
  }
  return { message: `${notOurApi(response)} Does baseUrl lead to the API?` }
}

interface ErrorBody {
  readonly code: ApiErrorCode
  readonly message: string
  readonly fields?: readonly FieldError[]
  readonly request_id?: string
}

function isErrorBody(error: unknown): error is ErrorBody {
  const { code, message } = (error ?? {}) as Partial<ErrorBody>
  return typeof code === 'string' && typeof message === 'string'
}

/** A response that the API never sends: it is from a proxy, a portal, or another server. */
function notOurApi({ status, type, headers }: Response): string {
  if (type === 'opaqueredirect') return 'The request was redirected.'
  if (status >= 300 && status < 400) return `The request was redirected (${status}) to ${headers.get('location')}.`
  return `The response (${status}) is ${headers.get('content-type') ?? 'of no type'} and not the API's JSON.`
}

/** `Retry-After` is a number of seconds or a date. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.max(ms, 0)
}
