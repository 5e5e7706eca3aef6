import { RejectedError } from '@galley/importers/problems/problem'
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
      throw new RejectedError({ code: 'image_response', values: { status: response.status } })
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new RejectedError({ code: 'image_too_large' })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof RejectedError) throw error
    signal.throwIfAborted()
    throw new RejectedError({ code: timeout.aborted ? 'image_timeout' : 'image_unreachable' })
  }
}
