import type { AuditAction, AuditSource, AuditTarget } from '@galley/contract/moderation'
import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../platform/core/ids.ts'
import type { Db } from '../platform/db/connection/database.ts'
import { COMMENT_IS_MODERATED, POST_IS_MODERATED } from './content-store.ts'

export interface AuditRow {
  readonly id: string
  readonly action: AuditAction
  readonly via: AuditSource
  readonly actor: string | null
  readonly target_type: AuditTarget
  readonly target_id: string
  readonly label: string | null
  readonly reason: string | null
  readonly created_at: Date
}

const LABEL_CHARACTERS = 100

/** The names of targets are read from their own rows, so that nothing of a purged account stays here. Private text is left out. */
const LABEL = sql`left(case a.target_type
  when 'post' then (select p.title from posts p where p.id = a.target_id and ${POST_IS_MODERATED})
  when 'comment' then (
    select c.content from comments c join posts p on p.id = c.post_id where c.id = a.target_id and ${COMMENT_IS_MODERATED})
  when 'user' then (select username from users where id = a.target_id)
  when 'invitation' then (select note from invitations where id = a.target_id)
  when 'report' then (select reason from reports where id = a.target_id) end, ${sql.lit(LABEL_CHARACTERS)})`

export async function listAudit(
  db: Db,
  filter: {
    action?: AuditAction | undefined
    target_id?: string | undefined
    limit: number
    offset: number
  },
): Promise<{ entries: AuditRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (filter.action !== undefined) conditions.push(sql`a.action = ${filter.action}`)
  if (filter.target_id !== undefined) {
    // A malformed id is like an unknown one.
    conditions.push(isUuid(filter.target_id) ? sql`a.target_id = ${filter.target_id}` : sql`false`)
  }
  const where = sql.join(conditions, sql` and `)
  const { rows: entries } = await sql<AuditRow>`
    select a.id, a.action, a.via, u.username as actor, a.target_type, a.target_id, ${LABEL} as label, a.reason, a.created_at
    from audit_log a left join users u on u.id = a.actor_id where ${where}
    order by a.created_at desc, a.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from audit_log a where ${where}`.execute(
    db,
  )
  return { entries, total: rows[0]?.total ?? 0 }
}
