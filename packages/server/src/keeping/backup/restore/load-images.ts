import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { imageVariantsOf } from '@galley/contract/writing/image-names'
import { IMAGE_EXTENSIONS } from '@galley/contract/writing/images'
import type pg from 'pg'
import { type BlobStore, isBlobKey } from '../../../platform/storage/blob-store.ts'
import { withScratchFiles } from '../../../platform/storage/scratch-folder.ts'
import { type ArchiveEntry, damaged } from '../archive/archive-reader.ts'
import { IMAGES_FOLDER, type ImageSummary } from '../archive/manifest.ts'

const TYPES = new Map<string, string>(Object.entries(IMAGE_EXTENSIONS).map(([type, extension]) => [extension, type]))

/**
 * Puts images into the storage. The content of a path never changes, so images of the backup can be added while the
 * former data is still in use. A file is replaced only if it is damaged and the one of the backup is not. The rows of the
 * backup are loaded before.
 */
export class ImageLoader {
  readonly #client: pg.ClientBase
  readonly #storage: BlobStore
  readonly #dataDir: string
  readonly #all: Hash = createHash('sha256')
  readonly #added: string[] = []
  #count = 0
  #bytes = 0
  #damagedCount = 0

  constructor(client: pg.ClientBase, { storage, dataDir }: { storage: BlobStore; dataDir: string }) {
    this.#client = client
    this.#storage = storage
    this.#dataDir = dataDir
  }

  async load(entry: ArchiveEntry): Promise<void> {
    const path = entry.name.slice(IMAGES_FOLDER.length)
    if (!isBlobKey(path)) throw damaged(`${JSON.stringify(entry.name)} is not the name of an image`)
    const expected = await this.#expectedDigest(path)
    const existing = await this.#storage.open(path)
    // Without a digest, the existing file counts as the right one.
    const found = existing && (await digestOf(existing.body))
    const isThere = found !== undefined && (expected === undefined || found === expected)
    const digest = isThere ? await digestOf(entry.content) : await this.#put(path, entry, { expected, found })
    if (expected !== undefined && digest !== expected && !isThere) this.#damagedCount++
    this.#all.update(`${digest} ${path}\n`)
    this.#count++
    this.#bytes += entry.size
  }

  summary(): Pick<ImageSummary, 'count' | 'bytes' | 'sha256'> & { damagedCount: number } {
    const [count, bytes, damagedCount] = [this.#count, this.#bytes, this.#damagedCount]
    return { count, bytes, sha256: this.#all.digest('hex'), damagedCount }
  }

  /** After a failure: no row knows these files. */
  async removeAdded(): Promise<void> {
    for (const path of this.#added) await this.#storage.delete(path)
  }

  /** Undefined for an image of an earlier release that is not in the table of uploads yet. */
  async #expectedDigest(path: string): Promise<string | undefined> {
    const { rows } = await this.#client.query<{ sha256: string | null; is_complete: boolean }>(
      `select (select encode(stored_sha256, 'hex') from uploads where path = $1) as sha256,
         finished_at is not null as is_complete from upload_index`,
      [path],
    )
    const { sha256 = null, is_complete = false } = rows[0] ?? {}
    if (sha256 === null && is_complete) throw damaged(`no upload is stored as ${path}`)
    return sha256 ?? undefined
  }

  /** Returns the digest. A damaged image is better than none, and never takes the place of another file. */
  #put(
    path: string,
    { content, modifiedAt }: ArchiveEntry,
    { expected, found }: { expected: string | undefined; found: string | undefined },
  ): Promise<string> {
    const type = TYPES.get(path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
    return withScratchFiles(this.#dataDir, async newFile => {
      const file = newFile()
      const hash = createHash('sha256')
      async function* hashed() {
        for await (const chunk of content) {
          hash.update(chunk)
          yield chunk
        }
      }
      await pipeline(hashed, createWriteStream(file, { flags: 'wx' }))
      const digest = hash.digest('hex')
      if (found !== undefined && digest !== expected) return digest
      // It is shown as Last-Modified.
      await utimes(file, modifiedAt, modifiedAt)
      if (found === undefined) this.#added.push(path)
      await this.#storage.put(path, file, type)
      // They were made of the damaged file.
      if (found !== undefined)
        for (const { path: copy } of imageVariantsOf(`/${path}`)) await this.#storage.delete(copy)
      return digest
    })
  }
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
