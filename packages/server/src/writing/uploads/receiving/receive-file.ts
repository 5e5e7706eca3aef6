import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import { AppError, type FieldIssue, invalid } from '../../../platform/core/errors.ts'
import type { Upload } from '../../../platform/operation.ts'
import { MultipartError, readMultipart } from './multipart-form.ts'
import type { PartHeaders } from './part-headers.ts'

/** The file, plus 1 MiB for headers, boundaries and unknown fields. */
const FORM_MAX_BYTES = IMAGE_MAX_BYTES + 1024 * 1024
const PARTS_MAX = 20

export interface ReceivedFile {
  readonly path: string
  /** As the client sent it. */
  readonly fileName: string | undefined
  readonly size: number
  readonly sha256: Buffer
}

const MISSING: FieldIssue = { field: 'file', code: 'REQUIRED', message: 'Send an image in the field file.' }

const tooLarge = (): AppError =>
  invalid({ field: 'file', code: 'TOO_LARGE', message: `Must have at most ${IMAGE_MAX_BYTES / 1024 / 1024} MiB.` })

/** Writes the one file of a form to `path` while it arrives. */
export async function receiveFile(upload: Upload, path: string): Promise<ReceivedFile> {
  try {
    if (upload.contentType === undefined) throw invalid(MISSING)
    if ((upload.contentLength ?? 0) > FORM_MAX_BYTES) throw tooLarge()
    const form = new UploadForm(path)
    await readMultipart(upload.form, upload.contentType, {
      maxBytes: FORM_MAX_BYTES,
      onPart: headers => form.addPart(headers),
    })
    return form.result()
  } catch (error) {
    throw error instanceof MultipartError ? responseTo(error) : error
  } finally {
    upload.discardRest()
  }
}

function responseTo(error: MultipartError): AppError {
  if (error.kind === 'connection_lost') return uploadAborted(error)
  if (error.kind === 'too_large') return tooLarge()
  const message = `The body is not valid multipart/form-data: ${error.message}.`
  return invalid({ field: 'file', code: 'INVALID_VALUE', message })
}

/** The client has disconnected and gets no response; this only keeps the log from showing a server error. */
export function uploadAborted(cause?: unknown): AppError {
  return new AppError('VALIDATION_ERROR', 'The upload was interrupted.', { cause })
}

/** Exactly one file in the field `file`. All other parts are reported together once the whole form has been read. */
class UploadForm {
  readonly #path: string
  readonly #issues = new Map<string, FieldIssue>()
  #parts = 0
  #hasFile = false
  #received: ReceivedFile | undefined

  constructor(path: string) {
    this.#path = path
  }

  addPart(part: PartHeaders): ((body: Readable) => Promise<void>) | undefined {
    const issue = ++this.#parts > PARTS_MAX ? TOO_MANY_PARTS : issueOf(part, this.#hasFile)
    if (issue !== undefined) this.#issues.set(issue.field, issue)
    if (issue === TOO_MANY_PARTS) throw invalid(...this.#issues.values())
    if (issue !== undefined) return undefined
    this.#hasFile = true
    return async body => {
      this.#received = await writeFile(body, this.#path, part.fileName)
    }
  }

  result(): ReceivedFile {
    const received = this.#received
    // A browser sends an empty part without a name if no file was chosen.
    const isMissing = received === undefined || (received.size === 0 && !received.fileName)
    if (isMissing && !this.#issues.has('file')) this.#issues.set('file', MISSING)
    if (received === undefined || this.#issues.size > 0) throw invalid(...this.#issues.values())
    return received
  }
}

function issueOf({ name, fileName, contentType = 'text/plain' }: PartHeaders, hasFile: boolean) {
  if (name !== 'file') {
    const field = (name ?? '').slice(0, 100) || 'unnamed'
    return { field, code: 'UNKNOWN_FIELD', message: 'Only the field file is allowed here.' } as const
  }
  if (fileName === undefined && contentType === 'text/plain') {
    return { field: 'file', code: 'INVALID_TYPE', message: 'Must be a file, not text.' } as const
  }
  return hasFile ? ({ field: 'file', code: 'TOO_MANY', message: 'Must be one file.' } as const) : undefined
}

const TOO_MANY_PARTS: FieldIssue = { field: 'file', code: 'TOO_MANY', message: 'The form has too many parts.' }

async function writeFile(body: Readable, path: string, fileName: string | undefined): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > IMAGE_MAX_BYTES) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  // A stream that opens its file itself may create it after a failure, when it was removed already.
  const file = await open(path, 'wx')
  await pipeline(body, measured, file.createWriteStream())
  return { path, fileName, size, sha256: hash.digest() }
}
