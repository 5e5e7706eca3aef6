import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { errorCode } from '../core/errors.ts'
import { syncFile, syncFolder } from '../core/sync-to-disk.ts'
import { assertBlobKey, type BlobInfo, type BlobStore, type ByteRange } from './blob-store.ts'

/** Stores blobs as files below one folder. */
export class DiskStore implements BlobStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Syncs the bytes before moving the file, so that a crash leaves the complete file or none. */
  async put(key: string, file: string): Promise<void> {
    const target = this.#path(key)
    const folder = dirname(target)
    const created = await mkdir(folder, { recursive: true })
    await syncFile(file)
    await rename(file, target)
    await syncFolders(folder, created === undefined ? folder : dirname(created))
  }

  async find(key: string): Promise<BlobInfo | undefined> {
    const found = await absentAsUndefined(stat(this.#path(key)))
    return found?.isFile() ? infoOf(found) : undefined
  }

  async open(key: string, range?: ByteRange) {
    const handle = await absentAsUndefined(open(this.#path(key), 'r'))
    if (handle === undefined) return undefined
    try {
      const found = await handle.stat()
      if (found.isFile()) return { info: infoOf(found), body: handle.createReadStream({ ...range }) }
    } catch (error) {
      await handle.close()
      throw error
    }
    await handle.close()
    return undefined
  }

  /** Reads one folder of the prefix at a time, because there is one for each user. */
  async list(prefix: string, after: string, limit: number): Promise<string[]> {
    const top = (await absentAsUndefined(readdir(join(this.#folder, prefix), { withFileTypes: true }))) ?? []
    const names = top.flatMap(entry => (entry.isDirectory() ? `${entry.name}/` : entry.isFile() ? entry.name : []))
    const found: string[] = []
    for (const name of names.sort()) {
      const within = `${prefix}${name}`
      if (!name.endsWith('/')) {
        if (within > after) found.push(within)
        if (found.length >= limit) break
        continue
      }
      // All keys of this folder come before the position.
      if (after > within && !after.startsWith(within)) continue
      const entries = await readdir(join(this.#folder, within), { recursive: true, withFileTypes: true })
      const keys = entries
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => relative(this.#folder, join(parentPath, name)).replaceAll(sep, '/'))
      found.push(
        ...keys
          .filter(key => key > after)
          .sort()
          .slice(0, limit - found.length),
      )
      if (found.length >= limit) break
    }
    return found
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
  }

  #path(key: string): string {
    assertBlobKey(key)
    return join(this.#folder, key)
  }
}

function infoOf({ size, mtimeMs, mtime }: { size: number; mtimeMs: number; mtime: Date }): BlobInfo {
  return { size, etag: `"${Math.round(mtimeMs * 1000).toString(16)}-${size.toString(16)}"`, modifiedAt: mtime }
}

async function absentAsUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
    throw error
  })
}

/** The folder of a new file, and every new folder above it. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === upTo || folder === dirname(folder)) return
  }
}
