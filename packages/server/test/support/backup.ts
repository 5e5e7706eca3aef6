import { hash } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import pg from 'pg'
import { ArchiveReader } from '../../src/keeping/backup/archive/archive-reader.ts'
import { type BackupOptions, type BackupResult, createBackup } from '../../src/keeping/backup/create/create-backup.ts'
import { withSnapshot } from '../../src/keeping/backup/create/with-snapshot.ts'
import type { BackupLocation } from '../../src/keeping/backup/location/backup-location.ts'
import type { FolderLocation } from '../../src/keeping/backup/location/folder-location.ts'
import {
  type RestoreOptions,
  type RestoreResult,
  restoreBackup,
} from '../../src/keeping/backup/restore/restore-backup.ts'
import { isKept, quoted, readTables } from '../../src/keeping/backup/tables.ts'
import { createLogger } from '../../src/platform/core/logger.ts'
import { connectionUrl } from '../../src/platform/db/embedded/connection.ts'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded-postgres.ts'
import { migrateJobs } from '../../src/platform/db/migrate.ts'
import { DiskStore } from '../../src/platform/storage/disk-store.ts'
import { DataFolder } from './processes/galley-process.ts'
import { TEST_SECRET_KEY, type TestDatabase } from './test-database.ts'
import type { TestServer } from './test-server.ts'

/**
 * A PostgreSQL cluster of its own as the target of restores. In the cluster of all tests, the long transaction of a
 * restore would delay the events of every other test (docs/adr/0016).
 */
export async function startTarget(): Promise<{ createDatabase(): Promise<TestDatabase>; stop(): Promise<void> }> {
  const folder = new DataFolder()
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: folder.path,
    as: { kind: 'command' },
    log: () => {},
    settings: { fsync: 'off' },
  })
  let count = 0
  return {
    createDatabase: async () => {
      const database = `restored_${++count}`
      await runQuery(connection, `create database ${database}`)
      const own = { ...connection, database }
      return { connection: own, url: connectionUrl(own), drop: async () => {} }
    },
    stop: async () => {
      await stop()
      folder.remove()
    },
  }
}

export async function runQuery(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A temporary folder; the caller removes it. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'galley-backup-'))

export function backUp(
  { context, database }: Pick<TestServer, 'context' | 'database'>,
  location: BackupLocation,
  name: string,
  passphrase?: string,
  options: Partial<BackupOptions> = {},
): Promise<BackupResult> {
  const source = { storage: context.storage, key: TEST_SECRET_KEY }
  const create = (client: pg.Client) => createBackup({ ...source, client }, location, name, { passphrase, ...options })
  return withSnapshot(database.connection, create, options.signal)
}

export interface Restore extends Partial<RestoreOptions> {
  readonly dataDir: string
  readonly key?: string | undefined
  readonly beforeCommit?: (key: string) => void
}

const DEFAULTS = { replace: false, askPassphrase: async () => undefined }

/** Restores an archive. */
export async function restore(
  location: BackupLocation,
  name: string,
  { connection }: Pick<TestDatabase, 'connection'>,
  { dataDir, key, beforeCommit, ...options }: Restore,
): Promise<RestoreResult> {
  const log = await createLogger('silent')
  const reader = new ArchiveReader(await location.open(name))
  const target = { connection, dataDir, key, storage: new DiskStore(join(dataDir, 'media')) }
  try {
    await migrateJobs(connection, log)
    return await restoreBackup(reader, target, { ...DEFAULTS, ...options }, beforeCommit)
  } finally {
    reader.close()
  }
}

/** The files of an archive by name, as text. */
export type ArchiveFiles = Map<string, string>

/** Stores a copy of an archive with other files; the manifest is made to fit the rows. */
export async function editArchive(
  location: FolderLocation,
  [from, to]: readonly [string, string],
  edit: (files: ArchiveFiles) => void,
): Promise<void> {
  const archive = await promisify(zstdDecompress)(await readFile(location.nameOf(from)))
  const entries = await unpackTar(archive)
  const files: ArchiveFiles = new Map(entries.map(({ header, data }) => [header.name, latin1(data)]))
  edit(files)
  const manifest = JSON.parse(files.get('manifest.json') ?? '{}')
  for (const table of manifest.tables ?? []) {
    const parts = [...files].filter(([name]) => name.startsWith(`database/${table.name}/`)).map(([, text]) => text)
    const rows = Buffer.from(parts.join(''), 'latin1')
    table.rows = rows.filter(byte => byte === LINE_BREAK).length
    Object.assign(table, { bytes: rows.length, sha256: hash('sha256', rows) })
  }
  if (manifest.tables !== undefined) files.set('manifest.json', JSON.stringify(manifest))
  const changed = await packTar(
    [...files].map(([name, text]) => {
      const body = Buffer.from(text, 'latin1')
      return { header: { name, size: body.length }, body }
    }),
  )
  await writeFile(location.nameOf(to), await promisify(zstdCompress)(changed))
}

const LINE_BREAK = 0x0a
/** Keeps each byte. */
const latin1 = (data: Uint8Array | undefined) => Buffer.from(data ?? []).toString('latin1')

/** A digest of the rows of each table that belongs to a backup. */
export async function contentOf({ connection }: { connection: pg.ClientConfig }): Promise<Record<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const content: Record<string, string> = {}
    for (const { name } of (await readTables(client)).filter(isKept)) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${quoted(name)} t`,
      )
      content[name] = rows[0].digest
    }
    return content
  } finally {
    await client.end()
  }
}
