import { sql } from 'kysely'
import { UNDELIVERABLE } from '../delivery/mail/mail-store.ts'
import type { Db } from '../platform/db/connection/database.ts'

export interface OverviewRow {
  readonly accounts: number
  readonly accounts_suspended: number
  readonly accounts_new: number
  readonly posts_published: number
  readonly posts_scheduled: number
  readonly posts_hidden: number
  readonly comments_hidden: number
  readonly reports_open: number
  readonly jobs_waiting: number
  readonly jobs_failed: number
  readonly deliveries_waiting: number
  readonly search_waiting: number
  readonly mails_queued: number
  readonly mails_failed: number
  readonly mails_uncertain: number
  readonly addresses_undeliverable: number
  readonly payment_reports_failed: number
  readonly backup_finished_at: Date | null
  readonly backup_failed_at: Date | null
  readonly webhooks_active: number
  readonly webhooks_failing: number
  readonly webhooks_disabled: number
}

/** Counts of the whole installation. The numbers of posts are kept in groups, so that no post is read. */
export async function readOverview(db: Db): Promise<OverviewRow> {
  const { rows } = await sql<OverviewRow>`
    select
      users.*,
      (select coalesce(sum(count), 0)::int from post_groups where status = 'published') as posts_published,
      (select coalesce(sum(count), 0)::int from post_groups where status = 'scheduled') as posts_scheduled,
      (select count(*)::int from posts where hidden_at is not null) as posts_hidden,
      (select count(*)::int from comments where hidden_at is not null and deleted_at is null) as comments_hidden,
      (select count(*)::int from reports where resolved_at is null) as reports_open,
      (select count(*)::int from graphile_worker.jobs where attempts < max_attempts) as jobs_waiting,
      (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as jobs_failed,
      (select count(*)::int from undelivered where due_at is not null) as deliveries_waiting,
      (select count(*)::int from search_queue) as search_waiting,
      mails.*,
      (select count(*)::int from undeliverable_addresses u where ${UNDELIVERABLE}) as addresses_undeliverable,
      (select count(*)::int from failed_payment_events) as payment_reports_failed,
      (select max(finished_at) from backup_runs where error is null) as backup_finished_at,
      (select max(finished_at) from backup_runs where error is not null) as backup_failed_at,
      webhooks.*
    from (
      select count(*)::int as accounts, (count(*) filter (where suspended_at is not null))::int as accounts_suspended,
        (count(*) filter (where created_at > now() - interval '7 days'))::int as accounts_new from users
    ) users, (
      select (count(*) filter (where state in ('queued', 'sending')))::int as mails_queued,
        (count(*) filter (where state = 'failed'))::int as mails_failed,
        (count(*) filter (where state = 'uncertain'))::int as mails_uncertain from mails
    ) mails, (
      select (count(*) filter (where status = 'active'))::int as webhooks_active,
        (count(*) filter (where status = 'active' and consecutive_failures > 0))::int as webhooks_failing,
        (count(*) filter (where status = 'disabled'))::int as webhooks_disabled from webhooks
    ) webhooks`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a count must have a row')
  return row
}
