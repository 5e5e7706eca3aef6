import type { ModeratedType, ReportOutcome, ReportReason } from '@galley/contract/moderation'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import { readablePost } from '../../platform/db/readable-post.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { COMMENT_IS_MODERATED, POST_IS_MODERATED } from '../content-store.ts'

export type StoredReport = Selectable<Tables['reports']>
export type ReportTargetId = Pick<StoredReport, 'post_id' | 'comment_id' | 'user_id'>

export async function isReadableComment(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from comments c join users w on w.id = c.user_id join posts p on p.id = c.post_id join users u on u.id = p.author_id
    where c.id = ${id} and c.deleted_at is null and c.hidden_at is null and w.suspended_at is null
      and ${readablePost('p', 'u')}`.execute(db)
  return rows.length > 0
}

/** An open report of the same reader about the same content. */
export async function findOpenReport(
  trx: Tx,
  reporterId: string,
  target: ReportTargetId,
): Promise<StoredReport | undefined> {
  const { rows } = await sql<StoredReport>`
    select * from reports where reporter_id = ${reporterId} and resolved_at is null
      and coalesce(post_id, comment_id, user_id) = ${target.post_id ?? target.comment_id ?? target.user_id}`.execute(
    trx,
  )
  return rows[0]
}

export async function countOpenReportsOf(trx: Tx, reporterId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reports where reporter_id = ${reporterId} and resolved_at is null`.execute(trx)
  return rows[0]?.count ?? 0
}

export function insertReport(
  trx: Tx,
  report: ReportTargetId & { id: string; reporter_id: string; reason: ReportReason; note: string | null },
): Promise<StoredReport> {
  return trx.insertInto('reports').values(report).returningAll().executeTakeFirstOrThrow()
}

export interface ReportRow {
  readonly id: string
  readonly reason: ReportReason
  readonly note: string | null
  readonly created_at: Date
  readonly resolved_at: Date | null
  readonly outcome: ReportOutcome | null
  readonly reporter_username: string
  readonly reporter_name: string
  readonly reporter_avatar: string | null
  readonly type: ModeratedType
  readonly target_id: string
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly title: string | null
  readonly text: string
  readonly post_slug: string | null
  readonly post_author: string | null
  readonly hidden_at: Date | null
  readonly open_reports: number
}

/** Without what is private by now: the text of a post that is a draft again, and of a deleted comment. */
const REPORT = sql`
  select r.id, r.reason, r.note, r.created_at, r.resolved_at, r.outcome,
    s.username as reporter_username, s.display_name as reporter_name, s.avatar_url as reporter_avatar,
    case when r.post_id is not null then 'post' when r.comment_id is not null then 'comment' else 'user' end as type,
    coalesce(r.post_id, r.comment_id, r.user_id) as target_id, t.username, t.display_name, t.avatar_url,
    case when ${POST_IS_MODERATED} then p.title end as title, p.slug as post_slug, a.username as post_author,
    coalesce(case
      when r.post_id is not null then case when ${POST_IS_MODERATED} then p.excerpt end
      when r.comment_id is not null then case when ${COMMENT_IS_MODERATED} then c.content end
      else t.bio end, '') as text,
    case when r.post_id is not null then p.hidden_at when r.comment_id is not null then c.hidden_at else t.suspended_at end as hidden_at,
    (select count(*)::int from reports o where o.resolved_at is null
      and (o.post_id = r.post_id or o.comment_id = r.comment_id or o.user_id = r.user_id)) as open_reports
  from reports r join users s on s.id = r.reporter_id
  left join comments c on c.id = r.comment_id
  left join posts p on p.id = coalesce(r.post_id, c.post_id)
  left join users a on a.id = p.author_id
  join users t on t.id = case when r.post_id is not null then p.author_id when r.comment_id is not null then c.user_id else r.user_id end`

export async function listReports(
  db: Db,
  { status, limit, offset }: { status: 'open' | 'resolved'; limit: number; offset: number },
): Promise<{ reports: ReportRow[]; total: number }> {
  const within: RawBuilder<unknown> = status === 'open' ? sql`r.resolved_at is null` : sql`r.resolved_at is not null`
  const { rows: reports } = await sql<ReportRow>`
    ${REPORT} where ${within} order by r.created_at desc, r.id limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from reports r where ${within}`.execute(db)
  return { reports, total: rows[0]?.total ?? 0 }
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<ReportRow>`${REPORT} where r.id = ${id}`.execute(db)
  return rows[0]
}

/** Resolves all open reports about what this report is about. Returns their ids. */
export async function resolveReportsOfTarget(
  trx: Tx,
  id: string,
  outcome: ReportOutcome,
  resolvedBy: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with target as (select post_id, comment_id, user_id from reports where id = ${id}),
    same as (
      select r.id from reports r, target t
      where r.resolved_at is null and (r.post_id = t.post_id or r.comment_id = t.comment_id or r.user_id = t.user_id)
      order by r.id for update of r
    )
    update reports r set resolved_at = now(), resolved_by = ${resolvedBy}, outcome = ${outcome}
    from same where r.id = same.id returning r.id`.execute(trx)
  return rows.map(row => row.id)
}
