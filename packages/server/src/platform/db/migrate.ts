import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Logger } from '../core/logger.ts'
import { applyFunctions } from './apply-functions.ts'
import type { Tx } from './connection/database.ts'
import { findDatabaseProblem, UnusableDatabaseError } from './connection/database-problem.ts'
import { type Connection, openPool } from './connection/pool.ts'
import { requireSessions } from './connection/require-sessions.ts'
import { migrationLimits } from './connection/statement-limits.ts'
import { StatementPool } from './connection/statement-pool.ts'
import { hasTable } from './has-table.ts'
import { freeLengths } from './migrations/0010-free-length.ts'
import type { Tables } from './schema.ts'
import { retryTransaction } from './transact.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/** What SQL cannot do. */
const IN_CODE: Readonly<Record<string, Migration>> = { '0010-free-length': { up: freeLengths } }

/** By the names of their files, in order of execution. A released name never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  [
    ...Object.entries(IN_CODE),
    ...readdirSync(FOLDER)
      .filter(file => file.endsWith('.sql'))
      .map(file => [file.slice(0, -'.sql'.length), { up: runFile(join(FOLDER, file)) }] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
)

function runFile(path: string): Migration['up'] {
  return async db => void (await sql.raw(await readFile(path, 'utf8')).execute(db))
}

/** An advisory lock of a session: held while tables are created or changed. */
export const MIGRATION_LOCK = 4_713_001

/** The database was migrated by a later release; old code could damage data that it does not know. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError'
}

/**
 * Migrates the database to this code. Any number of processes may call it at once: each migration runs exactly once.
 */
export async function migrate(connection: Connection, log: Logger): Promise<string[]> {
  // Uses its own connections: the lock belongs to one session, and the limits of requests do not apply.
  const pool = openPool(connection, { max: 2, application_name: 'galley migrate' }, log)
  const dialect = new PostgresDialect({ pool: new StatementPool(pool, migrationLimits(connection)) })
  try {
    if (connection.connectionString !== undefined) await requireSessions(pool)
    return await new Kysely<Tables>({ dialect }).connection().execute(async db => {
      await lockForMigrations(db, log)
      try {
        await rejectNewerDatabase(db)
        await rejectUnsuitableDatabase(db, (await pendingMigrations(db)).length > 0)
        const applied = await retryTransaction(() => db.transaction().execute(migrateInOneStep))
        await runJobMigrations({ pgPool: pool })
        return applied
      } finally {
        await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(db)
      }
    })
  } finally {
    await pool.end()
  }
}

async function lockForMigrations(db: Kysely<Tables>, log: Logger): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`.execute(db)
  if (rows[0]?.locked) return
  log.info('another process migrates the database or restores a backup; waiting until it has ended')
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(db)
}

/** Creates the schema of the worker only, before a backup is restored. */
export async function migrateJobs(connection: Connection, log: Logger): Promise<void> {
  const pool = openPool(connection, { max: 2, application_name: 'galley migrate' }, log)
  try {
    await rejectUnsuitableDatabase(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), false)
    await runJobMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/**
 * Tables and functions change together, so that no write of another node meets functions that do not match the tables.
 */
export async function migrateInOneStep(trx: Tx): Promise<string[]> {
  const applied = await runMigrations(trx, Object.keys(MIGRATIONS))
  await applyFunctions(trx)
  return applied
}

/**
 * Creates the tables as they were after these migrations, without functions and triggers, so that stored rows can be
 * loaded. `migrate` does the rest.
 */
export async function createTablesOf(trx: Tx, names: readonly string[]): Promise<void> {
  await runMigrations(trx, names)
}

/** The migrations of this list that this release does not have. */
export const unknownOf = (names: readonly string[]): string[] => names.filter(name => !(name in MIGRATIONS))

async function runMigrations(trx: Tx, names: readonly string[]): Promise<string[]> {
  let failure: unknown
  const wanted = Object.entries(MIGRATIONS).filter(([name]) => names.includes(name))
  const getMigrations = async () =>
    Object.fromEntries(
      wanted.map(([name, { up }]) => [
        name,
        {
          up: async (db: Kysely<unknown>) => {
            try {
              await up(db)
            } catch (error) {
              failure = error
              throw error
            }
          },
        },
      ]),
    )
  // Branches are merged in another order than their migrations are numbered.
  const migrator = new Migrator({ db: trx, provider: { getMigrations }, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  // After a failure, Kysely cannot release its lock in the aborted transaction, and reports only that.
  if (error !== undefined) throw failure ?? error
  return results.map(result => result.migrationName)
}

/** The migrations that this code has and the database lacks. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db))
  return Object.keys(MIGRATIONS).filter(name => !applied.has(name))
}

/** The migrations that the database has and this code lacks. */
export async function unknownMigrations(db: Kysely<Tables>): Promise<string[]> {
  return unknownOf(await appliedMigrations(db))
}

async function rejectNewerDatabase(db: Kysely<Tables>): Promise<void> {
  const unknown = await unknownMigrations(db)
  if (unknown.length === 0) return
  throw new DatabaseTooNewError(
    `The database is newer than this release of Galley: it has the migrations ${unknown.join(', ')}, which this code does not know. ` +
      'Start the release that wrote them, or a later one.',
  )
}

/** A user who may not create anything is no fault if there is nothing to create. */
async function rejectUnsuitableDatabase(db: Kysely<Tables>, isPending: boolean): Promise<void> {
  const issue = await findDatabaseProblem(db)
  if (issue === undefined || !(isPending || issue.isUnsupported)) return
  throw new UnusableDatabaseError(`The database of DATABASE_URL cannot be used. ${issue.message} ${issue.fix}`)
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(row => row.name)
}
