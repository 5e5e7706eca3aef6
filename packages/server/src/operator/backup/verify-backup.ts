import { hash } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ArchiveReader } from '../../keeping/backup/archive/archive-reader.ts'
import { JOBS_TABLE, type Manifest } from '../../keeping/backup/archive/manifest.ts'
import { deviceOf } from '../../keeping/backup/location/folder-location.ts'
import { openAddress } from '../../keeping/backup/location/open-address.ts'
import { type RestoreResult, restoreBackup } from '../../keeping/backup/restore/restore-backup.ts'
import { readEnvironment, readSettings, type Settings } from '../../platform/config.ts'
import { AppError, isDiskFull } from '../../platform/core/errors.ts'
import { createLogger } from '../../platform/core/logger.ts'
import { type Db, openDatabase } from '../../platform/db/connection/database.ts'
import { connectionUrl } from '../../platform/db/embedded/connection.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/embedded-postgres.ts'
import { DatabaseStartError } from '../../platform/db/embedded/start-error.ts'
import { migrateJobs } from '../../platform/db/migrate.ts'
import { writeNewKey } from '../../platform/db/secret-key.ts'
import { readSpace } from '../../platform/storage/disk-space.ts'
import { DiskStore } from '../../platform/storage/disk-store.ts'
import { isProcessGone, PROCESS_NAME } from '../../platform/storage/scratch-folder.ts'
import { serve } from '../../serve.ts'
import { eachImage } from '../../writing/uploads/upload-store.ts'
import { askSecret } from '../ask-secret.ts'
import { showProgress } from '../show-progress.ts'

interface Verified extends RestoreResult {
  readonly seconds: number
}

interface VerifyOptions {
  readonly signal: AbortSignal
  /** Of the key in the backup; by default the one in the settings, or asked for. */
  readonly passphrase?: string | undefined
}

const FOLDER = 'galley-verify-'

