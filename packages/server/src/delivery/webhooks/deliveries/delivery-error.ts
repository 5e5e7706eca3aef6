import type { DeliveryError, DeliveryErrorDetail } from '@galley/contract/delivery/webhooks'

export interface ErrorFields {
  readonly error: DeliveryError | null
  readonly error_detail: DeliveryErrorDetail | null
  readonly error_message: string | null
}

/** An error and its detail as stored in one column, such as `tls:certificate_expired`. Older rows have no detail. */
export function storedError(error: DeliveryError | null, detail: DeliveryErrorDetail | null): string | null {
  return error === null || detail === null ? error : `${error}:${detail}`
}

export function errorFields(stored: string | null, httpStatus: number | null): ErrorFields {
  if (stored === null) return { error: null, error_detail: null, error_message: null }
  const [error, detail] = stored.split(':') as [DeliveryError, DeliveryErrorDetail?]
  const message = error === 'status' ? `The receiver answered with status ${httpStatus}.` : MESSAGES[detail ?? error]
  return { error, error_detail: detail ?? null, error_message: message }
}

const MESSAGES: Record<Exclude<DeliveryError, 'status'> | DeliveryErrorDetail, string> = {
  blocked_address: 'The address is not public.',
  dns: 'The host name could not be resolved.',
  connect: 'The connection failed.',
  tls: 'The TLS connection failed.',
  timeout: 'There was no complete response in time.',
  protocol: 'The response was not valid HTTP/1.1.',
  webhook_disabled: 'The webhook was disabled.',
  name_not_found: 'The host name has no address.',
  connection_refused: 'The connection was refused.',
  connection_lost: 'The connection was closed before the response was complete.',
  unreachable: 'The host could not be reached.',
  certificate_expired: 'The TLS certificate has expired.',
  certificate_not_yet_valid: 'The TLS certificate is not valid yet.',
  certificate_self_signed: 'The TLS certificate is self-signed.',
  certificate_untrusted: 'The TLS certificate is not from a trusted authority, or its chain is incomplete.',
  certificate_name_mismatch: 'The TLS certificate is for another host name.',
  handshake_failed: 'The TLS handshake failed.',
}
