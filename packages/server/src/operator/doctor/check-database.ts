import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Settings } from '../../platform/config.ts'
import { createLogger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { findDatabaseProblem } from '../../platform/db/connection/database-problem.ts'
import { pendingMigrations, unknownMigrations } from '../../platform/db/migrate.ts'
import { openReplica } from '../../platform/db/replica/open-replica.ts'
import type { Replica } from '../../platform/db/replica/public-reads.ts'
import { type Finding, failed, ok, reasonOf, skipped, warning } from './finding.ts'

/** A worker, a listener and other programs connect as well. */
const SPARE_CONNECTIONS = 10
const LARGE_DIFFERENCE_MS = 30_000
const SMALL_DIFFERENCE_MS = 1000
const SYNCHRONISE = 'Synchronise the clocks of all machines, for example with chrony or systemd-timesyncd.'
const ASK_REPLICA_EVERY_MS = 100

export const MORE_CONNECTIONS =
  'Raise max_connections of PostgreSQL and the limits of its user and database ("connection limit"), or lower DATABASE_POOL_MAX.'

export async function checkDatabase(db: Db | undefined, settings: Settings): Promise<Finding> {
  const name = 'database'
  if (db === undefined) return skipped(name, `There is none in ${settings.dataDir} yet. The first start creates it.`)
  const issue = await findDatabaseProblem(db)
  if (issue !== undefined) return failed(name, issue.message, issue.fix)
  const facts = sql<{ release: string; connections: number }>`
    select current_setting('server_version') as release,
      least(current_setting('max_connections')::int,
        case when not rolsuper then nullif(rolconnlimit, -1) end,
        case when not rolsuper then nullif(datconnlimit, -1) end) as connections
    from pg_roles, pg_database where rolname = session_user and datname = current_database()`
  const [found] = (await facts.execute(db)).rows
  if (found === undefined) return failed(name, 'The database does not respond.', 'Look into its log.')
  const newer = await unknownMigrations(db)
  if (newer.length > 0) {
    return failed(
      name,
      `A later release of Galley has migrated it: ${newer.join(', ')}.`,
      'Start that release or a later one. To go back, restore a backup from before the upgrade.',
    )
  }
  if (found.connections < settings.databasePoolMax + SPARE_CONNECTIONS) {
    return warning(
      name,
      `It allows ${found.connections} connections, and each process uses up to ${settings.databasePoolMax} and some more.`,
      MORE_CONNECTIONS,
    )
  }
  const pending = await pendingMigrations(db)
  const state = pending.length === 0 ? 'up to date' : `the next start applies ${pending.length} migrations`
  const where = settings.databaseUrl === undefined ? 'embedded' : 'at DATABASE_URL'
  return ok(name, `PostgreSQL ${found.release}, ${where}; ${state}.`)
}

/** Encoding, and sort order and letters as indexes use them. */
export async function checkLocale(db: Db | undefined): Promise<Finding> {
  const name = 'locale'
  if (db === undefined) return skipped(name, 'There is no database yet.')
  const facts = sql<{
    encoding: string
    knows_letters: boolean
    provider: string
    locale: string | null
    recorded: string | null
    actual: string | null
    database: string
  }>`
    select pg_encoding_to_char(encoding) as encoding, lower('Ä') = 'ä' as knows_letters, datlocprovider as provider,
      coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', datcollate) as locale,
      datcollversion as recorded, pg_database_collation_actual_version(oid) as actual, datname as database
    from pg_database d where datname = current_database()`
  const [found] = (await facts.execute(db)).rows
  if (found === undefined) return failed(name, 'The database does not respond.', 'Look into its log.')
  const anew = "a new database, such as: create database galley encoding 'UTF8' locale 'C.UTF-8' template template0;"
  if (found.recorded !== found.actual) {
    return failed(
      name,
      `The system's sort order has changed (from version ${found.recorded} to ${found.actual}), so indexes may be wrong.`,
      `reindex database ${found.database}; alter database ${found.database} refresh collation version;`,
    )
  }
  if (!found.knows_letters) {
    return warning(
      name,
      `The locale ${found.locale} knows no letters but those of English.`,
      `Move the data into ${anew}`,
    )
  }
  return ok(name, `${found.encoding}, ${found.locale}.`)
}

/** Compares this machine's clock with the database's, which decides what is due. */
export async function checkClock(db: Db | undefined): Promise<Finding> {
  const differenceMs = db === undefined ? 0 : await differenceTo(db)
  const seconds = `${(Math.abs(differenceMs) / 1000).toFixed(1)} s`
  const message = `This machine's clock is ${seconds} ${differenceMs > 0 ? 'ahead of' : 'behind'} the database's.`
  if (Math.abs(differenceMs) > LARGE_DIFFERENCE_MS) return failed('clock', message, SYNCHRONISE)
  if (Math.abs(differenceMs) > SMALL_DIFFERENCE_MS) return warning('clock', message, SYNCHRONISE)
  if ((await isSynchronised()) === false)
    return warning('clock', 'The system does not synchronise its clock.', SYNCHRONISE)
  return ok('clock', `It is ${new Date().toISOString()}${db === undefined ? '' : ', for the database too'}.`)
}

/** The difference beyond what the time of the query explains. */
async function differenceTo(db: Db): Promise<number> {
  const before = Date.now()
  const query = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
  const ms = (await query.execute(db)).rows[0]?.ms ?? before
  const after = Date.now()
  return ms < before ? before - ms : ms > after ? after - ms : 0
}

/** Undefined where systemd does not know. */
async function isSynchronised(): Promise<boolean | undefined> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value']
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 3000 })
    return stdout.trim() === 'no' ? false : undefined
  } catch {
    return undefined
  }
}

