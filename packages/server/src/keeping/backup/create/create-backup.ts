import type pg from 'pg'
import { RELEASE } from '../../../platform/core/release.ts'
import type { BlobStore } from '../../../platform/storage/blob-store.ts'
import { ArchiveWriter } from '../archive/archive-writer.ts'
import { sealKey } from '../archive/key-entry.ts'
import {
  type ArchiveHeader,
  FORMAT,
  HEADER_NAME,
  KEY_NAME,
  MANIFEST_NAME,
  type Manifest,
  type TableSummary,
} from '../archive/manifest.ts'
import type { BackupLocation } from '../location/backup-location.ts'
import { isKept, readTables } from '../tables.ts'
import { dumpImages } from './dump-images.ts'
import { dumpJobs, dumpTable } from './dump-tables.ts'

export interface BackupSource {
  /** On one snapshot of the database; see `withSnapshot`. */
  readonly client: pg.Client
  readonly storage: BlobStore
  /** The key that protects secrets in the database. */
  readonly key: string
}

export interface BackupProgress {
  readonly step: 'database' | 'images'
  /** Before compression, so far. */
  readonly bytes: number
}

export interface BackupOptions {
  /** Encrypts the key. */
  readonly passphrase: string | undefined
  readonly onProgress?: (progress: BackupProgress) => void
  /** Ends the backup, and leaves nothing. */
  readonly signal?: AbortSignal
}

export interface BackupResult {
  readonly header: ArchiveHeader
  readonly manifest: Manifest
  /** The size of the archive. */
  readonly bytes: number
}

/**
 * Writes one archive with the database, the images and the key, while the server runs. It appears at its location when
 * it is complete, or not at all.
 */
export async function createBackup(
  source: BackupSource,
  location: BackupLocation,
  name: string,
  options: BackupOptions,
): Promise<BackupResult> {
  const archive = new ArchiveWriter()
  const stored = location.store(name, archive.body, options.signal)
  const abort = () => archive.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', abort)
  let isRead = true
  const written = writeArchive(source, archive, options).catch((error: unknown) => {
    isRead = !archive.body.destroyed
    archive.abort(error)
    throw error
  })
  const [storing, writing] = await Promise.allSettled([stored, written])
  options.signal?.removeEventListener('abort', abort)
  options.signal?.throwIfAborted()
  // If the archive could not be stored, for example on a full disk, that is the reason why it could not be written either.
  if (writing.status === 'rejected' && isRead) throw writing.reason
  if (storing.status === 'rejected') throw storing.reason
  if (writing.status === 'rejected') throw writing.reason
  return { ...writing.value, bytes: storing.value }
}

async function writeArchive(
  { client, storage, key }: BackupSource,
  archive: ArchiveWriter,
  { passphrase, onProgress }: BackupOptions,
): Promise<{ header: ArchiveHeader; manifest: Manifest }> {
  const header = await readHeader(client)
  await archive.addJson(HEADER_NAME, header)
  await archive.addJson(KEY_NAME, await sealKey(key, passphrase))
  let total = 0
  const progress = (step: BackupProgress['step']) => (bytes: number) => {
    total += bytes
    onProgress?.({ step, bytes: total })
  }
  const tables: TableSummary[] = []
  for (const table of header.tables) tables.push(await dumpTable(client, archive, table, progress('database')))
  tables.push(await dumpJobs(client, archive, progress('database')))
  const images = await dumpImages(client, storage, archive, progress('images'))
  const manifest: Manifest = { finished_at: new Date().toISOString(), tables, images }
  await archive.addJson(MANIFEST_NAME, manifest)
  archive.finish()
  return { header, manifest }
}

async function readHeader(client: pg.Client): Promise<ArchiveHeader> {
  const tables = (await readTables(client)).filter(isKept)
  const { rows } = await client.query<{ postgres: string; now: Date; migrations: string[]; position: string }>(`
    select current_setting('server_version') as postgres, clock_timestamp() as now,
      (select array_agg(name order by name) from kysely_migration) as migrations,
      (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + (select ahead from event_positions))::text as position`)
  const { postgres, now, migrations, position } = rows[0]!
  return {
    format: FORMAT,
    release: RELEASE,
    postgres,
    created_at: now.toISOString(),
    migrations,
    tables,
    event_position: position,
  }
}
