import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { IMAGE_EXTENSIONS } from '@galley/contract/posts/images'
import { type BlobStore, isBlobKey } from '../../storage/blob-store.ts'
import { withScratchFiles } from '../../storage/scratch-folder.ts'
import { type ArchiveEntry, damaged } from '../archive/archive-reader.ts'
import { IMAGES_FOLDER, type ImageSummary } from '../archive/manifest.ts'

const TYPES = new Map<string, string>(Object.entries(IMAGE_EXTENSIONS).map(([type, extension]) => [extension, type]))

/**
 * Puts images into the storage. The content of a path never changes, so images of the backup can be added while the
 * former data is still in use, and those that exist already are left as they are.
 */
export class ImageLoader {
  readonly #storage: BlobStore
  readonly #dataDir: string
  readonly #all: Hash = createHash('sha256')
  #count = 0
  #bytes = 0

  constructor(storage: BlobStore, dataDir: string) {
    this.#storage = storage
    this.#dataDir = dataDir
  }

  async load(entry: ArchiveEntry): Promise<void> {
    const path = entry.name.slice(IMAGES_FOLDER.length)
    if (!isBlobKey(path)) throw damaged(`${JSON.stringify(entry.name)} is not the name of an image`)
    const hash = createHash('sha256')
    const existing = await this.#storage.find(path)
    if (existing?.size === entry.size) for await (const chunk of entry.content) hash.update(chunk)
    else await this.#put(path, entry, hash)
    this.#all.update(`${hash.digest('hex')} ${path}\n`)
    this.#count++
    this.#bytes += entry.size
  }

  summary(): Pick<ImageSummary, 'count' | 'bytes' | 'sha256'> {
    return { count: this.#count, bytes: this.#bytes, sha256: this.#all.digest('hex') }
  }

  #put(path: string, { content, modifiedAt }: ArchiveEntry, hash: Hash): Promise<void> {
    const type = TYPES.get(path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
    return withScratchFiles(this.#dataDir, async newFile => {
      const file = newFile()
      async function* hashed() {
        for await (const chunk of content) {
          hash.update(chunk)
          yield chunk
        }
      }
      await pipeline(hashed, createWriteStream(file, { flags: 'wx' }))
      // It is shown as Last-Modified.
      await utimes(file, modifiedAt, modifiedAt)
      await this.#storage.put(path, file, type)
    })
  }
}
