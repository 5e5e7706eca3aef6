import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from '../../core/logger.ts'
import { openPool } from '../connection/pool.ts'
import { StatementNames, StatementPool } from '../connection/statement-pool.ts'
import type { Tables } from '../schema.ts'
import { hasReplayed, type Replica } from './public-reads.ts'

/** Short: after an error the primary is read, in the time that a request has. */
const LIMITS = { responseMs: 2000, statementMs: 2000, lockMs: 1000 }

/** Opens the replica without connecting. */
export function openReplica(
  url: string,
  { poolMax, prepared }: { poolMax: number; prepared: boolean },
  log: Logger,
): Replica {
  const config = { max: poolMax, application_name: 'galley replica', connectionTimeoutMillis: 1000 }
  const pool = openPool({ connectionString: url }, config, log)
  const statements = new StatementPool(pool, LIMITS, prepared ? new StatementNames(log) : undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: statements }) })
  return {
    db,
    hasReplayed: position => hasReplayed(db, position),
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}
