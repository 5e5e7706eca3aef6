import type { MailState } from '@galley/contract/delivery/mail'

/** What the mail server or the connection said. */
export interface SendError {
  readonly message: string
  /** The command that failed, such as `RCPT TO`. */
  readonly command?: string | undefined
  readonly responseCode?: number | undefined
  readonly response?: string | undefined
}

export interface SendResult {
  readonly state: Exclude<MailState, 'sending'>
  readonly error: string | null
  /** No mail can be delivered to this address. `likely`: the server does not say why, so another refusal has to follow. */
  readonly undeliverable?: 'certain' | 'likely'
  /** The connection cannot be used any more. */
  readonly disconnected?: boolean
  /** The attempt does not count: it was not the mail's fault. */
  readonly uncounted?: boolean
}

export const SENT: SendResult = { state: 'sent', error: null }

const ERROR_MAX_CHARACTERS = 300
const AUTHENTICATION = [530, 534, 535, 538]

/** What a failed attempt means for the mail. */
export function resultOf(error: SendError, handedOver: boolean): SendResult {
  const text = describe(error)
  const code = error.responseCode
  if (code === undefined) {
    // Without a response to the whole message, it may have been accepted.
    return handedOver
      ? { state: 'uncertain', error: text, disconnected: true }
      : { state: 'queued', error: text, disconnected: true }
  }
  if (AUTHENTICATION.includes(code)) return { state: 'queued', error: text, disconnected: true, uncounted: true }
  if (code < 500) return { state: 'queued', error: text }
  if (error.command === 'RCPT TO') {
    return { state: 'failed', error: text, ...undeliverable(code, error.response ?? '') }
  }
  // The sender or the message is rejected. The operator has to correct this; the mail stays until its attempts are over.
  return { state: error.command === 'MAIL FROM' ? 'queued' : 'failed', error: text }
}

/** The codes of RFC 3463 for an address that does not exist. 5.1.7 and 5.1.8 are about the sender. */
const NO_SUCH_ADDRESS = /^\d{3}[ -]5\.1\.(?![78]\b)\d/
const HAS_REASON = /^\d{3}[ -]5\.\d+\.\d/
const REFUSED_RECIPIENT = [550, 551, 553]

/** A full mailbox or a rejection of our server says nothing about the address. */
function undeliverable(code: number, response: string): Pick<SendResult, 'undeliverable'> {
  if (NO_SUCH_ADDRESS.test(response)) return { undeliverable: 'certain' }
  return REFUSED_RECIPIENT.includes(code) && !HAS_REASON.test(response) ? { undeliverable: 'likely' } : {}
}

/** The delay before the next attempt; undefined after the last one. */
export const delayAfter = (attempts: number, delaysMs: readonly number[]): number | undefined => delaysMs[attempts - 1]

/** In one line, and not endless: it is shown to operators and, for a bounce, to the owner of the address. */
function describe({ response, message }: SendError): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  return (response ?? message).replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, ERROR_MAX_CHARACTERS)
}
