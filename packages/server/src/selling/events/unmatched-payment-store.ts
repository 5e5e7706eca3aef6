import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { PaymentChange } from '../providers/payment-provider.ts'

/** A refund resolves the payment, in whichever order they are reported. */
export async function upsertUnmatchedPayment(
  trx: Tx,
  payment: {
    readonly provider: string
    readonly paymentRef: string
    readonly purchaseId: string
    readonly change: PaymentChange
  },
): Promise<void> {
  const { provider, paymentRef, purchaseId, change } = payment
  await sql`
    insert into unmatched_payments as p (provider, payment_ref, purchase_id, amount, resolved_at)
    values (${provider}, ${paymentRef}, ${purchaseId}, ${change.amount ?? null}, ${change.refundedAt ?? null})
    on conflict (provider, payment_ref) do update set amount = coalesce(p.amount, excluded.amount),
      resolved_at = coalesce(p.resolved_at, excluded.resolved_at)`.execute(trx)
}

/** Those that are not resolved. One may have become the payment of its purchase later, when its page was recorded. */
const OPEN = sql`
  unmatched_payments e join purchases b on b.id = e.purchase_id
  where e.resolved_at is null and b.payment_ref is distinct from e.payment_ref`

export type UnmatchedPayment = {
  readonly payment: string
  readonly reported_at: Date
  readonly amount: string | null
  readonly price: string
  readonly purchase: string
  readonly buyer: string | null
  readonly post_id: string
  readonly title: string
}

/** For the operator: the latest first. */
export async function listUnmatchedPayments(db: Db): Promise<UnmatchedPayment[]> {
  const { rows } = await sql<UnmatchedPayment>`
    select e.payment_ref as payment, e.reported_at, e.amount, b.price_jpy || ' jpy' as price, b.id as purchase,
      (select username from users where id = b.user_id) as buyer, b.post_id, b.title
    from ${OPEN} order by e.reported_at desc, e.payment_ref`.execute(db)
  return rows
}

export async function countUnmatchedPayments(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${OPEN}`.execute(db)
  return rows[0]?.count ?? 0
}

/** False if there is no such payment, or it is resolved already. */
export async function resolveUnmatchedPayment(db: Db, paymentRef: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unmatched_payments')
    .set({ resolved_at: sql<Date>`now()` })
    .where('payment_ref', '=', paymentRef)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
