import { sql } from 'kysely'
import { isUuid } from '../platform/core/ids.ts'
import type { Db } from '../platform/db/connection/database.ts'
import { KEPT_TEXT, PUBLISHED, WITH_POST } from './bought-text.ts'
import type { Purchase } from './providers/payment-provider.ts'

/** A purchase with where its post is now. */
export interface OwnPurchase extends Purchase {
  /** Null unless the post is published. */
  readonly username: string | null
  readonly slug: string | null
  /** The last published text, if the post is no longer shown and the purchase gives access; else null. */
  readonly copied_content: string | null
}

const OWN = sql`
  select b.*, case when ${PUBLISHED} then u.username end as username, case when ${PUBLISHED} then p.slug end as slug,
    case when b.status = 'paid' and b.refund_requested_at is null then ${KEPT_TEXT} end as copied_content
  from purchases b ${WITH_POST}`

export async function readOwnPurchase(db: Db, userId: string, id: string): Promise<OwnPurchase | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<OwnPurchase>`${OWN} where b.id = ${id} and b.user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function listOwnPurchases(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ purchases: OwnPurchase[]; total: number }> {
  const shown = sql`b.user_id = ${userId} and b.status in ('paid', 'refunded')`
  const { rows: purchases } = await sql<OwnPurchase>`
    ${OWN} where ${shown} order by b.created_at desc, b.id desc limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from purchases b where ${shown}`.execute(db)
  return { purchases, total: rows[0]?.total ?? 0 }
}