/** Whether DATABASE_REPLICA_URL leads to a replica of the database, and whether it keeps up. */
export async function checkReplica(db: Db | undefined, settings: Settings): Promise<Finding> {
  const { databaseReplicaUrl: url, databaseReplicaMaxLagMs: maxLagMs } = settings
  if (url === undefined) return skipped('replica', 'DATABASE_REPLICA_URL is not set.')
  if (db === undefined) return skipped('replica', 'There is no database yet.')
  const replica = openReplica(url, { poolMax: 1, prepared: false }, await createLogger('silent'))
  try {
    return await compareWithPrimary(db, replica, maxLagMs)
  } catch (error) {
    const fix = 'Start the replica, and check host, name, user and password in DATABASE_REPLICA_URL.'
    return failed('replica', `It cannot be used: ${reasonOf(error)}. The primary answers instead.`, fix)
  } finally {
    await replica.close()
  }
}

async function compareWithPrimary(db: Db, replica: Replica, maxLagMs: number): Promise<Finding> {
  const [primary, other] = [await identityOf(db), await identityOf(replica.db)]
  if (!other.is_replica || other.identifier !== primary.identifier) {
    const message = other.is_replica
      ? 'DATABASE_REPLICA_URL leads to a replica of another database.'
      : 'DATABASE_REPLICA_URL leads to a server that is not a replica.'
    const fix = 'Set it to a streaming replica of DATABASE_URL, or remove it. After a failover, set up a new replica.'
    return failed('replica', `${message} It is not used.`, fix)
  }
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  let hasCaughtUp = await replica.hasReplayed(primary.position)
  while (!hasCaughtUp && passedMs() < maxLagMs) {
    await pause(ASK_REPLICA_EVERY_MS)
    hasCaughtUp = await replica.hasReplayed(primary.position)
  }
  if (hasCaughtUp) return ok('replica', `It was up to date after ${(passedMs() / 1000).toFixed(1)} s.`)
  const seconds = `${maxLagMs / 1000} s`
  const message = `After ${seconds} (DATABASE_REPLICA_MAX_LAG) it has not caught up. The primary answers instead.`
  return warning('replica', message, 'See pg_stat_replication on the primary and the log of the replica.')
}

interface Identity {
  readonly is_replica: boolean
  /** The same for a database and its replicas. */
  readonly identifier: string
  /** Empty on a replica. */
  readonly position: string
}

async function identityOf(db: Db): Promise<Identity> {
  const { rows } = await sql<Identity>`
    select pg_is_in_recovery() as is_replica, (pg_control_system()).system_identifier::text as identifier,
      case when pg_is_in_recovery() then '' else pg_current_wal_insert_lsn()::text end as position`.execute(db)
  return rows[0] ?? { is_replica: false, identifier: '', position: '' }
}
