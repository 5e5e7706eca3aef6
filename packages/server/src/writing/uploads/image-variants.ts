import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { imageVariantsOf } from '@galley/contract/writing/image-names'
import type { MadeVariant } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { Turns } from '../../platform/core/limits/turns.ts'
import type { Logger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { DiskSpace } from '../../platform/storage/disk-space.ts'
import { withScratchFiles } from '../../platform/storage/scratch-folder.ts'
import { shrinkImage } from './images/decode-image.ts'
import { findUploadPath } from './upload-store.ts'

/** More requests than this, and those that wait longer, get the original: making copies must not delay other work. */
const WAITING_MAX = 16
const WAIT_MS = 4000
const busy = () => new AppError('UNAVAILABLE', 'Too many copies are being made.')
/** Images of which no copy can be made, such as animations, are not tried at each request. */
const KEPT_WHOLE_MAX = 1000

const KEY = /^variants\/[0-9a-f/a-z-]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+\.webp$/

/** `posts/<user_id>/…` */
const ownerOf = (path: string): string => path.split('/')[1] ?? ''

interface Services {
  readonly db: Db
  readonly storage: BlobStore
  readonly disk: DiskSpace
  readonly dataDir: string
  readonly log: Logger
}

/** Makes smaller copies of uploaded images when they are requested for the first time, and stores them. */
export class ImageVariants {
  readonly #services: Services
  readonly #running = new Map<string, Promise<MadeVariant>>()
  readonly #keptWhole = new Set<string>()
  /** The copies of existing images are made one after the other, in turns of their owners. */
  readonly #turns = new Turns(1, 1)

  constructor(services: Services) {
    this.#services = services
  }

  async make(key: string): Promise<MadeVariant> {
    const original = await this.#originalOf(key)
    if (original === undefined) return { kind: 'missing' }
    if (this.#keptWhole.has(original)) return { kind: 'original', path: original }
    if (await this.#services.disk.isLow()) return { kind: 'original', path: original }
    const running = this.#running.get(key)
    if (running !== undefined) return running
    if (this.#running.size >= WAITING_MAX) return { kind: 'original', path: original }
    const made = this.#turns
      .run(ownerOf(original), 1, () => this.#shrink(original, key), { waitMs: WAIT_MS, rejection: busy })
      .catch((error): MadeVariant => {
        if (error instanceof AppError) return { kind: 'original', path: original }
        throw error
      })
      .finally(() => this.#running.delete(key))
    this.#running.set(key, made)
    return made
  }

  async #originalOf(key: string): Promise<string | undefined> {
    const id = KEY.exec(key)?.[1]
    const path = id === undefined ? undefined : await findUploadPath(this.#services.db, id)
    return path !== undefined && imageVariantsOf(`/${path}`).some(variant => variant.path === key) ? path : undefined
  }

  async #shrink(original: string, key: string): Promise<MadeVariant> {
    const { storage, dataDir, log } = this.#services
    const width = Number(/-(\d+)\.webp$/.exec(key)?.[1])
    try {
      const isMade = await withScratchFiles(dataDir, async newFile => {
        const [source, target] = [newFile(), newFile()]
        const blob = await storage.open(original)
        if (blob === undefined) return false
        await pipeline(blob.body, createWriteStream(source, { mode: 0o600 }))
        if (!(await shrinkImage(source, target, { width, owner: ownerOf(original) }))) return false
        await storage.put(key, target, 'image/webp')
        return true
      })
      if (!isMade) this.#keepWhole(original)
    } catch (error) {
      if (error instanceof AppError) throw error
      // A full disk or a storage server that does not respond: the next request tries again.
      log.warn({ err: error }, `a smaller copy of ${original} could not be made, so the original is shown`)
      return { kind: 'original', path: original }
    }
    // The image may have been deleted in the meantime, with the copies that existed then.
    if ((await this.#originalOf(key)) === undefined) {
      await storage.delete(key)
      return { kind: 'missing' }
    }
    return this.#keptWhole.has(original) ? { kind: 'original', path: original } : { kind: 'made' }
  }

  #keepWhole(original: string): void {
    if (this.#keptWhole.size >= KEPT_WHOLE_MAX) this.#keptWhole.clear()
    this.#keptWhole.add(original)
  }
}
