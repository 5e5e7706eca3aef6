import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ArchiveReader } from '../../src/backup/archive/archive-reader.ts'
import { type BackupResult, createBackup } from '../../src/backup/create/create-backup.ts'
import { withSnapshot } from '../../src/backup/create/with-snapshot.ts'
import type { BackupLocation } from '../../src/backup/location/backup-location.ts'
import { type RestoreOptions, type RestoreResult, restoreBackup } from '../../src/backup/restore/restore-backup.ts'
import { isKept, quoted, readTables } from '../../src/backup/tables.ts'
import { createLogger } from '../../src/core/logger.ts'
import { connectionUrl } from '../../src/db/embedded/connection.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { migrate, migrateJobs } from '../../src/db/migrate.ts'
import { DiskStore } from '../../src/storage/disk-store.ts'
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
): Promise<BackupResult> {
  return withSnapshot(database.connection, client =>
    createBackup({ client, storage: context.storage, key: TEST_SECRET_KEY }, location, name, { passphrase }),
  )
}

export interface Restore extends Partial<RestoreOptions> {
  readonly dataDir: string
  readonly key?: string | undefined
  readonly beforeCommit?: (key: string) => void
}

/** Restores an archive, and does what the start of a server does after that. */
export async function restore(
  location: BackupLocation,
  name: string,
  { connection }: Pick<TestDatabase, 'connection'>,
  { dataDir, key, beforeCommit, replace = false, askPassphrase = async () => undefined }: Restore,
): Promise<RestoreResult> {
  const log = await createLogger('silent')
  const reader = new ArchiveReader(await location.open(name))
  const target = { connection, dataDir, key, storage: new DiskStore(join(dataDir, 'media')) }
  try {
    await migrateJobs(connection, log)
    const restored = await restoreBackup(reader, target, { replace, askPassphrase }, beforeCommit)
    await migrate(connection, log)
    return restored
  } finally {
    reader.close()
  }
}

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
