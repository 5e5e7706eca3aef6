import { DELETED_USERNAME } from '@galley/contract/identity/deleted'
import { sql } from 'kysely'
import type { Account } from '../identity/accounts/account-store.ts'
import type { Db } from '../platform/db/connection/database.ts'

export type ModeratedUser = Account & { readonly post_count: number; readonly open_reports: number }

const USER = sql`
  u.*, (select coalesce(sum(c.count), 0)::int from listing_counts c where c.scope = 'author:' || u.id) as post_count,
  (select count(*)::int from reports r where r.user_id = u.id and r.resolved_at is null) as open_reports`

/** Newest accounts first. */
export async function listModeratedUsers(
  db: Db,
  filter: {
    q?: string | undefined
    suspended?: 'true' | 'false' | undefined
    limit: number
    offset: number
  },
): Promise<{ users: ModeratedUser[]; total: number }> {
  const { q, suspended, limit, offset } = filter
  const conditions = [
    // The account that the comments of deleted accounts belong to.
    sql`u.username <> ${DELETED_USERNAME}`,
    ...(q === undefined
      ? []
      : [sql`strpos(lower(u.username || ' ' || u.display_name || ' ' || u.email), lower(${q})) > 0`]),
    ...(suspended === undefined ? [] : [sql`(u.suspended_at is not null) = ${sql.lit(suspended === 'true')}`]),
  ]
  const where = sql.join(conditions, sql` and `)
  const { rows: users } = await sql<ModeratedUser>`
    select ${USER} from users u where ${where} order by u.created_at desc, u.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from users u where ${where}`.execute(db)
  return { users, total: rows[0]?.total ?? 0 }
}

export async function findModeratedUser(db: Db, id: string): Promise<ModeratedUser | undefined> {
  const { rows } = await sql<ModeratedUser>`
    select ${USER} from users u where u.id = ${id} and u.username <> ${DELETED_USERNAME}`.execute(db)
  return rows[0]
}
