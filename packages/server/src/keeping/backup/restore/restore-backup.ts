import { sql } from 'kysely'
import pg from 'pg'
import { AppError } from '../../../platform/core/errors.ts'
import { checkBody } from '../../../platform/core/schema-check.ts'
import { SecretBox } from '../../../platform/core/secret-box.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import { withOneConnection } from '../../../platform/db/connection/one-connection.ts'
import type { Connection } from '../../../platform/db/connection/pool.ts'
import { hasTable } from '../../../platform/db/has-table.ts'
import {
  createTablesOf,
  DatabaseTooNewError,
  MIGRATION_LOCK,
  migrateInOneStep,
  unknownOf,
} from '../../../platform/db/migrate.ts'
import { opensDatabase } from '../../../platform/db/secret-key.ts'
import type { BlobStore } from '../../../platform/storage/blob-store.ts'
import { type ArchiveEntry, type ArchiveReader, damaged, readChecked } from '../archive/archive-reader.ts'
import { fingerprintOf, KeyEntry, openKey } from '../archive/key-entry.ts'
import {
  type ArchiveHeader,
  IMAGES_FOLDER,
  KEY_NAME,
  MANIFEST_NAME,
  Manifest,
  ROWS_FOLDER,
} from '../archive/manifest.ts'
import { rejectRunningServers } from '../key/running-servers.ts'
import { reencrypt } from '../key/sealed-columns.ts'
import { PORTABLE_SETTINGS } from '../portable-settings.ts'
import { moveAside } from './aside.ts'
import { checkManifest } from './check-manifest.ts'
import { ImageLoader } from './load-images.ts'
import { addJobs, RowLoader } from './load-rows.ts'
import { advanceSequences, dropForeignKeys, dropIndexes } from './prepare-tables.ts'

/** Events of the restored database come after all that readers may have seen since the backup. */
const POSITION_GAP = 2 ** 32
/** SQLSTATE. */
const INSUFFICIENT_PRIVILEGE = '42501'

const checkKeyEntry = checkBody(KeyEntry)
const checkManifestForm = checkBody(Manifest)

export interface RestoreTarget {
  /** A direct connection. The schema of the worker exists. */
  readonly connection: Connection
  readonly storage: BlobStore
  readonly dataDir: string
  /** The key of the target; undefined: it has none yet, and takes over that of the backup. */
  readonly key: string | undefined
}

export interface RestoreOptions {
  /** Whether existing data may be replaced. It is moved into another schema. */
  readonly replace: boolean
  readonly askPassphrase: () => Promise<string | undefined>
  readonly onProgress?: (progress: { bytes: number }) => void
  /** Ends the restore: nothing is changed, unless everything was committed already. */
  readonly signal?: AbortSignal
}

export interface RestoreResult {
  readonly header: ArchiveHeader
  readonly manifest: Manifest
  /** Tables in the backup that do not belong to Galley. */
  readonly skipped: readonly string[]
  /** Columns of its tables that do not belong to Galley. */
  readonly skippedColumns: readonly string[]
  /** Images whose content is not the one that was uploaded, neither in the backup nor in the storage. */
  readonly damagedImages: number
  /** The schema with the replaced data. */
  readonly aside: string | undefined
}

/**
 * Loads a backup, and migrates it to this release. Everything in the database happens in one transaction, and images are
 * only added: killed at any point, the target has its former data, complete, or that of the backup. `beforeCommit` gets
 * the key of the backup.
 */
export async function restoreBackup(
  archive: ArchiveReader,
  target: RestoreTarget,
  options: RestoreOptions,
  beforeCommit: (key: string) => void = () => {},
): Promise<RestoreResult> {
  const header = await archive.readHeader()
  rejectNewer(header)
  return withOneConnection(
    target.connection,
    'galley restore',
    async (db, client) => {
      // A server that starts meanwhile waits.
      await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
      await rejectRunningServers(db)
      return db.transaction().execute(async trx => {
        for (const setting of PORTABLE_SETTINGS) await client.query(setting)
        const aside = await makeRoom(client, options)
        const images = new ImageLoader(client, target)
        try {
          const { key, ...loaded } = await loadAll(trx, client, archive, header, { images, target, options })
          beforeCommit(key)
          return { header, aside, ...loaded }
        } catch (error) {
          await images.removeAdded()
          throw explained(error)
        }
      })
    },
    options.signal,
  )
}

/** Values that PostgreSQL does not accept (class 22), and rows that violate constraints (class 23). */
function explained(error: unknown): unknown {
  const isOfData = error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
  return isOfData ? damaged(`its data is not valid: ${error.message}`) : error
}

function rejectNewer(header: ArchiveHeader): void {
  const unknown = unknownOf(header.migrations)
  if (unknown.length === 0) return
  throw new DatabaseTooNewError(
    `The backup was made by a newer release of Galley (${header.release}, with ${unknown.join(', ')}). Use that release, or a later one.`,
  )
}

