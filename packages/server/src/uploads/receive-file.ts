import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { FastifyRequest } from 'fastify'
import { AppError, type FieldFault, invalid } from '../core/errors.ts'
import { discardRest } from './discard-rest.ts'
import { boundaryOf, MultipartError, MultipartReader } from './multipart-reader.ts'
import type { PartHeaders } from './part-headers.ts'

/** What a form may hold besides the file: headers, boundaries, and fields that will be refused by name. */
const FORM_MAX_BYTES = IMAGE_MAX_BYTES + 1024 * 1024
const MOST_PARTS = 20

export interface ReceivedFile {
  readonly path: string
  /** As the client sent it. */
  readonly fileName: string | undefined
  readonly size: number
  readonly sha256: Buffer
}

const MISSING: FieldFault = { field: 'file', code: 'REQUIRED', message: 'Send an image in the field file.' }

const tooLarge = (): AppError =>
  invalid({ field: 'file', code: 'TOO_LARGE', message: `Must have at most ${IMAGE_MAX_BYTES / 1024 / 1024} MiB.` })

/** Writes the one file of a form to `path`, while it arrives. What is wrong with the form is answered at once. */
export async function receiveFile(request: FastifyRequest, path: string): Promise<ReceivedFile> {
  const { raw } = request
  const source = bytesOf(raw)
  try {
    if (raw.headers['content-type'] === undefined) throw invalid(MISSING)
    if (Number(raw.headers['content-length'] ?? 0) > FORM_MAX_BYTES) throw tooLarge()
    const boundary = boundaryOf(raw.headers['content-type'] ?? '')
    if (boundary === undefined) throw new MultipartError('its content type names no boundary')
    return await readForm(new MultipartReader(source, boundary), path)
  } catch (error) {
    await source.return(undefined)
    discardRest(raw)
    if (!(error instanceof MultipartError)) throw error
    const message = `The body is not valid multipart/form-data: ${error.message}.`
    throw invalid({ field: 'file', code: 'INVALID_VALUE', message })
  }
}

/** Stopping early leaves the request open, so that it can still be answered. */
async function* bytesOf(raw: IncomingMessage): AsyncGenerator<Buffer, undefined> {
  let size = 0
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > FORM_MAX_BYTES) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff(error)
  }
}

/** Nobody is there to read this, but it is no fault of ours either. */
export function brokenOff(cause?: unknown): AppError {
  return new AppError('VALIDATION_ERROR', 'The upload broke off.', { cause })
}

async function readForm(form: MultipartReader, path: string): Promise<ReceivedFile> {
  let received: ReceivedFile | undefined
  const faults = new Map<string, FieldFault>()
  for (let count = 0; ; count++) {
    const part = await form.nextPart()
    if (part === undefined) break
    const fault = count === MOST_PARTS ? tooManyParts() : faultOf(part, received !== undefined)
    if (fault !== undefined) faults.set(fault.field, fault)
    else received = await writePart(form, part, path)
    if (count === MOST_PARTS) break
  }
  // A browser's form without a chosen file sends one without name and content.
  const missing = received === undefined || (received.size === 0 && !received.fileName)
  if (missing && !faults.has('file')) {
    faults.set('file', MISSING)
  }
  if (received === undefined || faults.size > 0) throw invalid(...faults.values())
  return received
}

function faultOf({ name, fileName, contentType = 'text/plain' }: PartHeaders, seen: boolean): FieldFault | undefined {
  if (name !== 'file') {
    const field = (name ?? '').slice(0, 100) || 'unnamed'
    return { field, code: 'UNKNOWN_FIELD', message: 'Only the field file is known here.' }
  }
  if (fileName === undefined && contentType === 'text/plain') {
    return { field: 'file', code: 'INVALID_TYPE', message: 'Must be a file, not text.' }
  }
  return seen ? { field: 'file', code: 'TOO_MANY', message: 'Must be one file.' } : undefined
}

const tooManyParts = (): FieldFault => ({ field: 'file', code: 'TOO_MANY', message: 'The form has too many parts.' })

async function writePart(form: MultipartReader, { fileName }: PartHeaders, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx')
  try {
    for (let chunk = await form.readBody(); chunk !== undefined; chunk = await form.readBody()) {
      size += chunk.length
      if (size > IMAGE_MAX_BYTES) throw tooLarge()
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
  return { path, fileName, size, sha256: hash.digest() }
}
