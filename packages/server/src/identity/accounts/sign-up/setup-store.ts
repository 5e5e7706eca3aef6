import { sql } from 'kysely'
import { EVERYTHING } from '../../../platform/cache/subjects.ts'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import type { Notify } from '../../../platform/db/transact.ts'

const noAdmin = sql<boolean>`not exists (select from users where role = 'admin')`

/** What the token of the set-up link is derived from; undefined while there is an admin. */
export async function readOpenSetup(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('site_setup').select('nonce').where(noAdmin).executeTakeFirst())?.nonce
}

/**
 * Makes the set-up link void for ever, and returns whether it was valid: of several transactions with the same nonce, one
 * succeeds. To be called wherever an account becomes admin.
 */
export async function endSetup(trx: Tx, notify: Notify, nonce?: string): Promise<boolean> {
  // Pages say that there is no administrator.
  notify({ about: 'public', subjects: [EVERYTHING] })
  const { numUpdatedRows } = await trx
    .updateTable('site_setup')
    .set({ nonce: sql<string>`gen_random_uuid()` })
    .$if(nonce !== undefined, query => query.where('nonce', '=', nonce ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
