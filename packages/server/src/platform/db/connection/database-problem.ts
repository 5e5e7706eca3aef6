import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../schema.ts'
import { READ_ONLY } from './pool.ts'

/** The database cannot be used in this way; only the message is shown, which says what to change. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
}

const LEAST_VERSION = 15

export interface DatabaseProblem {
  readonly message: string
  readonly fix: string
  /** Whether the database cannot be used even if no table has to be changed. */
  readonly isUnsupported?: true
}

interface Facts {
  version: number
  release: string
  encoding: string
  is_replica: boolean
  is_read_only: boolean
  schema: string | null
  may_create: boolean
  who: string
  name: string
}

/** Why no tables can be created or changed in this database; undefined if nothing is in the way. */
export async function findDatabaseProblem(db: Kysely<Tables>): Promise<DatabaseProblem | undefined> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as release,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_replica,
      current_setting('transaction_read_only') = 'on' as is_read_only, current_schema() as schema,
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      quote_ident(current_user) as who, quote_ident(current_database()) as name`.execute(db)
  const [facts] = rows
  return facts && issueIn(facts)
}

/** Locks no row. A read-only session rejects that as it refuses changes, and the pool then replaces the session. */
export async function isReadOnly(db: Kysely<Tables>): Promise<boolean> {
  try {
    await sql`select from kysely_migration where false for share`.execute(db)
    return false
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === READ_ONLY) return true
    throw error
  }
}

function issueIn(facts: Facts): DatabaseProblem | undefined {
  const { release, who, name } = facts
  if (facts.version < LEAST_VERSION) {
    return {
      message: `It is PostgreSQL ${release}.`,
      fix: `Galley needs version ${LEAST_VERSION} or newer.`,
      isUnsupported: true,
    }
  }
  if (facts.encoding !== 'UTF8') {
    return {
      message: `The encoding is ${facts.encoding}, which lacks most characters.`,
      fix: "Use a new database, such as: create database galley encoding 'UTF8' locale 'C.UTF-8' template template0;",
      isUnsupported: true,
    }
  }
  if (facts.is_replica) {
    return { message: 'It is a replica, which cannot be written to.', fix: 'Set DATABASE_URL to the primary.' }
  }
  if (facts.is_read_only) {
    return {
      message: 'It is read-only (default_transaction_read_only).',
      fix: `Find out who has set that, for example a host after the disk was full. Then: alter database ${name} reset default_transaction_read_only;`,
    }
  }
  if (facts.schema === null) {
    return {
      message: `The search_path of the user ${who} names no schema that exists.`,
      fix: 'Create the schema, or correct search_path.',
    }
  }
  if (!facts.may_create) {
    return {
      message: `The user ${who} may not create tables and schemas.`,
      fix: `As a superuser: alter database ${name} owner to ${who};`,
    }
  }
  return undefined
}
