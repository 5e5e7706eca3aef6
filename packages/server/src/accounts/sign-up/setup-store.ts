import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connection/database.ts'

/** What the token of the set-up link is derived from; undefined once an account exists or has existed. */
export async function readOpenSetup(db: Db): Promise<string | undefined> {
  const open = db.selectFrom('site_setup').select('nonce').where('done_at', 'is', null).where(noAccounts)
  return (await open.executeTakeFirst())?.nonce
}

/** Ends the set-up and returns whether it was open. Of several transactions, all wait for the first. */
export async function endSetup(trx: Tx): Promise<boolean> {
  const { wasEmpty } = (await trx
    .updateTable('site_setup')
    .set({ done_at: sql<Date>`now()` })
    .where('done_at', 'is', null)
    .returning(noAccounts.as('wasEmpty'))
    .executeTakeFirst()) ?? { wasEmpty: false }
  return wasEmpty
}

const noAccounts = sql<boolean>`not exists (select from users)`
