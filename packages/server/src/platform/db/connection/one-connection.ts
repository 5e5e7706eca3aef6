import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withTimeout } from '../../core/limits/with-timeout.ts'
import type { Tables } from '../schema.ts'
import type { Db } from './database.ts'
import type { Connection } from './pool.ts'

const END_WITHIN_MS = 2000
/** A database that has disappeared without ending its connections is noticed after some minutes, and not after hours. */
const LIMITS = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Runs the work with Kysely and `pg` on the same connection, so that COPY can be part of a transaction. Without time
 * limits for statements. The signal ends the connection, and so the work.
 */
export async function withOneConnection<T>(
  connection: Connection,
  applicationName: string,
  work: (db: Db, client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted()
  const client = new pg.Client({ ...connection, ...LIMITS, application_name: applicationName })
  // The statement that is running fails, too, and reports the error.
  client.on('error', () => {})
  await client.connect()
  const abort = () => void client.end()
  signal?.addEventListener('abort', abort)
  try {
    const lease = {
      // biome-ignore lint/suspicious/noExplicitAny: Kysely's interface has a second form, for cursors, which are not used
      query: (text: any, values?: any): any => client.query(text, values),
      release: () => {},
    }
    const pool = { connect: async () => lease, end: async () => {}, options: {} }
    return await work(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), client)
  } finally {
    signal?.removeEventListener('abort', abort)
    // Ends an open transaction and all locks. After a failure the connection may not answer.
    await withTimeout(END_WITHIN_MS, client.end())
  }
}
