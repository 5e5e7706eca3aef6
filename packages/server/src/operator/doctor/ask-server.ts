import { type Arrival, makeProof, PROOF_HEADER } from '../../platform/core/arrival.ts'
import { SecretBox } from '../../platform/core/secret-box.ts'

/** An address that only documentation uses: if the server takes it for the client's, anyone can choose theirs. */
export const FORGED_ADDRESS = '192.0.2.1'
const TIMEOUT_MS = 10_000

export type Reply =
  | { readonly kind: 'arrived'; readonly arrival: Arrival }
  /** Something else answers, or a server with another key. */
  | { readonly kind: 'foreign'; readonly status: number; readonly location: string | null }
  | { readonly kind: 'none'; readonly error: unknown }

/** Asks the server at an address how a request with a forged client address arrives there. */
export async function askServer(origin: string, secretKey: string): Promise<Reply> {
  const headers = {
    [PROOF_HEADER]: makeProof(new SecretBox(secretKey), new Date()),
    'x-forwarded-for': FORGED_ADDRESS,
  }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${origin}/healthz`, { headers, redirect: 'manual', signal })
    const text = await answer.text()
    const arrival = findArrival(text)
    if (arrival !== undefined) return { kind: 'arrived', arrival }
    return { kind: 'foreign', status: answer.status, location: answer.headers.get('location') }
  } catch (error) {
    return { kind: 'none', error: error instanceof Error ? (error.cause ?? error) : error }
  }
}

function findArrival(text: string): Arrival | undefined {
  try {
    return (JSON.parse(text) as { arrival?: Arrival }).arrival
  } catch {
    return undefined
  }
}
