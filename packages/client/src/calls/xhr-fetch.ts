import type { UploadProgress } from '../call-options.ts'
import type { Fetch } from '../client-options.ts'

/** The part of XMLHttpRequest that is used here; platforms without a DOM have no types for it. */
interface Xhr {
  readonly status: number
  readonly responseText: string
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  withCredentials: boolean
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: unknown): void
  abort(): void
}

const platform = globalThis as { XMLHttpRequest?: new () => Xhr }

export const hasXhr = (): boolean => platform.XMLHttpRequest !== undefined

/** `fetch` made with XMLHttpRequest, which reports how much of the body has been sent. */
export function fetchByXhr(report: (progress: UploadProgress) => void): Fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const xhr = new platform.XMLHttpRequest!()
      const { signal } = init
      const abort = () => xhr.abort()
      const ended = (settle: () => void) => () => {
        signal?.removeEventListener('abort', abort)
        settle()
      }
      xhr.open(init.method ?? 'GET', url)
      xhr.withCredentials = init.credentials === 'include'
      for (const [name, value] of new Headers(init.headers)) xhr.setRequestHeader(name, value)
      xhr.upload.onprogress = ({ loaded, total }) => report({ loadedBytes: loaded, totalBytes: total })
      xhr.onload = ended(() => resolve(responseOf(xhr)))
      xhr.onerror = ended(() => reject(new TypeError('the connection failed')))
      xhr.onabort = ended(() => reject(signal?.reason))
      signal?.addEventListener('abort', abort, { once: true })
      xhr.send(init.body)
    })
}

function responseOf(xhr: Xhr): Response {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    if (name !== '') headers.append(name, value.join(':').trim())
  }
  // Some statuses allow no body, not even an empty one.
  return new Response(xhr.responseText || null, { status: xhr.status, headers })
}
