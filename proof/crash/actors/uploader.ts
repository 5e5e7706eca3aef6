import { hash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Client } from '@galley/server/testing/client'
import { inParallel } from '@galley/server/testing/in-parallel'
import { POSTS } from '@galley/server/testing/posts/posts'
import sharp from 'sharp'
import { Actor, type ActorContext } from './actor.ts'

const SIZES = [40, 80, 160, 240]

/** An image of random noise, which cannot be compressed. Each is different: the same bytes again would not be stored. */
function makeImage(size: number): Promise<Buffer> {
  const raw = { width: size, height: size, channels: 3 } as const
  return sharp(randomBytes(size * size * 3), { raw })
    .png()
    .toBuffer()
}

const digestOf = (bytes: Buffer): string => hash('sha256', bytes)

/** Uploads images, with and without an idempotency key, and sets thumbnails. */
export class Uploader extends Actor {
  readonly #token: string
  readonly #postId: string
  /** Of each image that was sent, also without a response. */
  readonly #digests = new Set<string>()
  readonly #mediaFolder: string
  /** The bytes that were sent, by the path in the response. */
  readonly #stored = new Map<string, Buffer>()
  /** Undefined while unknown. */
  #thumbnail: string | undefined
  #recent: string[] = []
  #count = 0
  unacknowledgedFiles = 0

  constructor(context: ActorContext, options: { token: string; postId: string; mediaFolder: string }) {
    super(context)
    this.#token = options.token
    this.#postId = options.postId
    this.#mediaFolder = options.mediaFolder
  }

  protected override async step(): Promise<void> {
    const image = await makeImage(this.random.pick(SIZES))
    this.#digests.add(digestOf(image))
    if (this.random.chance(0.25)) return this.#setThumbnail(image)
    const hasKey = this.random.chance(0.5)
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': `upload ${this.#count++}` } : {}
    const answer = await this.client[hasKey ? 'retryUntilAnswered' : 'attempt'](
      'image uploaded',
      { token: this.#token },
      client => sendImage(client, '/api/v1/uploads', image, headers),
    )
    if (answer !== undefined && this.expect(answer, 201)) this.#remember(answer.body.path, image)
  }

  async #setThumbnail(image: Buffer): Promise<void> {
    const answer = await this.client.attempt('thumbnail set', { token: this.#token }, client =>
      sendImage(client, `${POSTS}/${this.#postId}/thumbnail`, image),
    )
    this.#thumbnail = undefined
    if (answer === undefined || !this.expect(answer, 200)) return
    this.#remember(answer.body.upload.path, image)
    this.#thumbnail = answer.body.upload.path
  }

  #remember(path: string, image: Buffer): void {
    this.#stored.set(path, image)
    this.#recent.push(path)
  }

  protected override async audit(everything: boolean): Promise<void> {
    await inParallel(everything ? this.#stored.keys() : this.#recent, async path => {
      const bytes = await this.#download(path)
      const isSame = bytes !== undefined && this.#stored.get(path)?.equals(bytes) === true
      this.record.check('images are served unchanged', isSame, () => `${path}: ${bytes?.length} bytes`)
    })
    this.#recent = []
    await this.#auditThumbnail()
    if (everything) this.#auditFiles()
  }

  /** The thumbnail is the last acknowledged one; after a request without a response, any existing file. */
  async #auditThumbnail(): Promise<void> {
    const { body } = await this.client.read({ token: this.#token }, client => client.get(`${POSTS}/${this.#postId}`))
    const shown: string | undefined = body.thumbnail_url?.split('/media/')[1]
    const isExpected = this.#thumbnail === undefined || this.#thumbnail === shown
    this.record.check('the thumbnail is the one that was set', isExpected, () => `${shown}, not ${this.#thumbnail}`)
    const isThere = shown === undefined || this.#isComplete(await this.#download(shown))
    this.record.check('every thumbnail of a post exists', isThere, () => `${shown}`)
  }

  /** A crash between storing and responding leaves an unreferenced file, which must be complete. */
  #auditFiles(): void {
    for (const entry of readdirSync(this.#mediaFolder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      // Unfinished files, and the one that says to which database the folder belongs.
      if (!entry.isFile() || path.includes('.incoming') || entry.name === 'storage.id') continue
      if (!this.#stored.has(relative(this.#mediaFolder, path))) this.unacknowledgedFiles++
      this.record.check('every stored file is complete', this.#isComplete(readFileSync(path)), () => path)
    }
  }

  #isComplete(bytes: Buffer | undefined): boolean {
    return bytes !== undefined && this.#digests.has(digestOf(bytes))
  }

  async #download(path: string): Promise<Buffer | undefined> {
    const { status, body } = await this.client.read({}, async (_client, url) => {
      const response = await fetch(`${url}/media/${path}`)
      return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
    })
    return status === 200 ? body : undefined
  }
}

function sendImage(client: Client, path: string, image: Buffer, headers: Record<string, string> = {}) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(image)], 'noise.png'))
  return client.send('POST', path, { raw: form, headers })
}