/** Returns the schema with the former data, if there was any. */
async function makeRoom(client: pg.Client, { replace }: RestoreOptions): Promise<string | undefined> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('users') is not null as found")
  if (!rows[0]?.found) return undefined
  const { rows: users } = await client.query('select from users limit 1')
  const isEmpty = users.length === 0
  if (!isEmpty && !replace) {
    throw new AppError(
      'IN_USE',
      'The database is not empty. With --replace, its data is replaced; it is kept aside until the server has started.',
    )
  }
  const aside = await moveAside(client, new Date())
  if (!isEmpty) return aside
  await client.query(`drop schema ${aside} cascade`)
  return undefined
}

async function loadAll(
  trx: Tx,
  client: pg.Client,
  archive: ArchiveReader,
  header: ArchiveHeader,
  { images, target, options }: { images: ImageLoader; target: RestoreTarget; options: RestoreOptions },
) {
  await createTables(trx, header)
  const createForeignKeys = await dropForeignKeys(client)
  const createIndexes = await dropIndexes(client)
  const rows = new RowLoader(client, header)
  await rows.prepare()
  const { key, manifest } = await loadFiles(archive, { rows, images }, target.key, options).catch(async error => {
    await rows.abort()
    throw error
  })
  const { damagedCount, ...summary } = images.summary()
  checkManifest(manifest, rows.loaded, rows.skipped, summary)
  await createIndexes()
  await createForeignKeys()
  await advanceSequences(client)
  await addJobs(client)
  await moveEventPositions(trx, header)
  await adoptKey(trx, key, target)
  await migrateInOneStep(trx)
  return {
    key,
    manifest,
    skipped: rows.skipped,
    skippedColumns: rows.skippedColumns,
    damagedImages: damagedCount,
  }
}

/** The list of migrations may be incomplete. */
async function createTables(trx: Tx, { migrations }: ArchiveHeader): Promise<void> {
  try {
    await createTablesOf(trx, migrations)
  } catch (error) {
    const isIncomplete =
      error instanceof pg.DatabaseError && error.code !== INSUFFICIENT_PRIVILEGE && error.code?.startsWith('42')
    throw isIncomplete ? damaged(`its list of migrations is wrong: ${error.message}`) : error
  }
  if (!(await hasTable(trx, 'upload_index'))) throw damaged('its list of migrations is not complete')
}

/** The rows and images of all files of the archive. */
async function loadFiles(
  archive: ArchiveReader,
  { rows, images }: { rows: RowLoader; images: ImageLoader },
  ownKey: string | undefined,
  { askPassphrase, onProgress, signal }: RestoreOptions,
): Promise<{ key: string; manifest: Manifest }> {
  let key: string | undefined
  let manifest: Manifest | undefined
  let bytes = 0
  for (let entry: ArchiveEntry | undefined; ; ) {
    entry = await archive.next()
    signal?.throwIfAborted()
    if (entry === undefined) break
    if (manifest !== undefined) throw damaged(`it goes on after ${MANIFEST_NAME}`)
    if (entry.name === KEY_NAME && key === undefined) {
      key = await findKey(await readChecked<KeyEntry>(entry, checkKeyEntry), ownKey, askPassphrase)
    } else if (entry.name === MANIFEST_NAME) manifest = await readChecked<Manifest>(entry, checkManifestForm)
    else if (entry.name.startsWith(ROWS_FOLDER)) await rows.load(entry)
    else if (entry.name.startsWith(IMAGES_FOLDER)) {
      await rows.finish()
      await images.load(entry)
    } else throw damaged(`it has an unknown file ${JSON.stringify(entry.name)}`)
    bytes += entry.size
    onProgress?.({ bytes })
  }
  await rows.finish()
  if (manifest === undefined || key === undefined) throw damaged('its end is missing')
  return { key, manifest }
}

async function moveEventPositions(trx: Tx, { event_position }: ArchiveHeader): Promise<void> {
  await sql`
    update event_positions set ahead = greatest(0,
      ${event_position}::bigint + ${POSITION_GAP} - pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`.execute(trx)
}

/** The passphrase is needed only if the target has another key. */
function findKey(
  entry: KeyEntry,
  own: string | undefined,
  askPassphrase: () => Promise<string | undefined>,
): Promise<string> {
  const isSame = own !== undefined && fingerprintOf(own) === entry.fingerprint
  return isSame ? Promise.resolve(own) : openKey(entry, askPassphrase)
}

/** Secrets are encrypted with the key of the target, if it has one. */
async function adoptKey(trx: Tx, key: string, target: RestoreTarget): Promise<void> {
  const former = new SecretBox(key)
  if (!(await opensDatabase(trx, former))) throw damaged('its key does not open its secrets')
  if (target.key !== undefined && target.key !== key) await reencrypt(trx, former, new SecretBox(target.key))
}
