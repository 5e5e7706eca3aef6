import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { IMAGES_FOLDER, type ImageSummary } from '../archive/manifest.ts'

const BATCH = 500
const NAMED_MISSING = 100

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
  let [count, bytes, missingCount] = [0, 0, 0]
  for await (const path of imagePaths(client, storage)) {
    const blob = await storage.open(path)
    if (blob === undefined) {
      missingCount++
      if (missing.length < NAMED_MISSING) missing.push(path)
      continue
    }
    const { size, modifiedAt } = blob.info
    const digest = await archive.addStream({ name: `${IMAGES_FOLDER}${path}`, size, modifiedAt }, blob.body)
    hash.update(`${digest} ${path}\n`)
    count++
    bytes += size
    onBytes(size)
  }
  return { count, bytes, sha256: hash.digest('hex'), missing_count: missingCount, missing }
}

async function* imagePaths(client: pg.Client, storage: BlobStore): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ path: string }>(
      'select path from uploads where deleted_at is null and path > $1 order by path limit $2',
      [after, BATCH],
    )
    for (const { path } of rows) yield path
    if (rows.length < BATCH) break
    after = rows.at(-1)?.path ?? ''
  }
  const { rows } = await client.query<{ finished: boolean }>(
    'select finished_at is not null as finished from upload_index',
  )
  if (rows[0]?.finished === false) yield* unrecordedPaths(client, storage)
}

async function* unrecordedPaths(client: pg.Client, storage: BlobStore): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const keys = await storage.list('posts/', after, BATCH)
    const { rows } = await client.query<{ path: string }>(
      'select key as path from unnest($1::text[]) key where not exists (select from uploads where path = key) order by 1',
      [keys],
    )
    for (const { path } of rows) yield path
    if (keys.length === 0) return
    after = keys.at(-1) ?? ''
  }
}
