import type { Settings } from '../platform/config.ts'

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** On every response, errors included. A route that serves a page sets its own policy. */
export function defaultHeaders(settings: Settings): Readonly<Record<string, string>> {
  const https = settings.publicUrl.protocol === 'https:'
  return https ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000' } : HEADERS
}
