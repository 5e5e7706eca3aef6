import type { CallOptions, UploadOptions, UploadProgress } from '../call-options.ts'
import type { ClientOptions, Fetch } from '../client-options.ts'
import {
  FILE_OPERATIONS,
  OPERATIONS,
  OPERATIONS_WITH_IDEMPOTENCY_KEY,
  type OperationName,
} from '../generated/operations.ts'
import type { Outgoing } from './transport.ts'
import { fetchWithProgress } from './upload-progress.ts'
import { urlOf } from './url.ts'
import { userAgent } from './user-agent.ts'

/** The arguments of a call, by the place where they go. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
}

/** The options of all calls together; the types of the methods say which of them a call takes. */
export interface AnyOptions extends CallOptions, UploadOptions {
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly idempotencyKey?: string | undefined
}

export interface Request extends Outgoing {
  /** Sending it twice has the same effect as sending it once. */
  readonly isRepeatable: boolean
}

const TIMEOUT_MS = 30_000
/** Enough for 10 MB on a slow line. */
const UPLOAD_TIMEOUT_MS = 300_000
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE'])

// Looked up at each call, since tests and tools replace it, and called as a global, as browsers demand.
const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init)

export function requestOf(client: ClientOptions, name: OperationName, parts: Parts, options: AnyOptions): Request {
  const [method = '', path = ''] = OPERATIONS[name].route.split(' ')
  const takesKey = OPERATIONS_WITH_IDEMPOTENCY_KEY.has(name)
  const isFile = FILE_OPERATIONS.has(name)
  const key = options.idempotencyKey ?? (takesKey ? newKey() : undefined)
  return {
    ...sending(client, options),
    method,
    url: urlOf(client.baseUrl, path, parts.params ?? {}, parts.query ?? {}),
    headers: headersOf(client, parts, options, key),
    init: {
      ...(client.credentials !== undefined && { credentials: client.credentials }),
      ...bodyOf(parts, options),
    },
    timeoutMs: options.timeoutMs ?? client.timeoutMs ?? (parts.file || isFile ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
    isFile,
    // With a condition, a repetition of a change that was made would get a 412, as if somebody else had made it.
    isRepeatable: takesKey || (IDEMPOTENT_METHODS.has(method) && !isConditional(options)),
  }
}

/** An error of the callback for progress ends the call, as if the caller had aborted it with this error. */
function sending({ fetch }: ClientOptions, { onProgress, signal }: AnyOptions): Pick<Outgoing, 'fetch' | 'signal'> {
  if (onProgress === undefined) return { fetch: fetch ?? platformFetch, signal }
  const stop = new AbortController()
  const report = (progress: UploadProgress) => {
    try {
      onProgress(progress)
    } catch (error) {
      stop.abort(error)
      throw error
    }
  }
  const signals = signal === undefined ? [stop.signal] : [signal, stop.signal]
  return { fetch: fetchWithProgress(fetch, report), signal: AbortSignal.any(signals) }
}

const isConditional = ({ ifMatch, ifNoneMatch }: AnyOptions): boolean =>
  ifMatch !== undefined || ifNoneMatch !== undefined

function headersOf(client: ClientOptions, { body }: Parts, options: AnyOptions, key: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' })
  const agent = userAgent()
  if (agent !== undefined) headers.set('user-agent', agent)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (key !== undefined) headers.set('idempotency-key', key)
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (options.ifNoneMatch !== undefined) headers.set('if-none-match', options.ifNoneMatch)
  for (const [name, value] of Object.entries({ ...client.headers, ...options.headers })) headers.set(name, value)
  return headers
}

/** Adds the token, unless an `Authorization` was given as a header. */
export async function authorize(headers: Headers, token: ClientOptions['token']): Promise<void> {
  if (token === undefined || headers.has('authorization')) return
  headers.set('authorization', `Bearer ${typeof token === 'function' ? await token() : token}`)
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
