import type { EventName } from '@galley/contract/events'
import type { WebhookStatus } from '@galley/contract/webhooks'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { WebhooksTable } from '../db/schema.ts'

export type WebhookRow = Selectable<WebhooksTable>

export function insertWebhook(
  trx: Tx,
  webhook: {
    id: string
    user_id: string
    url: string
    event_types: EventName[]
    description: string | null
    secret: Buffer
  },
): Promise<WebhookRow> {
  return trx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()
}

export function listWebhooks(db: Db, userId: string): Promise<WebhookRow[]> {
  return own(db, userId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function findWebhook(db: Db, userId: string, id: string): Promise<WebhookRow | undefined> {
  return own(db, userId).where('id', '=', id).executeTakeFirst()
}

export function lockWebhook(trx: Tx, userId: string, id: string): Promise<WebhookRow | undefined> {
  return own(trx, userId).where('id', '=', id).forUpdate().executeTakeFirst()
}

const own = (db: Db, userId: string) => db.selectFrom('webhooks').selectAll().where('user_id', '=', userId)

export async function countWebhooks(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export interface WebhookChange {
  url?: string
  event_types?: EventName[]
  description?: string | null
  status?: WebhookStatus
  consecutive_failures?: number
  epoch?: number
  disabled_at?: Date | null
  disabled_reason?: string | null
  secret?: Buffer
  previous_secret?: Buffer | null
  previous_secret_expires_at?: Date | null
}

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
