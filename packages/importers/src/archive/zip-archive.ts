import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Archive, ArchiveLimits } from './archive.ts'
import { ArchiveError, FileError } from './archive-error.ts'
import { ByteBudget } from './byte-budget.ts'
import { withoutCommonFolder } from './common-folder.ts'
import { limitBytes, readAll } from './limit-bytes.ts'
import { zipName } from './zip-name.ts'

/** A zip file. yauzl refuses paths that lead out of the archive, and data that is longer than the directory says. */
export async function openZip(file: string, limits: ArchiveLimits): Promise<Archive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(refuse)
  try {
    return new ZipArchive(zip, await listEntries(zip, limits.files).catch(refuse), limits)
  } catch (error) {
    zip.close()
    throw error
  }
}

function refuse(error: Error): never {
  if (error instanceof ArchiveError) throw error
  throw new ArchiveError(`This is not a zip file that can be read: ${error.message}`)
}

async function listEntries(zip: ZipFile, most: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/')) entries.set(zipName(entry.fileNameRaw, entry.fileName), entry)
      if (entries.size > most) reject(new ArchiveError(`The archive has more than ${most} files.`))
      else zip.readEntry()
    })
    zip.readEntry()
  })
  return withoutCommonFolder(entries)
}

class ZipArchive implements Archive {
  readonly paths: readonly string[]
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #budget: ByteBudget

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, { totalBytes }: ArchiveLimits) {
    this.#zip = zip
    this.#entries = entries
    this.#budget = new ByteBudget(totalBytes)
    this.paths = [...entries.keys()].sort()
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    return readAll(await this.stream(path, maxBytes))
  }

  async stream(path: string, maxBytes: number): Promise<Readable> {
    const entry = this.#entries.get(path)
    if (entry === undefined) throw new FileError(`The archive has no file ${path}.`)
    if (entry.isEncrypted()) throw new FileError(`${path} is encrypted.`)
    const source = await this.#zip.openReadStreamPromise(entry).catch(error => {
      throw new FileError(`${path} is damaged: ${error.message}`)
    })
    return limitBytes(source, path, maxBytes, this.#budget)
  }

  async close(): Promise<void> {
    this.#zip.close()
  }
}
