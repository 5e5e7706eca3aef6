import type { CallOptions, UploadOptions } from './call-options.ts'
import type { ClientOptions } from './client-options.ts'
import { honoursKey, type OperationName, ROUTES } from './routes.ts'
import type { Fetch, Outgoing } from './transport.ts'
import { fetchWithProgress } from './upload-progress.ts'
import { urlOf } from './url.ts'

/** The arguments of a call, by the place where they go. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
}

/** The options of all calls together; the methods' types say which of them mean something where. */
export interface AnyOptions extends CallOptions, UploadOptions {
  readonly ifMatch?: string | undefined
  readonly idempotencyKey?: string | undefined
}

export interface Request extends Outgoing {
  /** Sending it twice does no more than sending it once. */
  readonly isRepeatable: boolean
}

const TIMEOUT_MS = 30_000
/** Ten megabytes take their time on a slow line. */
const UPLOAD_TIMEOUT_MS = 300_000

// Looked up at each call, for those who put another one in its place, and called as a global, as browsers demand.
const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init)

export function requestOf(client: ClientOptions, name: OperationName, parts: Parts, options: AnyOptions): Request {
  const [method = '', path = ''] = ROUTES[name].split(' ')
  const key = options.idempotencyKey ?? (honoursKey(name) ? newKey() : undefined)
  const { onProgress } = options
  return {
    fetch: onProgress ? fetchWithProgress(client.fetch, onProgress) : (client.fetch ?? platformFetch),
    url: urlOf(client.baseUrl, path, parts.params ?? {}, parts.query ?? {}),
    init: {
      method,
      headers: headersOf(client, parts, options, key),
      ...(client.credentials !== undefined && { credentials: client.credentials }),
      ...bodyOf(parts, options),
    },
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? client.timeoutMs ?? (parts.file ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
    isRepeatable: method === 'GET' || (honoursKey(name) && key !== undefined),
  }
}

function headersOf(client: ClientOptions, { body }: Parts, options: AnyOptions, key: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (client.token !== undefined) headers.set('authorization', `Bearer ${client.token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (key !== undefined) headers.set('idempotency-key', key)
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  for (const [name, value] of Object.entries({ ...client.headers, ...options.headers })) headers.set(name, value)
  return headers
}

function bodyOf({ body, file }: Parts, { fileName }: UploadOptions): { body?: string | FormData } {
  if (file === undefined) return body === undefined ? {} : { body: JSON.stringify(body) }
  const form = new FormData()
  form.append('file', file, fileName ?? ('name' in file ? String(file.name) : 'image'))
  return { body: form }
}

/** Not `randomUUID`, which browsers offer to pages over HTTPS only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