/** Restores a backup into a temporary folder, starts a server on it, and compares counts and images. */
export async function verifyBackup(file: string, options: VerifyOptions): Promise<Verified> {
  const started = performance.now()
  const settings = readSettings(readEnvironment())
  const { location, name } = await openAddress(file, settings.backup.s3)
  if (name === undefined) throw new AppError('NOT_FOUND', `${file} is not a file.`)
  await removeAbandoned()
  const archive = new ArchiveReader(await location.open(name))
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER}${PROCESS_NAME}.`))
  try {
    // As root, the database runs as another user, who must be able to enter.
    await chmod(dataDir, 0o711)
    const checked = await verifyIn(dataDir, archive, settings, options)
    return { ...checked, seconds: Math.round((performance.now() - started) / 100) / 10 }
  } catch (error) {
    throw isAboutFullDisk(error) ? new DatabaseStartError(tooSmall(tmpdir()), { cause: error }) : error
  } finally {
    archive.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Folders of processes that were killed. Their PostgreSQL ends by itself when its folder is gone. */
async function removeAbandoned(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter(name => name.startsWith(FOLDER))) {
    const owner = name.slice(FOLDER.length, name.lastIndexOf('.'))
    if (isProcessGone(owner) === true) await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Throws if the folder for temporary files has clearly too little room, beside what the database of the data needs. */
export async function requireRoomToVerify({ tables, images }: Manifest, settings: Settings): Promise<void> {
  const isDataDisk = (await deviceOf(tmpdir())) === (await deviceOf(settings.dataDir))
  const reserve = isDataDisk ? (await readSpace(settings)).reserveBytes : 0
  const needed = 2 * tables.reduce((sum, { bytes }) => sum + bytes, 0) + images.bytes + reserve
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize < needed) throw new DatabaseStartError(tooSmall(tmpdir()))
}

/** Of the file system, of PostgreSQL, or of one of its programs. */
function isAboutFullDisk(error: unknown): boolean {
  return isDiskFull(error) || (error instanceof Error && /No space left on device|disk is full/.test(error.message))
}

const tooSmall = (folder: string) =>
  `There is not enough room in ${folder}. The check needs about three times the size of the data: make room there, or set TMPDIR to a folder on another disk.`

async function verifyIn(dataDir: string, archive: ArchiveReader, settings: Settings, options: VerifyOptions) {
  const { signal, passphrase = settings.backup.passphrase } = options
  const log = await createLogger('error', { terminal: process.stderr.isTTY, to: 'stderr' })
  const embedded = await startEmbeddedPostgres({
    dataDir,
    as: { kind: 'command' },
    log: () => {},
    // Nothing here has to survive a power failure.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  try {
    const { connection } = embedded
    await migrateJobs(connection, log)
    const progress = showProgress('Verifying the backup')
    const target = { connection, dataDir, storage: new DiskStore(join(dataDir, 'media')), key: undefined }
    const askPassphrase = async () => passphrase ?? (await askSecret('Passphrase for the key: '))
    const restored = await restoreBackup(
      archive,
      target,
      { replace: false, askPassphrase, onProgress: progress.update, signal },
      key => writeNewKey(dataDir, key),
    ).finally(progress.end)
    const { backgroundDb: db, close } = openDatabase(connection, { poolMax: 4 }, log)
    try {
      signal.throwIfAborted()
      await compareCounts(db, restored.manifest, restored.skipped)
      await checkServer(db, temporarySettings(settings, dataDir, connectionUrl(connection)), restored.manifest, signal)
    } finally {
      await close()
    }
    return restored
  } finally {
    await embedded.stop()
  }
}

/** Without a worker: it would send the webhooks and mails that are waiting in the backup. */
function temporarySettings(settings: Settings, dataDir: string, databaseUrl: string): Settings {
  return {
    ...settings,
    role: 'api',
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl,
    databaseListenUrl: undefined,
    databaseReplicaUrl: undefined,
    workers: 1,
    databasePrepared: true,
    secretKey: undefined,
    storage: { kind: 'disk' },
    connectionsPerAddress: 0,
    rateLimits: Object.fromEntries(Object.keys(settings.rateLimits).map(name => [name, 0])) as Settings['rateLimits'],
  }
}

async function compareCounts(db: Db, manifest: Manifest, skipped: readonly string[]): Promise<void> {
  for (const { name, rows: expected } of manifest.tables) {
    if (name === JOBS_TABLE || skipped.includes(name)) continue
    const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(name)}`.execute(db)
    if (rows[0]?.count !== expected) throw different(`${name} has ${rows[0]?.count} rows instead of ${expected}`)
  }
}

async function checkServer(db: Db, settings: Settings, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const log = await createLogger('error', { terminal: process.stderr.isTTY, to: 'stderr' })
  const server = await serve(settings, log)
  try {
    for (const path of ['/readyz', '/api/v1/public/posts', '/']) {
      const response = await fetch(`${server.url}${path}`, { signal })
      await response.arrayBuffer()
      if (response.status !== 200) throw different(`a server on it answers ${path} with ${response.status}`)
    }
    await readImages(db, server.url, manifest.images, signal)
  } finally {
    await server.stop()
  }
}

/**
 * Reads every image through the server, and compares it with the digest that was computed when it was uploaded. Images
 * that the backup itself reports as missing or damaged do not count.
 */
async function readImages(db: Db, url: string, images: Manifest['images'], signal: AbortSignal): Promise<void> {
  const isMissing = unreported(images.missing, images.missing_count)
  const isDamaged = unreported(images.damaged ?? [], images.damaged_count ?? 0)
  for await (const { path, stored_sha256 } of eachImage(db)) {
    const response = await fetch(`${url}/media/${path}`, { signal })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) {
      if (isMissing(path)) throw different(`the image ${path} is missing`)
    } else if (!hash('sha256', bytes, 'buffer').equals(stored_sha256) && isDamaged(path)) {
      throw different(`the image ${path} is not the one that was uploaded`)
    }
  }
}

/** For each image that was found: whether the backup does not report it. It names the first ones only, and counts all. */
function unreported(named: readonly string[], count: number): (path: string) => boolean {
  let found = 0
  return path => ++found > count || (named.length === count && !named.includes(path))
}

const different = (what: string): AppError => new AppError('VALIDATION_ERROR', `The backup is not usable: ${what}.`)
