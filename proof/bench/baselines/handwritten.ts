import type { Connection, Tables } from '@galley/server/testing/installation'
import { type Kysely, sql } from 'kysely'
import type { HandwrittenConfig } from './handwritten-process.ts'
import { startBaseline } from './start-baseline.ts'

/** The default pool size of the server. */
const CONNECTIONS = 10

/** Starts the hand-written server on the same database, with its own tables for writes. */
export async function startHandwritten(
  db: Kysely<Tables>,
  connection: Connection,
  authorId: string,
): Promise<{ url: string; close(): void }> {
  await sql`create schema baseline`.execute(db)
  for (const table of ['posts', 'events', 'deliveries']) {
    await sql`create table ${sql.table(`baseline.${table}`)} (like ${sql.table(table)} including all)`.execute(db)
  }
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'baseline' and table_name = 'posts' and is_generated = 'NEVER'`.execute(db)
  const columns = sql.raw(rows[0]?.names ?? '')
  await sql`insert into baseline.posts (${columns}) select ${columns} from posts where author_id = ${authorId}`.execute(
    db,
  )
  return startBaseline('handwritten-process.ts', { connection, connections: CONNECTIONS } satisfies HandwrittenConfig)
}
