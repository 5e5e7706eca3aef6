/**
 * `missing`: the request has no signature. It is not from Galley, or a proxy removed the headers. `wrong`: the
 * signature was made with another secret, or the body was changed. `expired`: the signature is valid but too old or too
 * new: an old request sent again, or a wrong clock. `malformed`: the signature is valid, but the body is not an event.
 */
export type WebhookFault = 'missing' | 'wrong' | 'expired' | 'malformed'

/** The request could not be verified. Respond with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}
