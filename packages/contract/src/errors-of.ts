import { type Endpoint, isStoppedWhenFull } from './endpoint.ts'
import type { ErrorCode } from './values/error-codes.ts'

/** All errors of an endpoint: its own, and those that follow from its definition. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const {
    method,
    path,
    auth,
    scopes = [],
    capability,
    role,
    reauthentication,
    query,
    upload,
    versioned,
    errors = [],
  } = endpoint
  // A body is parsed on every method that allows one, even if the endpoint needs none.
  const mayHaveBody = method !== 'GET'
  const codes: (ErrorCode | false)[] = [
    (mayHaveBody || query !== undefined) && 'VALIDATION_ERROR',
    mayHaveBody && !upload && 'INVALID_JSON',
    ...(auth === 'none' ? [] : (['UNAUTHORIZED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'WRONG_USER'] as const)),
    (auth === 'session-or-token' || capability !== undefined) && 'PLAN_REQUIRED',
    scopes.length > 0 && 'SCOPE_REQUIRED',
    auth === 'session' && 'SESSION_REQUIRED',
    role !== undefined && 'FORBIDDEN',
    reauthentication === true && 'REAUTHENTICATION_REQUIRED',
    mayHaveBody && 'CROSS_SITE',
    path.includes(':') && 'NOT_FOUND',
    versioned === true && mayHaveBody && 'PRECONDITION_FAILED',
    mayHaveBody && !upload && 'PAYLOAD_TOO_LARGE',
    mayHaveBody && 'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
    isStoppedWhenFull(endpoint) && 'STORAGE_FULL',
  ]
  return [...new Set([...codes.filter(code => code !== false), ...errors])]
}
