import { mkdir, readFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import type { Client } from '@galley/client'
import { CliError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { replaceFile } from '../folder/replace-file.ts'
import { inParallel } from '../server/in-parallel.ts'
import type { RateGate } from '../server/rate-gate.ts'
import { findUpload, listUploads, type StoredImage } from '../server/uploads.ts'
import { sha256 } from './record.ts'
import type { SyncState } from './sync-state.ts'

const CONCURRENCY = 8
/** Up to this number, each image is asked for by its digest. For more, the whole list needs fewer requests. */
const LOOKUP_ONE_BY_ONE_MAX = 5

interface SyncContext {
  readonly root: string
  readonly client: Client
  readonly state: SyncState
  readonly gate: RateGate
  readonly signal: AbortSignal
}

/** The images of a folder on the server. They are recognised by the digest of their bytes, so each is uploaded once. */
export class Images {
  readonly #context: SyncContext
  readonly #digests = new Map<string, Promise<string>>()
  readonly #digestOf = new Map<string, string>()
  readonly #urls = new Map<string, string>()
  /** Digests that the server has confirmed in this run. Others are known from earlier runs only. */
  readonly #confirmed = new Set<string>()
  readonly #uploads = new Map<string, Promise<string>>()
  /** The number of images that were uploaded in this run. */
  uploadedCount = 0
  #listed: Promise<Map<string, StoredImage>> | undefined

  constructor(context: SyncContext) {
    this.#context = context
  }

  /** Undefined if the image is not known to be on the server. Only after `prepare`. */
  urlOf(path: string): string | undefined {
    const digest = this.#digestOf.get(path)
    return digest === undefined ? undefined : this.#urls.get(digest)
  }

  /** For an image that may no longer be in the folder. */
  async urlOfDigest(digest: string): Promise<string | undefined> {
    const known = this.#urls.get(digest) ?? this.#context.state.imageUrl(digest)
    if (known === undefined) await this.#findOnServer([digest])
    return known ?? this.#urls.get(digest)
  }

  /** The image of the folder that has this address. Only after `prepare`. */
  pathOf(url: string): string | undefined {
    for (const [path, digest] of this.#digestOf) if (this.#urls.get(digest) === url) return path
    return undefined
  }

  /** Reads the images, and finds out which of them the server has. */
  async prepare(paths: readonly string[]): Promise<void> {
    await inParallel([...new Set(paths)], CONCURRENCY, async path => void (await this.#digest(path)))
    const unknown = new Set<string>()
    for (const path of paths) {
      const digest = this.#digestOf.get(path)!
      const url = this.#urls.get(digest) ?? this.#context.state.imageUrl(digest)
      if (url === undefined) unknown.add(digest)
      else this.#urls.set(digest, url)
    }
    if (unknown.size > 0) await this.#findOnServer([...unknown])
  }

  async #findOnServer(digests: readonly string[]): Promise<void> {
    const { client, signal, gate } = this.#context
    if (digests.length <= LOOKUP_ONE_BY_ONE_MAX) {
      await inParallel(digests, CONCURRENCY, async digest => {
        const found = await gate.run(() => findUpload(client, digest, signal))
        if (found !== undefined) this.#remember({ sha256: digest, url: found.url })
      })
    } else {
      for (const { sha256, stored_sha256, url } of (await this.#allUploads()).values()) {
        // A file that was pulled has the bytes that the server stores. Of several uploads, the newest counts.
        for (const digest of [sha256, stored_sha256]) {
          if (!this.#confirmed.has(digest)) this.#remember({ sha256: digest, url })
        }
      }
    }
  }

  #remember({ sha256, url }: Pick<StoredImage, 'sha256' | 'url'>): void {
    this.#urls.set(sha256, url)
    this.#confirmed.add(sha256)
    this.#context.state.addImage(sha256, url)
  }

  /** The address of an image; uploads it if the server does not have it, or no longer. */
  async upload(path: string): Promise<string> {
    const digest = await this.#digest(path)
    const uploading = this.#uploads.get(digest) ?? this.#upload(path, digest)
    this.#uploads.set(digest, uploading)
    return uploading
  }

  async #upload(path: string, digest: string): Promise<string> {
    const { root, client, gate, signal } = this.#context
    if (this.#urls.has(digest) && !this.#confirmed.has(digest)) await this.#findOnServer([digest])
    const known = this.#urls.get(digest)
    if (known !== undefined && this.#confirmed.has(digest)) return known
    const file = new Blob([await readFile(join(root, path))])
    const { url } = await gate.run(() => client.uploads.create(file, { fileName: basename(path), signal }))
    this.uploadedCount++
    this.#remember({ sha256: digest, url })
    return url
  }

  /** Writes uploaded images that the folder does not have to `images` below the given folder. */
  async download(addresses: readonly string[], folder: string): Promise<void> {
    const wanted = [...new Set(addresses)].filter(url => this.pathOf(url) === undefined && /^https?:/.test(url))
    if (wanted.length === 0) return
    const uploads = await this.#allUploads()
    await inParallel(
      wanted.flatMap(url => uploads.get(url) ?? []),
      CONCURRENCY,
      upload => this.#download(upload, posix.join(folder, 'images')),
    )
  }

  async #download({ url, file_name }: StoredImage, folder: string): Promise<void> {
    const { root, signal, state } = this.#context
    const bytes = await readImage(url, signal)
    const digest = sha256(bytes)
    const path = await this.#freePath(folder, file_name, digest)
    await mkdir(join(root, folder), { recursive: true })
    // False if the folder has the image already.
    await replaceFile(join(root, path), bytes, undefined)
    this.#urls.set(digest, url)
    state.addImage(digest, url)
  }

  /** A name that is free, or that already has these bytes. The image has it from then on. */
  async #freePath(folder: string, fileName: string, digest: string): Promise<string> {
    const safe = fileName.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'image'
    const { name, ext } = posix.parse(safe)
    for (let number = 1; ; number++) {
      const path = posix.join(folder, number === 1 ? safe : `${name}-${number}${ext}`)
      const bytes = await readFile(join(this.#context.root, path)).catch(() => undefined)
      // Several images are written at the same time. Another one may have taken the name.
      const taken = this.#digestOf.get(path) ?? (bytes && sha256(bytes))
      if (taken !== undefined && taken !== digest) continue
      this.#digestOf.set(path, digest)
      return path
    }
  }

  #allUploads(): Promise<Map<string, StoredImage>> {
    const { client, gate, signal } = this.#context
    const read = async () => {
      const uploads = await gate.run(() => listUploads(client, signal))
      return new Map(uploads.map(upload => [upload.url, upload]))
    }
    this.#listed ??= read()
    return this.#listed
  }

  #digest(path: string): Promise<string> {
    const reading =
      this.#digests.get(path) ??
      readFile(join(this.#context.root, path)).then(bytes => {
        const digest = sha256(bytes)
        this.#digestOf.set(path, digest)
        return digest
      })
    this.#digests.set(path, reading)
    return reading
  }
}

async function readImage(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const failed = (reason: string) =>
    new CliError(`The image ${url} cannot be read: ${reason}.`, {
      fix: 'Check the address and the connection, and run the command again.',
      exitCode: EXIT.unreachable,
    })
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) throw failed(`the server responded ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    signal.throwIfAborted()
    // Of fetch, for a connection that fails.
    if (error instanceof TypeError) throw failed(error.cause instanceof Error ? error.cause.message : error.message)
    throw error
  }
}
