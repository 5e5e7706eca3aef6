import type { MailState } from '@galley/contract/mail'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { MailsTable } from '../db/schema.ts'

type NewRow = Pick<Insertable<MailsTable>, 'id' | 'user_id' | 'address' | 'kind' | 'expires_at'> & {
  readonly priority: number
  readonly content: Buffer
}

/** Leaves out addresses that cannot be reached. */
export async function insertMails(db: Db, rows: readonly NewRow[]): Promise<void> {
  const values = rows.map(row => ({ ...row, content: row.content.toString('base64') }))
  await sql`
    insert into mails (id, user_id, address, kind, priority, content, expires_at)
    select m.id, m.user_id, m.address, m.kind, m.priority, decode(m.content, 'base64'), m.expires_at
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as m(id uuid, user_id uuid, address text, kind text, priority smallint, content text, expires_at timestamptz)
    where not exists (select from undeliverable_addresses u where u.address = lower(m.address))`.execute(db)
}

export interface ClaimedMail {
  readonly id: string
  readonly address: string
  readonly content: Buffer
  readonly attempts: number
}

/** Takes the next mail that is due. Until the lease ends, no other process sends it. */
export async function claimMail(db: Db, token: string, leaseMs: number): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update mails set state = 'sending', lease_token = ${token}, lease_until = ${inMs(leaseMs)}
    where id = (
      select id from mails where state = 'queued' and due_at <= now() and expires_at > now()
      order by priority, due_at limit 1 for update skip locked
    )
    returning id, address, content, attempts`.execute(db)
  return rows[0]
}

export async function isMailDue(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from mails where state = 'queued' and due_at <= now() and expires_at > now() limit 1`.execute(db)
  return rows.length > 0
}

/** False if the lease has ended: another process may be sending the mail. */
export async function markHandedOver(db: Db, id: string, token: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`
    update mails set handed_over_at = now(), lease_until = ${inMs(leaseMs)}
    where id = ${id} and lease_token = ${token} and state = 'sending' and lease_until > now() returning id`.execute(db)
  return rows.length > 0
}

export async function renewLeases(db: Db, ids: readonly string[], token: string, leaseMs: number): Promise<void> {
  await sql`
    update mails set lease_until = ${inMs(leaseMs)}
    where id = any(${ids}::uuid[]) and lease_token = ${token} and state = 'sending'`.execute(db)
}

/**
 * Mails of processes that died. Those that were not handed over are queued again. Of the others nobody knows whether the
 * mail server has accepted them.
 */
export async function recoverMails(db: Db): Promise<void> {
  await sql`
    update mails set
      state = case when handed_over_at is null then 'queued' else 'uncertain' end,
      ended_at = case when handed_over_at is null then null else now() end,
      error = case when handed_over_at is null then error else 'the process ended before the mail server had answered' end,
      lease_until = null
    where id in (
      select id from mails where state = 'sending' and lease_until < now() for update skip locked
    )`.execute(db)
}

/** Mails that are of no use any more. */
export async function failExpiredMails(db: Db): Promise<void> {
  await sql`
    update mails set state = 'failed', ended_at = now(), content = null, error = coalesce(error || '; ', '') || 'not sent in time'
    where id in (
      select id from mails where state = 'queued' and expires_at < now() limit 1000 for update skip locked
    )`.execute(db)
}

export interface EndedMail {
  readonly id: string
  readonly token: string
  readonly state: MailState
  /** Until the next attempt, for a mail that is queued again. */
  readonly delayMs: number
  readonly attempts: number
  readonly error: string | null
}

/** The answer may come after the lease: a mail that was called uncertain meanwhile is settled by it. */
export async function recordMail(db: Db, { id, token, state, delayMs, attempts, error }: EndedMail): Promise<void> {
  const ended = state !== 'queued'
  await sql`
    update mails set state = ${state}, attempts = ${attempts}, error = ${error},
      due_at = case when ${ended} then due_at else ${inMs(delayMs)} end,
      ended_at = case when ${ended} then now() else null end,
      content = case when ${state === 'sent'} then null else content end,
      handed_over_at = case when ${ended} then handed_over_at else null end,
      lease_token = case when ${state === 'uncertain'} then lease_token else null end,
      lease_until = null
    where id = ${id} and lease_token = ${token} and state in ('sending', 'uncertain')`.execute(db)
}

/** Nothing more is sent to the address. */
export async function markUndeliverable(db: Db, address: string, reason: string): Promise<void> {
  await sql`
    insert into undeliverable_addresses (address, reason) values (lower(${address}), ${reason})
    on conflict (address) do update set reason = excluded.reason, created_at = now()`.execute(db)
  await sql`
    update mails set state = 'failed', ended_at = now(), error = ${reason}
    where lower(address) = lower(${address}) and state = 'queued'`.execute(db)
}

export async function findUndeliverable(
  db: Db,
  address: string,
): Promise<{ reason: string; created_at: Date } | undefined> {
  return db
    .selectFrom('undeliverable_addresses')
    .select(['reason', 'created_at'])
    .where('address', '=', sql<string>`lower(${address})`)
    .executeTakeFirst()
}

const MAIL_DAYS = 30

export async function pruneMails(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mails where created_at < now() - make_interval(days => ${MAIL_DAYS}) and state in ('sent', 'failed', 'uncertain')`.execute(
    db,
  )
  return Number(numAffectedRows)
}

const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`
