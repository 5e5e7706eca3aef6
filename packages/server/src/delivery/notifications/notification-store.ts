import { NOTIFICATION_DAYS, type OptionalNotificationKind, UNREAD_MAX } from '@galley/contract/delivery/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { describeGroups, GROUP, groupsOf, itemsOf, type NotificationRow, readAtOf } from './notification-items.ts'

const since = sql`now() - make_interval(days => ${NOTIFICATION_DAYS})`

const shownTo = (userId: string, after: RawBuilder<unknown>) =>
  itemsOf(
    userId,
    after,
    kind => sql`${kind} not in (select m.kind from muted_notifications m where m.user_id = ${userId})`,
  )

const groupsShownTo = (userId: string) => groupsOf(shownTo(userId, since), readAtOf(userId))

export async function listNotifications(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    ${groupsShownTo(userId)} ${describeGroups(userId)} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countNotifications(db: Db, userId: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    ${groupsShownTo(userId)}
    select count(*)::int as total, (count(*) filter (where not read))::int as unread from groups`.execute(db)
  return rows[0] ?? { total: 0, unread: 0 }
}

/** For the header of every page: only what has come since the user read them last, and not all of it if that is much. */
export const unreadCount = (userId: string): RawBuilder<number> => sql<number>`(
  with items as (
    select * from (${shownTo(userId, sql`greatest(${readAtOf(userId)}, ${since})`)}) unread limit ${sql.lit(10 * UNREAD_MAX)}
  )
  select least(count(*), ${sql.lit(UNREAD_MAX)})::int
  from (
    select from items group by ${GROUP}, date_trunc('day', created_at, 'UTC')
  ) groups)`

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select ${unreadCount(userId)} as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Never goes back, and not beyond the present: what happens later stays unread. */
export async function markRead(db: Db, userId: string, until: Date): Promise<void> {
  await sql`
    update users set notifications_read_at = greatest(notifications_read_at, least(${until}, now()))
    where id = ${userId}`.execute(db)
}

export async function listMuted(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('muted_notifications').select('kind').where('user_id', '=', userId).execute()
  return new Set(rows.map(({ kind }) => kind))
}

export async function setMuted(db: Db, userId: string, kind: OptionalNotificationKind, muted: boolean): Promise<void> {
  if (muted) {
    await db
      .insertInto('muted_notifications')
      .values({ user_id: userId, kind })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return
  }
  await db.deleteFrom('muted_notifications').where('user_id', '=', userId).where('kind', '=', kind).execute()
}

export async function pruneNotifications(db: Db): Promise<void> {
  await sql`delete from notifications where created_at < ${since}`.execute(db)
}
