import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Settings } from '../../platform/config.ts'
import { createLogger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { openReplica } from '../../platform/db/replica/open-replica.ts'
import type { Replica } from '../../platform/db/replica/public-reads.ts'
import { type Finding, failed, ok, reasonOf, skipped, warning } from './finding.ts'

const NAME = 'replica'
const ASK_EVERY_MS = 100

/** Whether DATABASE_REPLICA_URL leads to a replica of the database, and whether it keeps up. */
export async function checkReplica(db: Db | undefined, settings: Settings): Promise<Finding> {
  const { databaseReplicaUrl: url, databaseReplicaMaxLagMs: maxLagMs } = settings
  if (url === undefined) return skipped(NAME, 'DATABASE_REPLICA_URL is not set.')
  if (db === undefined) return skipped(NAME, 'There is no database yet.')
  const replica = openReplica(url, { poolMax: 1, prepared: false }, await createLogger('silent'))
  try {
    return await compare(db, replica, maxLagMs)
  } catch (error) {
    const fix = 'Start the replica, and check host, name, user and password in DATABASE_REPLICA_URL.'
    return failed(NAME, `It cannot be used: ${reasonOf(error)}. The primary answers instead.`, fix)
  } finally {
    await replica.close()
  }
}

async function compare(db: Db, replica: Replica, maxLagMs: number): Promise<Finding> {
  const [primary, other] = [await identityOf(db), await identityOf(replica.db)]
  if (!other.is_replica || other.identifier !== primary.identifier) {
    const message = other.is_replica
      ? 'DATABASE_REPLICA_URL leads to a replica of another database.'
      : 'DATABASE_REPLICA_URL leads to a server that is not a replica.'
    const fix = 'Set it to a streaming replica of DATABASE_URL, or remove it. After a failover, set up a new replica.'
    return failed(NAME, `${message} It is not used.`, fix)
  }
  const begun = performance.now()
  const passedMs = () => performance.now() - begun
  let hasCaughtUp = await replica.hasReplayed(primary.position)
  while (!hasCaughtUp && passedMs() < maxLagMs) {
    await pause(ASK_EVERY_MS)
    hasCaughtUp = await replica.hasReplayed(primary.position)
  }
  if (hasCaughtUp) return ok(NAME, `It was up to date after ${(passedMs() / 1000).toFixed(1)} s.`)
  const seconds = `${maxLagMs / 1000} s`
  const message = `After ${seconds} (DATABASE_REPLICA_MAX_LAG) it has not caught up. The primary answers instead.`
  return warning(NAME, message, 'See pg_stat_replication on the primary and the log of the replica.')
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
