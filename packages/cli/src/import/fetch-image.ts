import { RefusedError } from '@galley/importers/apply/destination'
import { version } from '../version.ts'

const TIMEOUT_MS = 30_000

/** Fetches an image of the old site from the author's machine. */
export async function fetchImage(url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, timeout]),
      headers: { accept: 'image/*', 'user-agent': `gly/${version()}` },
    })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      throw new RefusedError(`its server answered ${response.status}.`)
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new RefusedError('it is too large.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof RefusedError) throw error
    signal.throwIfAborted()
    throw new RefusedError(timeout.aborted ? 'its server did not answer in time.' : 'its server cannot be reached.')
  }
}
