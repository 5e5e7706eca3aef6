import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from './generated/values.ts'
import { headerIn, type WebhookHeaders } from './webhook-headers.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Something that was signed, and the signatures offered for it: one of them has to hold. */
export interface Proof {
  readonly signed: Bytes
  readonly signatures: readonly Bytes[]
}

/** One for each form of signature that the headers carry. */
export function proofsIn(headers: WebhookHeaders, body: Bytes): Proof[] {
  return [contractProof(headers, body), standardProof(headers, body)].filter(proof => proof !== undefined)
}

/** Of the body alone, with the present secret and, for a day after a rotation, with the former one. */
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

/** Standard Webhooks: of the id and the time as well. After a rotation there are two signatures, side by side. */
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

/** In seconds. Signed by the standard form only, and so to be trusted only once that has been checked. */
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

// What is no hex and no base64 becomes no bytes, which sign nothing.

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
