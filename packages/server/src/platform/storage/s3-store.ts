import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config.ts'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { assertBlobKey, BLOB_CACHE_CONTROL, type BlobInfo, type BlobStore, type ByteRange } from './blob-store.ts'
import { describeS3Error, s3Options } from './s3-access.ts'
import { failWhenStalled, readWithStallLimit, StallError } from './stall-limit.ts'

const PUT_ATTEMPTS = 3
/**
 * How long the storage server may neither send nor accept a byte. A request makes up to two calls, and the HTTP server
 * closes a connection after 15 s without activity: both calls may stall and the client still gets a response.
 */
const STALL_LIMIT_MS = 7000

/** Without a logger, the library writes to the console. Errors are logged below, without the request. */
const nothing = () => {}
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Stores blobs as objects of one bucket, in any S3-compatible storage. */
export class S3Store implements BlobStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #log: Logger
  readonly #stallLimitMs: number

  constructor(settings: S3Settings, log: Logger, { stallLimitMs = STALL_LIMIT_MS } = {}) {
    this.#bucket = settings.bucket
    this.#log = log
    this.#stallLimitMs = stallLimitMs
    this.#client = new S3Client({
      ...s3Options(settings),
      logger: SILENT,
      // Some storage servers never send the "100 Continue" that the library would wait 6 s for.
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: 5000,
        // Off: it includes the time in which our own client is slow to read. `stall-limit.ts` does not.
        socketTimeout: 0,
        httpAgent: { maxSockets: 200 },
        httpsAgent: { maxSockets: 200 },
      },
    })
  }

  /** A stream cannot be sent twice, so each attempt opens a new one. */
  async put(key: string, file: string, contentType: string): Promise<void> {
    const { size } = await stat(file)
    for (let attempt = 1; ; attempt++) {
      const body = createReadStream(file)
      const command = new PutObjectCommand({
        ...this.#object(key),
        Body: body,
        ContentLength: size,
        ContentType: contentType,
        CacheControl: BLOB_CACHE_CONTROL,
      })
      try {
        await failWhenStalled(
          this.#stallLimitMs,
          abortSignal => this.#client.send(command, { abortSignal }),
          () => body.bytesRead,
        )
        return
      } catch (error) {
        if (attempt === PUT_ATTEMPTS || !mayPass(error)) throw this.#unavailable(error)
      } finally {
        body.destroy()
      }
    }
  }

  async find(key: string): Promise<BlobInfo | undefined> {
    const command = new HeadObjectCommand(this.#object(key))
    const found = await this.#absentAsUndefined(abortSignal => this.#client.send(command, { abortSignal }))
    return found && infoOf(found, found.ContentLength ?? 0)
  }

  async open(key: string, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const command = new GetObjectCommand({ ...this.#object(key), ...(Range !== undefined && { Range }) })
    const found = await this.#absentAsUndefined(async abortSignal => {
      const { Body, ...head } = await this.#client.send(command, { abortSignal })
      return { ...head, body: await readWithStallLimit(Body as Readable, this.#stallLimitMs) }
    })
    if (found === undefined) return undefined
    const whole = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0)
    return { info: infoOf(found, whole), body: found.body }
  }

  async list(prefix: string, after: string, limit: number): Promise<string[]> {
    const command = new ListObjectsV2Command({
      Bucket: this.#bucket,
      Prefix: prefix,
      MaxKeys: limit,
      ...(after !== '' && { StartAfter: after }),
    })
    const found = await this.#absentAsUndefined(abortSignal => this.#client.send(command, { abortSignal }))
    return (found?.Contents ?? []).flatMap(({ Key }) => Key ?? [])
  }

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(key))
    await this.#absentAsUndefined(abortSignal => this.#client.send(command, { abortSignal }))
  }

  #object(key: string): { Bucket: string; Key: string } {
    assertBlobKey(key)
    return { Bucket: this.#bucket, Key: key }
  }

  async #absentAsUndefined<T>(find: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    try {
      return await failWhenStalled(this.#stallLimitMs, find)
    } catch (error) {
      const missing = error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)
      if (missing) return undefined
      throw this.#unavailable(error)
    }
  }

  #unavailable(error: unknown): AppError {
    // A response without a body, as to HEAD, has no name and no message, only a status.
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    const details = { bucket: this.#bucket, error: describeS3Error(error), ...(status !== undefined && { status }) }
    this.#log.error(details, 'the image storage is unavailable')
    return new AppError('UNAVAILABLE', 'The image store is not available for the moment. Try again.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
}

function infoOf(
  { ETag, LastModified }: { ETag?: string | undefined; LastModified?: Date | undefined },
  size: number,
): BlobInfo {
  const modifiedAt = LastModified ?? new Date(0)
  return { size, etag: ETag ?? `"${modifiedAt.getTime().toString(16)}-${size.toString(16)}"`, modifiedAt }
}

/** Connection and server errors may be temporary; a rejection is not, and after a stall there is no time for a retry. */
function mayPass(error: unknown): boolean {
  if (error instanceof StallError) return false
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  return status === undefined || status >= 500 || status === 429
}
