import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '../generated/values.ts'
import { headerIn, type WebhookHeaders } from './webhook-headers.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What was signed, and its signatures: one of them must be valid. */
export interface Proof {
  readonly signed: Bytes
  readonly signatures: readonly Bytes[]
}

/** One for each kind of signature in the headers. */
export function proofsIn(headers: WebhookHeaders, body: Bytes): Proof[] {
  return [contractProof(headers, body), standardProof(headers, body)].filter(proof => proof !== undefined)
}

/** Signs the body alone, with the present secret and, for a day after a rotation, with the former one. */
function contractProof(headers: WebhookHeaders, body: Bytes): Proof | undefined {
  const given = [DELIVERY_HEADERS.signature, DELIVERY_HEADERS.previousSignature]
    .map(name => headerIn(headers, name))
    .filter(value => value !== undefined)
  if (given.length === 0) return undefined
  return {
    signed: body,
    signatures: given.map(value =>
      fromHex(value.startsWith(SIGNATURE_PREFIX) ? value.slice(SIGNATURE_PREFIX.length) : value),
    ),
  }
}

/** Standard Webhooks: signs the id and the time as well. After a rotation there are two signatures in one header. */
function standardProof(headers: WebhookHeaders, body: Bytes): Proof | undefined {
  const given = headerIn(headers, DELIVERY_HEADERS.standardSignature)
  if (given === undefined) return undefined
  const about = `${headerIn(headers, DELIVERY_HEADERS.standardId)}.${headerIn(headers, DELIVERY_HEADERS.standardTimestamp)}.`
  const versioned = given.split(' ').filter(signature => signature.startsWith('v1,'))
  return {
    signed: joined(new TextEncoder().encode(about), body),
    signatures: versioned.map(signature => fromBase64(signature.slice('v1,'.length))),
  }
}

/** In seconds. Only the standard signature covers it, so it is trusted only after that has been verified. */
export function signedTimeIn(headers: WebhookHeaders): number | undefined {
  if (headerIn(headers, DELIVERY_HEADERS.standardSignature) === undefined) return undefined
  return Number(headerIn(headers, DELIVERY_HEADERS.standardTimestamp))
}

function joined(before: Bytes, after: Bytes): Bytes {
  const all = new Uint8Array(before.length + after.length)
  all.set(before)
  all.set(after, before.length)
  return all
}

// Text that is not hex or base64 becomes an empty array, which is not a valid signature.

function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return new Uint8Array()
  return Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
