import { type Static, Type } from 'typebox'
import { oneOf } from './schema.ts'

/** Every error code with the HTTP status it is answered with. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  INVALID_JSON: 400,
  LIMIT_REACHED: 400,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_REVOKED: 401,
  PLAN_REQUIRED: 403,
  FORBIDDEN: 403,
  SESSION_REQUIRED: 403,
  CROSS_SITE: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS
export type ErrorStatus = (typeof ERROR_STATUS)[ErrorCode]

export const ERROR_CODES = Object.keys(ERROR_STATUS) as readonly ErrorCode[]

export const FIELD_CODES = [
  'REQUIRED',
  'INVALID_TYPE',
  'INVALID_VALUE',
  'TOO_LONG',
  'TOO_SHORT',
  'TOO_MANY',
  'TOO_SMALL',
  'TOO_LARGE',
  'MUST_BE_FUTURE',
  'UNSUPPORTED_TYPE',
  'UNKNOWN_FIELD',
] as const
export type FieldCode = (typeof FIELD_CODES)[number]

export const FieldError = Type.Object(
  {
    field: Type.String({
      description: 'Name of the faulty field or query parameter; `tags.3` for an entry of a list.',
    }),
    code: oneOf(FIELD_CODES),
    message: Type.String(),
  },
  { title: 'FieldError' },
)
export type FieldError = Static<typeof FieldError>

export const ErrorAnswer = Type.Object(
  {
    error: Type.Object({
      code: oneOf(ERROR_CODES),
      message: Type.String({ description: 'For people; its words may change.' }),
      fields: Type.Array(FieldError, {
        description: 'Every faulty field, not only the first; empty for other errors.',
      }),
      request_id: Type.String({ description: 'Names this request in the server log.' }),
    }),
  },
  { title: 'Error' },
)
export type ErrorAnswer = Static<typeof ErrorAnswer>

/** The form that the deprecated `POST /api/v1/token` keeps. */
export const OlderErrorAnswer = Type.Object({ error: Type.String() }, { title: 'OlderError' })
export type OlderErrorAnswer = Static<typeof OlderErrorAnswer>
