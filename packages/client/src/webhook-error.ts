/**
 * `missing`: no signature at all, so the request is not from Galley, or something on the way dropped its headers.
 * `wrong`: another secret, or the body is not what was sent, byte for byte.
 * `expired`: a good signature, but from another time: an old request sent again, or a clock that is wrong.
 * `malformed`: well signed, but no event.
 */
export type WebhookFault = 'missing' | 'wrong' | 'expired' | 'malformed'

/** The request is not to be believed. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}
