import { ConnectionError } from './connection-error.ts'

/** The one thing that is asked of the platform. The global `fetch` has this shape, and so has whatever replaces it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Outgoing {
  readonly fetch: Fetch
  readonly url: string
  readonly init: RequestInit
  /** The caller's wish to stop. */
  readonly signal: AbortSignal | undefined
  /** For the whole attempt, to the last byte of the answer; 0 for no limit. */
  readonly timeoutMs: number
}

export interface Incoming {
  readonly response: Response
  readonly text: string
}

/** Sends one request and reads the whole answer, whatever it says. */
export async function exchange({ fetch, url, init, signal, timeoutMs }: Outgoing): Promise<Incoming> {
  signal?.throwIfAborted()
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined
  const signals = [signal, timeout].filter(given => given !== undefined)
  try {
    // A redirect would turn a POST into a GET and show the token to somebody else, so none is followed.
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.any(signals) })
    return { response, text: await response.text() }
  } catch (cause) {
    // The caller's own wish is no failure of the connection.
    signal?.throwIfAborted()
    const timedOut = timeout?.aborted === true
    const why = timedOut ? `nothing within ${timeoutMs} ms` : rootOf(cause)
    throw new ConnectionError(`No answer from ${init.method} ${url}: ${why}`, { cause, timedOut })
  }
}

/** Node says only "fetch failed" and keeps the reason underneath. */
function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return rootOf(error.cause)
  const { code } = error as { code?: unknown }
  return error.message || (typeof code === 'string' ? code : error.name)
}
