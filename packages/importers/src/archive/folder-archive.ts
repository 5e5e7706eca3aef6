import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Archive, ArchiveLimits } from './archive.ts'
import { ArchiveError, FileError } from './archive-error.ts'
import { ByteBudget } from './byte-budget.ts'
import { limitBytes, readAll } from './limit-bytes.ts'

const IGNORED = new Set(['node_modules', '.git', '.github', '_site', '.galley'])
const MOST_LEVELS = 30

/** A folder. Symbolic links are not followed, because they may lead out of the folder. */
export async function openFolder(folder: string, limits: ArchiveLimits): Promise<Archive> {
  const paths: string[] = []
  const visit = async (below: string, level: number): Promise<void> => {
    if (level > MOST_LEVELS) throw new ArchiveError(`The folders are nested more than ${MOST_LEVELS} deep.`)
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory() && !IGNORED.has(entry.name)) await visit(path, level + 1)
      if (entry.isFile()) paths.push(path)
      if (paths.length > limits.files) throw new ArchiveError(`The folder has more than ${limits.files} files.`)
    }
  }
  await visit('', 0)
  return new FolderArchive(folder, paths.sort(), limits)
}

/** One file, such as an XML or JSON export. */
export const openFile = (file: string, limits: ArchiveLimits): Archive =>
  new FolderArchive(dirname(file), [basename(file)], limits)

class FolderArchive implements Archive {
  readonly paths: readonly string[]
  readonly #folder: string
  /** The names on the disk by their normal form: macOS writes decomposed ones. */
  readonly #names: ReadonlyMap<string, string>
  readonly #budget: ByteBudget

  constructor(folder: string, paths: readonly string[], { totalBytes }: ArchiveLimits) {
    this.#folder = folder
    this.#names = new Map(paths.map(path => [path.normalize('NFC'), path]))
    this.paths = [...this.#names.keys()]
    this.#budget = new ByteBudget(totalBytes)
  }

  has(path: string): boolean {
    return this.#names.has(path)
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    return readAll(await this.stream(path, maxBytes))
  }

  async stream(path: string, maxBytes: number): Promise<Readable> {
    const name = this.#names.get(path)
    if (name === undefined) throw new FileError(`There is no file ${path}.`)
    return limitBytes(createReadStream(join(this.#folder, name)), path, maxBytes, this.#budget)
  }

  async close(): Promise<void> {}
}
