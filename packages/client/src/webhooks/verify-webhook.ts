import type { EventPayload } from '../generated/models.ts'
import { WebhookError } from './webhook-error.ts'
import type { WebhookHeaders } from './webhook-headers.ts'
import { type Proof, proofsIn, signedTimeIn } from './webhook-proofs.ts'

export type { EventPayload, EventPost } from '../generated/models.ts'
export { WebhookError, type WebhookFault } from './webhook-error.ts'
export type { WebhookHeaders } from './webhook-headers.ts'

export interface VerifyOptions {
  /** How far the signed time may be from now, earlier or later. The default is 300. */
  readonly toleranceSeconds?: number | undefined
  /** Rejects a request without a signed time, since it could be an old one sent again. */
  readonly requireTimestamp?: boolean | undefined
  /** In milliseconds, for tests. */
  readonly now?: number | undefined
}

const TOLERANCE_SECONDS = 300

/**
 * Verifies the signatures and the time of a webhook's request and returns its event; throws a `WebhookError` otherwise.
 * `body` is the unparsed body: parsed and serialised again, it can differ. The request must have at least one signature,
 * and all that it has must be valid. With several secrets, any of them may have signed.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<EventPayload> {
  const bytes = bytesOf(body)
  const keys = await Promise.all(secretsIn(secret).map(importKey))
  const proofs = proofsIn(headers, bytes)
  if (proofs.length === 0) throw new WebhookError('missing', 'The request is not signed.')
  for (const proof of proofs) {
    if (await holds(proof, keys)) continue
    throw new WebhookError(
      'wrong',
      'The signature is not valid: it was made with another secret, or the body was changed.',
    )
  }
  checkTime(signedTimeIn(headers), options)
  return parse(bytes)
}

function checkTime(signedTime: number | undefined, options: VerifyOptions): void {
  const { toleranceSeconds = TOLERANCE_SECONDS, requireTimestamp = false, now = Date.now() } = options
  if (signedTime === undefined) {
    if (requireTimestamp)
      throw new WebhookError('missing', 'The request has no signed time: the header webhook-signature is missing.')
  } else if (!(Math.abs(now / 1000 - signedTime) <= toleranceSeconds)) {
    throw new WebhookError('expired', `The request was signed more than ${toleranceSeconds} seconds from now.`)
  }
}

/** `subtle.verify` compares in constant time. */
async function holds({ signatures, signed }: Proof, keys: readonly HmacKey[]): Promise<boolean> {
  const checks = keys.flatMap(key => signatures.map(signature => crypto.subtle.verify('HMAC', key, signature, signed)))
  return (await Promise.all(checks)).includes(true)
}

type HmacKey = Awaited<ReturnType<typeof importKey>>

function importKey(secret: string) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['verify'])
}

/** An environment variable that is not set must not be taken for a secret. */
function secretsIn(given: string | readonly string[]): readonly string[] {
  const secrets = [given].flat()
  if (secrets.length > 0 && secrets.every(secret => typeof secret === 'string' && secret !== '')) return secrets
  throw new TypeError("The webhook's secret must be given, and not be empty")
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer) return new Uint8Array(body as ArrayBuffer)
  throw new TypeError(
    'The body must be given as it was received, as a string or bytes. A parsed body cannot be verified.',
  )
}

function parse(bytes: Uint8Array): EventPayload {
  try {
    const event = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof event.event === 'string') return event
  } catch {}
  throw new WebhookError('malformed', 'The signature is valid, but the body is not an event.')
}
