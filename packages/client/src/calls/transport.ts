import type { Fetch } from '../client-options.ts'
import { ConnectionError } from '../connection-error.ts'

export interface Outgoing {
  readonly fetch: Fetch
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** The rest of what `fetch` is given. */
  readonly init: RequestInit
  /** Given by the caller, to stop the call. */
  readonly signal: AbortSignal | undefined
  /** For the whole attempt, to the last byte of the response; 0 for no limit. */
  readonly timeoutMs: number
  /** A successful response is a file, not JSON. */
  readonly isFile: boolean
}

export interface Incoming {
  readonly response: Response
  readonly text: string
  readonly file?: Blob
}

/** Sends one request and reads the whole response, whatever its status. */
export async function exchange(outgoing: Outgoing): Promise<Incoming> {
  const { fetch, method, url, headers, init, signal, timeoutMs, isFile } = outgoing
  signal?.throwIfAborted()
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined
  const signals = [signal, timeout].filter(given => given !== undefined)
  try {
    // Redirects are not followed: one would turn a POST into a GET, and could send the token to another server.
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      method,
      headers,
      signal: AbortSignal.any(signals),
    })
    if (isFile && response.ok) return { response, text: '', file: await response.blob() }
    return { response, text: await response.text() }
  } catch (cause) {
    // An abort by the caller is not a failure of the connection.
    signal?.throwIfAborted()
    const timedOut = timeout?.aborted === true
    const reason = timedOut ? `nothing within ${timeoutMs} ms` : rootOf(cause)
    throw new ConnectionError({ method, url, reason, cause, timedOut })
  }
}

/** Node's message is only "fetch failed"; the reason is the innermost cause. */
function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return rootOf(error.cause)
  const { code } = error as { code?: unknown }
  return error.message || (typeof code === 'string' ? code : error.name)
}
