import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { BlobStore } from '../../../platform/storage/blob-store.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { IMAGES_FOLDER, type ImageSummary } from '../archive/manifest.ts'

const BATCH = 500
/** The others are only counted. */
const NAMED_MAX = 100

interface KnownImage {
  readonly path: string
  /** Undefined: it is not in the table of uploads yet. */
  readonly sha256?: string
}

/**
 * Every image that the snapshot knows. Images of an earlier release may not be in the table of uploads yet; until they
 * all are, the other files of the storage belong to the backup, too.
 */
export async function dumpImages(
  client: pg.Client,
  storage: BlobStore,
  archive: ArchiveWriter,
  onBytes: (bytes: number) => void,
): Promise<ImageSummary> {
  const hash = createHash('sha256')
  const missing: string[] = []
  const damaged: string[] = []
  let [count, bytes, missingCount, damagedCount] = [0, 0, 0, 0]
  for await (const { path, sha256 } of knownImages(client, storage)) {
    const blob = await storage.open(path)
    if (blob === undefined) {
      missingCount++
      if (missing.length < NAMED_MAX) missing.push(path)
      continue
    }
    const { size, modifiedAt } = blob.info
    const digest = await archive.addStream({ name: `${IMAGES_FOLDER}${path}`, size, modifiedAt }, blob.body)
    if (sha256 !== undefined && digest !== sha256) {
      damagedCount++
      if (damaged.length < NAMED_MAX) damaged.push(path)
    }
    hash.update(`${digest} ${path}\n`)
    count++
    bytes += size
    onBytes(size)
  }
  return {
    count,
    bytes,
    sha256: hash.digest('hex'),
    missing_count: missingCount,
    missing,
    damaged_count: damagedCount,
    damaged,
  }
}

async function* knownImages(client: pg.Client, storage: BlobStore): AsyncGenerator<KnownImage> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ path: string; sha256: string }>(
      `select path, encode(stored_sha256, 'hex') as sha256 from uploads
       where deleted_at is null and path > $1 order by path limit $2`,
      [after, BATCH],
    )
    yield* rows
    if (rows.length < BATCH) break
    after = rows.at(-1)?.path ?? ''
  }
  const { rows } = await client.query<{ finished: boolean }>(
    'select finished_at is not null as finished from upload_index',
  )
  if (rows[0]?.finished === false) yield* unrecordedImages(client, storage)
}

async function* unrecordedImages(client: pg.Client, storage: BlobStore): AsyncGenerator<KnownImage> {
  for (let after = ''; ; ) {
    const keys = await storage.list('posts/', after, BATCH)
    const { rows } = await client.query<{ path: string }>(
      'select key as path from unnest($1::text[]) key where not exists (select from uploads where path = key) order by 1',
      [keys],
    )
    yield* rows
    if (keys.length === 0) return
    after = keys.at(-1) ?? ''
  }
}
