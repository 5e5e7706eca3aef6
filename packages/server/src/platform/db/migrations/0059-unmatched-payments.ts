import { type Kysely, sql } from 'kysely'

/** Payments that name a purchase but are not its own: paid on another page, or not the full price. */
export async function unmatchedPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unmatched_payments (
      provider text not null,
      payment_ref text not null,
      purchase_id uuid not null references purchases on delete cascade,
      amount text,
      reported_at timestamptz(3) not null default now(),
      resolved_at timestamptz(3),
      primary key (provider, payment_ref)
    )`.execute(db)
  await sql`create index unmatched_payments_purchase on unmatched_payments (purchase_id)`.execute(db)
}
