import { type Archive, type ArchiveLimits, DEFAULT_LIMITS } from '@galley/importers/archive/archive'
import { ArchiveError, FileError } from '@galley/importers/archive/archive-error'
import { ByteBudget, tooLarge } from '@galley/importers/archive/byte-budget'
import { withoutCommonFolder } from '@galley/importers/archive/common-folder'
import { isZip, ZIP_START_BYTES } from '@galley/importers/archive/is-zip'
import { zipName } from '@galley/importers/archive/zip-name'
import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'

// The content security policy allows no workers.
configure({ useWebWorkers: false })

type OpenStream = () => ReadableStream<Uint8Array>

/** Opens files of the author's machine: a zip, recognised by its bytes, or others. Nothing is sent to the server. */
export async function openFiles(chosen: readonly File[], limits: ArchiveLimits = DEFAULT_LIMITS): Promise<Archive> {
  const [file] = chosen
  if (file !== undefined && chosen.length === 1 && isZip(await startOf(file), file.name)) {
    return new BrowserArchive(await listZip(file, limits.files), limits)
  }
  const files = new Map(chosen.map(each => [each.name.normalize('NFC'), () => each.stream()]))
  if (files.size < chosen.length)
    throw new ArchiveError('Two of the files have the same name. Import a zip of their folder.')
  return new BrowserArchive(files, limits)
}

/** A folder, or a file that was changed or deleted since it was chosen, cannot be read. */
const startOf = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(
    await file
      .slice(0, ZIP_START_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new ArchiveError(`${file.name} cannot be read. Choose it again, or a zip of the folder.`)
      }),
  )

async function listZip(file: File, most: number): Promise<Map<string, OpenStream>> {
  const files = new Map<string, OpenStream>()
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (entry.directory) continue
      files.set(zipName(entry.rawFilename, entry.filename), () => streamOf(entry))
      if (files.size > most) throw new ArchiveError(`The archive has more than ${most} files.`)
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError('The zip file is damaged or incomplete. Export or download it again.')
  }
  return withoutCommonFolder(files)
}

function streamOf(entry: FileEntry): ReadableStream<Uint8Array> {
  if (entry.encrypted) throw new FileError(`${entry.filename} is encrypted.`)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  // A failure reaches the reader, too.
  entry.getData(writable).catch((error: unknown) => void writable.abort(error).catch(() => {}))
  return readable
}

class BrowserArchive implements Archive {
  readonly paths: readonly string[]
  readonly #files: ReadonlyMap<string, OpenStream>
  readonly #budget: ByteBudget

  constructor(files: ReadonlyMap<string, OpenStream>, { totalBytes }: ArchiveLimits) {
    this.#files = files
    this.#budget = new ByteBudget(totalBytes)
    this.paths = [...files.keys()].sort()
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  async read(path: string, maxBytes: number): Promise<Uint8Array> {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of await this.stream(path, maxBytes)) chunks.push(new Uint8Array(chunk))
    return new Uint8Array(await new Blob(chunks).arrayBuffer())
  }

  async stream(path: string, maxBytes: number): Promise<AsyncIterable<Uint8Array>> {
    const open = this.#files.get(path)
    if (open === undefined) throw new FileError(`The archive has no file ${path}.`)
    return limited(open(), path, maxBytes, this.#budget)
  }

  async close(): Promise<void> {}
}

/** Not every browser can iterate over a stream itself. */
async function* limited(stream: ReadableStream<Uint8Array>, path: string, maxBytes: number, budget: ByteBudget) {
  const reader = stream.getReader()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new FileError(`${path} is damaged: ${messageOf(error)}`)
      })
      if (done) return
      bytes += value.length
      if (bytes > maxBytes) throw tooLarge(path, maxBytes)
      budget.take(value.length)
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
