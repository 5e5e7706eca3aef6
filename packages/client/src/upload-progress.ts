import type { UploadProgress } from './call-options.ts'
import type { Fetch } from './transport.ts'
import { fetchByXhr, hasXhr } from './xhr-fetch.ts'

type Report = (progress: UploadProgress) => void

/**
 * A `fetch` that tells how much of the body has been sent. In browsers `fetch` cannot, so there it is the older
 * XMLHttpRequest; elsewhere the body is a stream that counts what is taken from it. Where neither works, all is
 * reported when all has been sent, and nothing before: a guess would be worse.
 */
export function fetchWithProgress(given: Fetch | undefined, report: Report): Fetch {
  if (given === undefined && hasXhr()) return fetchByXhr(report)
  const fetch: Fetch = given ?? ((url, init) => globalThis.fetch(url, init))
  return async (url, init) => {
    // The platform knows best how a form is written down.
    const encoded = new Response(init.body ?? null)
    const type = encoded.headers.get('content-type')
    const bytes = await encoded.blob()
    const headers = new Headers(init.headers)
    if (type !== null) headers.set('content-type', type)
    if (!canStreamRequests()) {
      const response = await fetch(url, { ...init, headers, body: bytes })
      report({ loadedBytes: bytes.size, totalBytes: bytes.size })
      return response
    }
    // Unknown to the browsers' types, and needed by every platform that streams.
    const streaming = { duplex: 'half' } as RequestInit
    return fetch(url, { ...init, ...streaming, headers, body: counted(bytes, report) })
  }
}

const CHUNK_BYTES = 64 * 1024

/** Piece by piece, and the next piece is asked for only when there is room for it: a piece counts once it is gone. */
function counted(bytes: Blob, report: Report): ReadableStream<Uint8Array> {
  const totalBytes = bytes.size
  let taken = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (taken > 0) report({ loadedBytes: taken, totalBytes })
        if (taken === totalBytes) return controller.close()
        const chunk = new Uint8Array(await bytes.slice(taken, taken + CHUNK_BYTES).arrayBuffer())
        taken += chunk.byteLength
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
}

/** A platform that streams asks for `duplex`; one that does not writes the stream down as text. */
function canStreamRequests(): boolean {
  let asked = false
  const init = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      asked = true
      return 'half'
    },
  } as RequestInit
  try {
    return !new Request('http://localhost', init).headers.has('content-type') && asked
  } catch {
    return false
  }
}
