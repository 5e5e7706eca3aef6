import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { AppError, errorCode, type FieldIssue } from '../../../platform/core/errors.ts'
import { type Check, checkBody } from '../../../platform/core/schema-check.ts'
import { ArchiveHeader, FORMAT, HEADER_NAME } from './manifest.ts'

/** One file of an archive. Its content must be read before the next file is asked for. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  readonly modifiedAt: Date
  readonly content: AsyncIterable<Uint8Array>
}

/** No file but those of tables and images is larger. */
const TEXT_MAX_BYTES = 64 * 1024 * 1024

/** What `info: true` makes of the result; the types do not say it. */
interface Decompressed {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

export class ArchiveReader {
  readonly #source: Readable
  readonly #entries: AsyncIterator<ArchiveEntry>

  constructor(source: Readable) {
    this.#source = source
    this.#entries = readEntries(source)
  }

  /** The first file: what the archive is. */
  async readHeader(): Promise<ArchiveHeader> {
    const first = await this.next()
    if (first?.name !== HEADER_NAME) throw damaged(`it does not begin with ${HEADER_NAME}`)
    return readChecked<ArchiveHeader>(first, checkHeader)
  }

  /** Undefined after the last file. */
  async next(): Promise<ArchiveEntry | undefined> {
    const { value, done } = await this.#entries.next()
    return done ? undefined : value
  }

  close(): void {
    this.#source.destroy()
  }
}

async function* readEntries(source: Readable): AsyncGenerator<ArchiveEntry> {
  const bytes = source.pipe(createZstdDecompress())
  let length = 0
  let last: Buffer = Buffer.alloc(0)
  source.on('data', (chunk: Buffer) => {
    length += chunk.length
    last = chunk
  })
  source.on('error', error => bytes.destroy(error))
  try {
    const entries = Readable.toWeb(bytes).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      if (header.type !== 'file') throw damaged(`${JSON.stringify(header.name)} is not a plain file`)
      const content = readContent(body)
      yield { name: header.name, size: header.size, modifiedAt: header.mtime ?? new Date(0), content }
    }
    // The decompression ends with the first frame, whatever follows.
    if (length === bytes.bytesWritten) await finished(source.resume())
    if (!isEmptyFrame(last, length - bytes.bytesWritten)) throw damaged('it goes on after its end')
  } catch (error) {
    throw explained(error)
  }
}

/** Node's compression may end with a frame without content. */
function isEmptyFrame(last: Buffer, size: number): boolean {
  if (size === 0) return true
  if (size > last.length) return false
  const { buffer, engine } = zstdDecompressSync(last.subarray(-size), { info: true }) as unknown as Decompressed
  return buffer.length === 0 && engine.bytesWritten === size
}

async function* readContent(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  if (!isUnreadable(error)) return error
  // The error of a stream that ends too early has no message of its own.
  const { message, cause } = error
  return damaged(message || (cause instanceof Error && cause.message) || 'it ends too early')
}

/** Errors of the decompression and of the tar format; those of reading the file have a code of the system. */
function isUnreadable(error: unknown): error is Error {
  const code = errorCode(error) ?? ''
  return error instanceof Error && !(error instanceof AppError) && (code === '' || /^(ZSTD|Z_|ERR_)/.test(code))
}

const checkShape = checkBody(ArchiveHeader)

/** The form of a newer format is not known. */
function checkHeader(header: unknown): readonly FieldIssue[] {
  const { format, release } = (header ?? {}) as Partial<ArchiveHeader>
  if (!(Number(format) > FORMAT)) return checkShape(header)
  throw new AppError(
    'VALIDATION_ERROR',
    `The backup was made by a newer release of Galley (${release}). Use that release, or a later one.`,
  )
}

/** The value of a JSON file whose form was checked. */
export async function readChecked<T>(entry: ArchiveEntry, check: Check): Promise<T> {
  const value = await readJson(entry)
  const [issue] = check(value)
  if (issue !== undefined)
    throw damaged(`${issue.field} in ${entry.name} is wrong: ${issue.message}`.replace(/[.]$/, ''))
  return value as T
}

async function readJson(entry: ArchiveEntry): Promise<unknown> {
  if (entry.size > TEXT_MAX_BYTES) throw damaged(`${entry.name} is too large`)
  const chunks: Uint8Array[] = []
  for await (const chunk of entry.content) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw damaged(`${entry.name} is not JSON`)
  }
}

export function damaged(what: string): AppError {
  return new AppError('VALIDATION_ERROR', `The file is not a complete backup of Galley: ${what}.`)
}
