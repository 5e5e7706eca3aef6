import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '../../../platform/core/errors.ts'
import { describeS3Error, fixForS3, type S3Access, s3Options } from '../../../platform/storage/s3-access.ts'
import { failWhenStalled, readWithStallLimit } from '../../../platform/storage/stall-limit.ts'
import { isArchive } from '../archive/manifest.ts'
import type { BackupLocation, StoredBackup } from './backup-location.ts'

/** S3 allows 10,000 parts, so this allows 160 GB. Two parts are in memory at the same time. */
const PART_BYTES = 16 * 1024 * 1024
/**
 * How long the storage server may neither send nor accept a byte. Without a limit, a backup would wait for ever, and no
 * other one could begin.
 */
const STALL_LIMIT_MS = 60_000
const CONNECT_LIMIT_MS = 10_000

export class BucketLocation implements BackupLocation {
  readonly #client: S3Client
  /** Without a limit of the library, which would include the time that a restore needs for what it has read. */
  readonly #reader: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #stallLimitMs: number

  constructor(access: S3Access, bucket: string, prefix: string, { stallLimitMs = STALL_LIMIT_MS } = {}) {
    this.#bucket = bucket
    this.#prefix = prefix
    this.#stallLimitMs = stallLimitMs
    const clientWith = (socketTimeout: number) =>
      new S3Client({ ...s3Options(access), requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout } })
    this.#client = clientWith(stallLimitMs)
    this.#reader = clientWith(0)
  }

  nameOf(name: string): string {
    return `s3://${this.#bucket}/${this.#prefix}${name}`
  }

  /** In parts. The object exists when the last step of the upload has succeeded. */
  async store(name: string, body: Readable, signal?: AbortSignal): Promise<number> {
    // An archive that cannot be completed ends its requests too: the storage server may never respond them.
    const stop = new AbortController()
    body.once('error', error => stop.abort(error))
    signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true })
    try {
      await this.#rejectExisting(name, stop.signal)
    } catch (error) {
      body.destroy()
      throw error
    }
    let bytes = 0
    const upload = new Upload({
      client: this.#client,
      abortController: stop,
      params: { ...this.#object(name), Body: body, ContentType: 'application/zstd' },
      partSize: PART_BYTES,
      queueSize: 1,
    })
    upload.on('httpUploadProgress', ({ loaded = 0 }) => {
      bytes = loaded
    })
    try {
      await upload.done()
      return bytes
    } catch (error) {
      body.destroy()
      throw this.#unavailable(error)
    }
  }

  async open(name: string): Promise<Readable> {
    try {
      const command = new GetObjectCommand(this.#object(name))
      return await failWhenStalled(this.#stallLimitMs, async abortSignal => {
        const { Body } = await this.#reader.send(command, { abortSignal })
        return this.#explained(await readWithStallLimit(Body as Readable, this.#stallLimitMs))
      })
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'NoSuchKey') {
        throw new AppError('NOT_FOUND', `There is no object ${this.nameOf(name)}.`)
      }
      throw this.#unavailable(error)
    }
  }

  /** The same bytes. An error while they are read is one of the storage server, not of the backup. */
  #explained(body: Readable): Readable {
    const read = async function* (bucket: BucketLocation): AsyncGenerator<Buffer> {
      try {
        yield* body
      } catch (error) {
        throw bucket.#unavailable(error)
      }
    }
    // Also if the reader leaves before the first read: the generator has not started then, so it closes nothing.
    return Readable.from(read(this), { objectMode: false }).once('close', () => body.destroy())
  }

  async list(): Promise<StoredBackup[]> {
    const found: StoredBackup[] = []
    let after: string | undefined
    try {
      do {
        const page = await this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: this.#prefix,
            ...(after !== undefined && { ContinuationToken: after }),
          }),
        )
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          const name = Key.slice(this.#prefix.length)
          if (isArchive(name) && !name.includes('/')) found.push({ name, bytes: Size, modifiedAt: LastModified })
        }
        after = page.NextContinuationToken
      } while (after !== undefined)
    } catch (error) {
      throw this.#unavailable(error)
    }
    return found.sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async delete(name: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#object(name)))
    } catch (error) {
      throw this.#unavailable(error)
    }
  }

  /**
   * Without the right to list the bucket, a missing object is answered with 403. Responses to HEAD have no body, so the
   * error of the upload gives the reason.
   */
  async #rejectExisting(name: string, abortSignal: AbortSignal): Promise<void> {
    const head = this.#client.send(new HeadObjectCommand(this.#object(name)), { abortSignal })
    const found = await head.catch((error: unknown) => {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      if ([301, 400, 403, 404].includes(status ?? 0)) return undefined
      throw this.#unavailable(error)
    })
    if (found === undefined) return
    throw new AppError('IN_USE', `${this.nameOf(name)} exists already. Choose another name, or delete it first.`)
  }

  #object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` }
  }

  #unavailable(error: unknown): Error {
    const reason = describeS3Error(error).replace(/[.]$/, '')
    const fix = fixForS3(error, `its name, ${this.#bucket}`)
    return new AppError('UNAVAILABLE', `The storage of backups cannot be used: ${reason}. ${fix}`)
  }
}
