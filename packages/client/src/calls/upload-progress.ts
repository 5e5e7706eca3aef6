import type { UploadProgress } from '../call-options.ts'
import type { Fetch } from '../client-options.ts'
import { fetchByXhr, hasXhr } from './xhr-fetch.ts'

type Report = (progress: UploadProgress) => void

/**
 * A `fetch` that reports how much of the body has been sent. In browsers it uses XMLHttpRequest, since `fetch` has no
 * progress there. Elsewhere the body is a stream that counts what is read from it. Where neither works, progress is
 * reported once, when all has been sent.
 */
export function fetchWithProgress(given: Fetch | undefined, report: Report): Fetch {
  if (given === undefined && hasXhr()) return fetchByXhr(report)
  const fetch: Fetch = given ?? ((url, init) => globalThis.fetch(url, init))
  return async (url, init) => {
    // The platform encodes the form.
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
    // Missing in the DOM types, and needed by every platform that streams requests.
    const streaming = { duplex: 'half' } as RequestInit
    return fetch(url, { ...init, ...streaming, headers, body: counted(bytes, report) })
  }
}

const CHUNK_BYTES = 64 * 1024

/** A chunk is reported when the next one is pulled: by then it has been sent. */
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

/** A platform that streams requests reads `duplex`; others convert the stream to text. */
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
