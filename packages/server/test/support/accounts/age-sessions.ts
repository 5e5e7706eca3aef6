import { sql } from 'kysely'
import type { Person, TestServer } from '../test-server.ts'

/** As if all sessions of this person had been logged in an hour ago. */
export async function ageSessions({ context }: TestServer, { account }: Person): Promise<void> {
  await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${account.id}`.execute(
    context.db,
  )
}
