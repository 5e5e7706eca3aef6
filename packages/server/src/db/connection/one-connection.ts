import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withTimeout } from '../../core/limits/with-timeout.ts'
import type { Tables } from '../schema.ts'
import type { Db } from './database.ts'
import type { Connection } from './pool.ts'

const END_WITHIN_MS = 2000

/**
 * Runs the work with Kysely and `pg` on the same connection, so that COPY can be part of a transaction. Without time
 * limits.
 */
export async function withOneConnection<T>(
  connection: Connection,
  applicationName: string,
  work: (db: Db, client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: applicationName, keepAlive: true })
  // The statement that is running fails, too, and reports the error.
  client.on('error', () => {})
  await client.connect()
  try {
    const lease = {
      // biome-ignore lint/suspicious/noExplicitAny: Kysely's interface has a second form, for cursors, which are not used
      query: (text: any, values?: any): any => client.query(text, values),
      release: () => {},
    }
    const pool = { connect: async () => lease, end: async () => {}, options: {} }
    return await work(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), client)
  } finally {
    // Ends an open transaction and all locks. After a failure the connection may not answer.
    await withTimeout(END_WITHIN_MS, client.end())
  }
}
