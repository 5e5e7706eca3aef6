import type { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { Dicer } from '@fastify/busboy'
import { type PartHeaders, parsePartHeaders } from './part-headers.ts'

export class MultipartError extends Error {
  override readonly name = 'MultipartError'
  readonly kind: 'malformed' | 'too_large' | 'connection_lost'

  constructor(kind: MultipartError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export interface FormReader {
  /** The largest body, in bytes. */
  readonly maxBytes: number
  /** Gets the headers of each part; may return a function that reads the body. Without one the body is skipped. */
  readonly onPart: (headers: PartHeaders) => ((body: Readable) => Promise<void>) | undefined
}

const HEADERS_PER_PART = 50
const BOUNDARY_MAX_CHARACTERS = 200
/** Longer than the server lets any request take, so it only ends a form that the parser never reports as finished. */
const FORM_TIMEOUT_MS = 150_000

/**
 * Splits a multipart/form-data body into its parts as it arrives. A slow reader slows the sender down. Rejects with the
 * first error of the parser, the connection, `onPart` or a reader; by then all readers have ended. What is still to come
 * after an error stays unread on the request.
 *
 * This uses the parser inside Busboy, not Busboy: that ignores `filename*`, and never finishes when a part's headers have
 * no end (ADR 0011).
 */
export async function readMultipart(
  request: Readable,
  contentType: string,
  { maxBytes, onPart }: FormReader,
): Promise<void> {
  const form = new Dicer({ boundary: boundaryOf(contentType), maxHeaderPairs: HEADERS_PER_PART })
  const { promise: read, resolve, reject } = Promise.withResolvers<void>()
  const readers = new Map<Readable, Promise<void>>()

  form.on('part', part => {
    // A part that is not read never ends, and then the form never finishes.
    part.resume()
    part.on('error', () => {})
    part.on('header', headers => {
      try {
        const readBody = onPart(parsePartHeaders({ ...headers }))
        if (readBody === undefined) return
        part.pause()
        const reading = readBody(part)
        reading.catch(reject)
        readers.set(part, reading)
      } catch (error) {
        reject(error)
      }
    })
  })
  form.on('finish', () => Promise.all(readers.values()).then(() => resolve(), reject))
  form.on('error', () => reject(new MultipartError('malformed', 'it ends before its last boundary')))

  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) reject(new MultipartError('too_large', `it has more than ${maxBytes} bytes`))
  }
  const checkComplete = () => {
    if (!request.readableEnded) reject(new MultipartError('connection_lost', 'the connection ended'))
  }
  const timer = setTimeout(() => reject(new MultipartError('malformed', 'it has no end')), FORM_TIMEOUT_MS)
  request.on('data', count).on('close', checkComplete).on('error', checkComplete)
  request.pipe(form)
  // A connection that was lost before emits nothing any more.
  if (request.destroyed) checkComplete()
  try {
    await read
  } finally {
    clearTimeout(timer)
    // The error listener stays: without one, a lost connection would end the process. `unpipe` comes last, because with
    // another data listener it would keep the request flowing.
    request.off('data', count).off('close', checkComplete).unpipe(form)
    for (const part of readers.keys()) part.destroy()
    await Promise.allSettled(readers.values())
    form.destroy()
  }
}

function boundaryOf(contentType: string): string {
  const boundary = parseType(contentType)?.params.get('boundary') ?? ''
  if (boundary !== '' && boundary.length <= BOUNDARY_MAX_CHARACTERS) return boundary
  throw new MultipartError('malformed', 'its content type names no boundary')
}

function parseType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType)
  } catch {
    return undefined
  }
}
