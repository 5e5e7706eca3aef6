export const WEBHOOK_STATUSES = ['active', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]
export const DELIVERY_STATUSES = ['pending', 'success', 'failed', 'retrying'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Why a delivery failed. */
export const DELIVERY_ERRORS = [
  'blocked_address',
  'dns',
  'connect',
  'tls',
  'timeout',
  'protocol',
  'status',
  'webhook_disabled',
] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

/** The exact reason of some errors. More may be added. */
export const DELIVERY_ERROR_DETAILS = [
  'name_not_found',
  'connection_refused',
  'connection_lost',
  'unreachable',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_self_signed',
  'certificate_untrusted',
  'certificate_name_mismatch',
  'handshake_failed',
] as const
export type DeliveryErrorDetail = (typeof DELIVERY_ERROR_DETAILS)[number]
