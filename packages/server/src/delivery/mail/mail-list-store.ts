import type { MailState } from '@galley/contract/delivery/mail'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import { forgetRecipient } from './mail-store.ts'

/** Without the content, which may have secret links. */
export function listMails(db: Db, { state, limit }: { state: MailState | undefined; limit: number }) {
  let mails = db
    .selectFrom('mails')
    .select(['id', 'state', 'kind', 'address', 'attempts', 'error', 'due_at', 'created_at', 'ended_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (state !== undefined) mails = mails.where('state', '=', state)
  return mails.execute()
}

export function listUndeliverable(db: Db) {
  return db
    .selectFrom('undeliverable_addresses')
    .select(['address', 'reason', 'created_at'])
    .where('is_certain', '=', true)
    .orderBy('created_at', 'desc')
    .execute()
}

/**
 * Queues mails again: one by its id, all of an address, or all that failed. A mail that was sent, or that came too
 * late, stays as it is: its text is gone. An address that was rejected is tried again.
 */
export async function retryMails(trx: Tx, which: string): Promise<number> {
  const chosen = which.includes('@')
    ? sql`lower(address) = lower(${which})`
    : which === 'failed'
      ? sql`state = 'failed'`
      : sql`id = ${which}`
  if (which.includes('@')) {
    await forgetRecipient(trx, which)
  }
  const { numAffectedRows = 0n } = await sql`
    update mails set state = 'queued', due_at = now(), expires_at = greatest(expires_at, now() + interval '1 hour'), attempts = 0,
      ended_at = null, handed_over_at = null, lease_token = null
    where ${chosen} and state in ('failed', 'uncertain') and content is not null`.execute(trx)
  return Number(numAffectedRows)
}
