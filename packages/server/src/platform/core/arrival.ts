import type { SecretBox } from './secret-box.ts'

/** How a request arrived: what the proxies in front of the server made of it. */
export interface Arrival {
  readonly client_address: string
  readonly forwarded_for: string | null
}

/** With a proof in this header, `/healthz` also tells how the request arrived. `galley doctor` uses it. */
export const PROOF_HEADER = 'galley-doctor'
const PURPOSE = 'galley doctor at '
/** The command may run on a machine with another clock. */
const VALID_MS = 3_600_000

/** Only who knows the secret key can make one. */
export function makeProof(box: SecretBox, now: Date): string {
  return box.seal(PURPOSE + now.toISOString()).toString('base64url')
}

export function isValidProof(box: SecretBox, proof: string, now: Date): boolean {
  try {
    const text = box.open(Buffer.from(proof, 'base64url'))
    const madeAt = Date.parse(text.slice(PURPOSE.length))
    return text.startsWith(PURPOSE) && Math.abs(now.getTime() - madeAt) < VALID_MS
  } catch {
    return false
  }
}
