import type { Endpoint } from './endpoint.ts'
import type { ErrorCode } from './values/error-codes.ts'

/** Every error that an endpoint answers: its own, and those that follow from how it is called. */
export function errorsOf({
  method,
  path,
  auth,
  capability,
  query,
  upload,
  versioned,
  errors = [],
}: Endpoint): ErrorCode[] {
  // A body is looked at wherever one may come, also where none is needed.
  const mayHaveBody = method !== 'GET'
  const codes: (ErrorCode | false)[] = [
    (mayHaveBody || query !== undefined) && 'VALIDATION_ERROR',
    mayHaveBody && !upload && 'INVALID_JSON',
    ...(auth === 'none' ? [] : (['UNAUTHORIZED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'] as const)),
    (auth === 'any' || capability !== undefined) && 'PLAN_REQUIRED',
    auth === 'session' && 'SESSION_REQUIRED',
    mayHaveBody && 'CROSS_SITE',
    path.includes(':') && 'NOT_FOUND',
    versioned === true && mayHaveBody && 'PRECONDITION_FAILED',
    mayHaveBody && !upload && 'PAYLOAD_TOO_LARGE',
    mayHaveBody && 'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
  ]
  return [...new Set([...codes.filter(code => code !== false), ...errors])]
}
