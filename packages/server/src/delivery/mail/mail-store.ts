import type { MailState } from '@galley/contract/delivery/mail'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

type NewRow = Pick<Insertable<Tables['mails']>, 'id' | 'user_id' | 'address' | 'kind' | 'expires_at'> & {
  readonly priority: number
  readonly content: Buffer
  /** The most mails of this kind to the address in an hour; null for no limit. */
  readonly most_per_hour: number | null
}

/** How many mails of a kind an address got. */
export const mailsOfLastHour = (address: RawBuilder<unknown>, kind: RawBuilder<unknown>) => sql<number>`(
  select count(*) from mails r
  where lower(r.address) = lower(${address}) and r.kind = ${kind} and r.created_at > now() - interval '1 hour')`

/** Leaves out addresses that cannot be reached, and mails above their limit. */
export async function insertMails(db: Db, rows: readonly NewRow[]): Promise<void> {
  const values = rows.map(row => ({ ...row, content: row.content.toString('base64') }))
  await sql`
    insert into mails (id, user_id, address, kind, priority, content, expires_at)
    select m.id, m.user_id, m.address, m.kind, m.priority, decode(m.content, 'base64'), m.expires_at
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as m(id uuid, user_id uuid, address text, kind text, priority smallint, content text, expires_at timestamptz,
        most_per_hour integer)
    where not exists (select from undeliverable_addresses u where u.address = lower(m.address) and ${UNDELIVERABLE})
      and (m.most_per_hour is null or m.most_per_hour > ${mailsOfLastHour(sql`m.address`, sql`m.kind`)})`.execute(db)
}

export interface ClaimedMail {
  readonly id: string
  /** Identifies this claim. A later claim of the same mail has another token, and results of earlier claims are ignored. */
  readonly token: string
  /** Null: the address belongs to no account. */
  readonly userId: string | null
  readonly address: string
  readonly content: Buffer
  readonly attempts: number
}

/** Takes the next mails that are due. Until the lease ends, no other process sends them. */
export async function claimMails(db: Db, leaseMs: number, most: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update mails set state = 'sending', lease_token = gen_random_uuid(), lease_until = ${inMs(leaseMs)}
    where id in (
      select id from mails where state = 'queued' and due_at <= now() and expires_at > now()
      order by priority, due_at limit ${most} for update skip locked
    )
    returning id, lease_token as token, user_id as "userId", address, content, attempts`.execute(db)
  return rows
}

/** Gives back mails that were claimed and not started. */
export async function releaseMails(db: Db, tokens: readonly string[]): Promise<void> {
  await sql`
    update mails set state = 'queued', lease_token = null, lease_until = null
    where lease_token = any(${tokens}::uuid[]) and state = 'sending' and handed_over_at is null`.execute(db)
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

/** Deletes a mail whose content would be empty now. */
export async function dropMail(db: Db, id: string, token: string): Promise<void> {
  await sql`delete from mails where id = ${id} and lease_token = ${token} and state = 'sending'`.execute(db)
}

/** By the tokens of their claims. */
export async function renewLeases(db: Db, tokens: readonly string[], leaseMs: number): Promise<void> {
  await sql`
    update mails set lease_until = ${inMs(leaseMs)}
    where lease_token = any(${tokens}::uuid[]) and state = 'sending'`.execute(db)
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

/** A mail has to be sent before `expires_at`: a late one would be useless. */
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

/**
 * The response may arrive after the lease has ended. It then replaces the state `uncertain` that the mail got meanwhile.
 */
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

/** Addresses come back, and mail servers make mistakes: after this time a refused address is tried again. */
const REFUSED_DAYS = 14
const isRecent = sql`u.created_at > now() - make_interval(days => ${sql.lit(REFUSED_DAYS)})`
/** Of a row `u`: nothing is sent to this address. */
export const UNDELIVERABLE = sql<boolean>`(u.is_certain and ${isRecent})`

/** Nothing more is sent to the address for a while. If it is only likely to be wrong, this needs a second refusal. */
export async function markUndeliverable(
  db: Db,
  address: string,
  reason: string,
  certainty: 'certain' | 'likely',
): Promise<void> {
  const { rows } = await sql<{ is_certain: boolean }>`
    insert into undeliverable_addresses as u (address, reason, is_certain)
    values (lower(${address}), ${reason}, ${certainty === 'certain'})
    on conflict (address) do update
      set reason = excluded.reason, is_certain = excluded.is_certain or ${isRecent}, created_at = now()
    returning is_certain`.execute(db)
  if (!rows[0]?.is_certain) return
  await sql`
    update mails set state = 'failed', ended_at = now(), error = ${reason}
    where lower(address) = lower(${address}) and state = 'queued'`.execute(db)
}

export async function findUndeliverable(
  db: Db,
  address: string,
): Promise<{ reason: string; created_at: Date } | undefined> {
  return db
    .selectFrom('undeliverable_addresses as u')
    .select(['reason', 'created_at'])
    .where('address', '=', sql<string>`lower(${address})`)
    .where(UNDELIVERABLE)
    .executeTakeFirst()
}

/** What is known about an address is deleted with its account. */
export async function forgetRecipient(trx: Tx, address: string): Promise<void> {
  await sql`delete from undeliverable_addresses where address = lower(${address})`.execute(trx)
}

const MAIL_DAYS = 30

export async function pruneMails(db: Db): Promise<number> {
  await sql`delete from undeliverable_addresses u where not ${isRecent}`.execute(db)
  const { numAffectedRows = 0n } = await sql`
    delete from mails where created_at < now() - make_interval(days => ${MAIL_DAYS}) and state in ('sent', 'failed', 'uncertain')`.execute(
    db,
  )
  return Number(numAffectedRows)
}

const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`
