import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type WebhookRow = Selectable<Tables['webhooks']>

export function insertWebhook(trx: Tx, webhook: Insertable<Tables['webhooks']>): Promise<WebhookRow> {
  return trx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()
}

export function listWebhooks(db: Db, userId: string): Promise<WebhookRow[]> {
  return own(db, userId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** Throws if the user has no such webhook. A malformed id is like an unknown one. */
export async function requireWebhook(db: Db, userId: string, id: string): Promise<WebhookRow> {
  return found(isUuid(id) ? await own(db, userId).where('id', '=', id).executeTakeFirst() : undefined)
}

/** The same, and locks the row until the transaction ends. */
export async function lockWebhook(trx: Tx, userId: string, id: string): Promise<WebhookRow> {
  return found(isUuid(id) ? await own(trx, userId).where('id', '=', id).forUpdate().executeTakeFirst() : undefined)
}

function found(webhook: WebhookRow | undefined): WebhookRow {
  if (webhook === undefined) throw notFound('Webhook')
  return webhook
}

const own = (db: Db, userId: string) => db.selectFrom('webhooks').selectAll().where('user_id', '=', userId)

/** Locks the account, so that parallel registrations count one after the other. */
export async function lockAndCountWebhooks(trx: Tx, userId: string): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(trx)
  const { count } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export type WebhookChange = Updateable<Tables['webhooks']>

export function updateWebhook(trx: Tx, id: string, change: WebhookChange): Promise<WebhookRow> {
  return trx
    .updateTable('webhooks')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes the webhook with its log. */
export async function deleteWebhook(trx: Tx, id: string): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
}
