import { sql } from 'kysely'
import type { Settings } from '../../platform/config.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { findDatabaseFault } from '../../platform/db/connection/database-fault.ts'
import { pendingMigrations, unknownMigrations } from '../../platform/db/migrate.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

/** A worker, a listener and other programs connect as well. */
const SPARE_CONNECTIONS = 10

export const MORE_CONNECTIONS =
  'Raise max_connections of PostgreSQL and the limits of its user and database ("connection limit"), or lower DATABASE_POOL_MAX.'

export async function checkDatabase(db: Db | undefined, settings: Settings): Promise<Finding> {
  const name = 'database'
  if (db === undefined) return skipped(name, `There is none in ${settings.dataDir} yet. The first start creates it.`)
  const fault = await findDatabaseFault(db)
  if (fault !== undefined) return failed(name, fault.message, fault.fix)
  const facts = sql<{ release: string; connections: number }>`
    select current_setting('server_version') as release,
      least(current_setting('max_connections')::int,
        case when not rolsuper then nullif(rolconnlimit, -1) end,
        case when not rolsuper then nullif(datconnlimit, -1) end) as connections
    from pg_roles, pg_database where rolname = session_user and datname = current_database()`
  const [found] = (await facts.execute(db)).rows
  if (found === undefined) return failed(name, 'The database does not answer.', 'Look into its log.')
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
  if (found === undefined) return failed(name, 'The database does not answer.', 'Look into its log.')
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
