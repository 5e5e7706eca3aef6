import type { PostAccess } from '@galley/contract/selling'
import { sql } from 'kysely'
import { isUuid, newId } from '../platform/core/ids.ts'
import type { Db, Tx } from '../platform/db/connection/database.ts'
import { publishedPost } from '../platform/db/readable-post.ts'
import { accessOf, isVisibleTo } from './access.ts'
import type { Checkout, PaymentChange, Purchase } from './providers/payment-provider.ts'

export interface PostForSale {
  readonly id: string
  readonly author_id: string
  readonly author_name: string
  readonly title: string
  readonly is_paid: boolean
  readonly price_jpy: number | null
  readonly access: PostAccess
}

/**
 * A post that this reader may see, with the access to it. The lock makes unpublishing it wait for the new purchase,
 * so that the copy for buyers is kept.
 */
export async function lockPostForSale(trx: Tx, postId: string, userId: string): Promise<PostForSale | undefined> {
  if (!isUuid(postId)) return undefined
  const { rows } = await sql<PostForSale>`
    select p.id, p.author_id, u.display_name as author_name, p.title, p.is_paid, p.price_jpy, ${accessOf(userId)} as access
    from posts p join users u on u.id = p.author_id
    where p.id = ${postId} and ${publishedPost('p', 'u')} and ${isVisibleTo(userId)}
    for share of p`.execute(trx)
  return rows[0]
}

/** The purchases of a reader that are still open or that give access, those with access first. */
export function listLivePurchases(db: Db, userId: string, postId: string): Promise<Purchase[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .where(sql<boolean>`(status = 'pending' or status = 'paid' and refund_requested_at is null)`)
    .orderBy(sql`status = 'paid'`, 'desc')
    .execute()
}

export type NewPurchase = Pick<
  Purchase,
  'user_id' | 'post_id' | 'author_id' | 'title' | 'author_name' | 'price_jpy' | 'author_share_percent' | 'provider'
> & { readonly paid_at?: Date }

/** Undefined if the reader has another pending purchase of the post. */
export function insertPurchase(db: Db, purchase: NewPurchase): Promise<Purchase | undefined> {
  return db
    .insertInto('purchases')
    .values({ id: newId(), ...purchase })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The page that is recorded first stays: only what is paid there counts. */
export function setCheckout(db: Db, id: string, { ref, url }: Checkout): Promise<Purchase> {
  return db
    .updateTable('purchases')
    .set({
      checkout_ref: sql<string>`coalesce(checkout_ref, ${ref})`,
      checkout_url: sql<string>`coalesce(checkout_url, ${url})`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function lockPurchase(trx: Tx, id: string): Promise<Purchase | undefined> {
  if (!isUuid(id)) return undefined
  return trx.selectFrom('purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Adds a report that was recorded. The order of reports does not matter: each time is that of the earliest report. A payment
 * can be disputed again, so the latest dispute counts, and only a later decision wins it. As long as one of several disputes
 * is open, or if one was lost, none of them is won.
 */
export function addToPurchase(trx: Tx, id: string, change: PaymentChange): Promise<Purchase> {
  const earliest = (column: string, at: Date | undefined) =>
    sql<Date | null>`least(${sql.ref(column)}, ${at ?? null}::timestamptz)`
  const disputedAt = sql<Date | null>`greatest(disputed_at, ${change.disputedAt ?? null}::timestamptz)`
  const reports = sql`payment_events where purchase_id = ${id}`
  const isNotWon = sql<boolean>`exists (
    select body->>'disputeRef' from ${reports} and body ? 'disputeRef'
    except select body->>'disputeRef' from ${reports} and body ? 'disputeWonAt')`
  const wonAt = sql<Date | null>`(select max((body->>'disputeWonAt')::timestamptz) from ${reports})`
  return trx
    .updateTable('purchases')
    .set({
      paid_at: earliest('paid_at', change.paidAt),
      expired_at: earliest('expired_at', change.expiredAt),
      refunded_at: earliest('refunded_at', change.refundedAt),
      disputed_at: disputedAt,
      dispute_won_at: sql<Date | null>`case when ${isNotWon} or ${disputedAt} > ${wonAt} then null else ${wonAt} end`,
      payment_ref: sql<string | null>`coalesce(${change.paymentRef ?? null}, payment_ref)`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Any post, for the operator. */
export async function findSoldPost(
  db: Db,
  postId: string,
): Promise<Pick<Purchase, 'author_id' | 'author_name' | 'title'> | undefined> {
  const { rows } = await sql<Pick<Purchase, 'author_id' | 'author_name' | 'title'>>`
    select p.author_id, u.display_name as author_name, p.title from posts p join users u on u.id = p.author_id
    where p.id = ${postId}`.execute(db)
  return rows[0]
}

/** Ends the access to one sold copy. */
export function requestRefund(db: Db, id: string): Promise<Purchase> {
  return db
    .updateTable('purchases')
    .set({ refund_requested_at: sql<Date>`coalesce(refund_requested_at, now())` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type ListedPurchase = {
  readonly id: string
  readonly status: string
  readonly buyer: string | null
  readonly post_id: string
  readonly title: string
  readonly price_jpy: number
  readonly provider: string
  readonly created_at: Date
}

/** For the operator: the latest first. */
export async function listPurchases(db: Db, limit: number): Promise<ListedPurchase[]> {
  const { rows } = await sql<ListedPurchase>`
    select b.id, b.status, u.username as buyer, b.post_id, b.title, b.price_jpy, b.provider, b.created_at
    from purchases b left join users u on u.id = b.user_id
    order by b.created_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Ends the access to all sold copies of a post; the reconciler pays the prices back. For access that the operator gave
 * nothing is paid back, so that it ends here. Returns the ids.
 */
export async function requestRefunds(trx: Tx, postId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update purchases set refund_requested_at = now(), refunded_at = case when provider = 'operator' then now() end
    where post_id = ${postId} and status in ('pending', 'paid') and refund_requested_at is null returning id`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}
