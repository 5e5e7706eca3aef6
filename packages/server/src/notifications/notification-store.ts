import {
  NOTIFICATION_ACTORS_MAX,
  NOTIFICATION_DAYS,
  type NotificationKind,
  UNREAD_MAX,
} from '@galley/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { readablePost } from '../db/readable-post.ts'

export interface NotificationRow {
  readonly kind: NotificationKind
  readonly count: number
  readonly actors: readonly { username: string; display_name: string; avatar_url: string | null }[]
  readonly post_id: string | null
  readonly title: string | null
  readonly slug: string | null
  readonly author: string | null
  readonly webhook_id: string | null
  readonly webhook_url: string | null
  readonly token: { readonly id: string; readonly name: string; readonly expires_at: string } | null
  readonly detail: string | null
  readonly reason: string | null
  readonly created_at: Date
  readonly read: boolean
}

/**
 * Everything that concerns a user and that the user may still see: not what was deleted or hidden since, and nothing of
 * suspended accounts. New posts of followed authors come from the public lists, so they follow every rule of these.
 */
const itemsOf = (userId: string, after: RawBuilder<unknown>) => sql`
    select n.kind, n.actor_id, n.post_id, n.webhook_id, n.token_id, n.detail, n.reason, n.created_at
    from notifications n
    left join users a on a.id = n.actor_id
    left join posts p on p.id = n.post_id
    left join comments c on c.id = n.comment_id
    left join api_tokens t on t.id = n.token_id
    where n.user_id = ${userId} and n.created_at > ${after}
      and n.kind not in (${mutedBy(userId)})
      and (n.actor_id is null or a.suspended_at is null)
      and (n.post_id is null or p.status <> 'deleted')
      and (n.comment_id is null or c.deleted_at is null and (c.hidden_at is null or n.kind = 'moderation'))
      and (n.token_id is null or t.revoked_at is null)
    union all
    select 'post', f.followee_id, l.post_id, null, null, null, null, l.published_at
    from follows f cross join lateral (
      select post_id, published_at from listings
      where scope = 'author:' || f.followee_id and published_at > greatest(f.created_at, ${after})
    ) l where f.follower_id = ${userId} and 'post' not in (${mutedBy(userId)})`

const mutedBy = (userId: string) => sql`select m.kind from muted_notifications m where m.user_id = ${userId}`

const groupsOf = (userId: string) => sql`
  with me as (select id, coalesce(notifications_read_at, '-infinity') as read_at from users where id = ${userId}),
  items as (${itemsOf(userId, since)}),
  groups as (
    select ${GROUP}, created_at <= me.read_at as read, count(*)::int as count,
      max(created_at) as created_at,
      (array_agg(actor_id order by created_at desc) filter (where actor_id is not null))[1:${sql.lit(10 * NOTIFICATION_ACTORS_MAX)}] as actor_ids
    from items, me
    group by ${GROUP}, created_at <= me.read_at, date_trunc('day', created_at, 'UTC')
  )`

/** What is told in one entry, for each day. */
const GROUP = sql`kind, post_id, webhook_id, token_id, detail, reason`

const since = sql`now() - make_interval(days => ${NOTIFICATION_DAYS})`

export async function listNotifications(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    ${groupsOf(userId)}
    select g.kind, g.count, g.post_id, p.title, p.slug, w.username as author, g.webhook_id, h.url as webhook_url, g.detail, g.reason,
      case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name, 'expires_at', t.expires_at) end as token,
      g.created_at, g.read, (
        select coalesce(jsonb_agg(jsonb_build_object('username', username, 'display_name', display_name, 'avatar_url', avatar_url) order by place), '[]')
        from (
          select u.username, u.display_name, u.avatar_url, min(a.place) as place
          from unnest(g.actor_ids) with ordinality a(id, place) join users u on u.id = a.id
          group by u.id order by place limit ${NOTIFICATION_ACTORS_MAX}
        ) named
      ) as actors
    from groups g
    left join (posts p join users w on w.id = p.author_id)
      on p.id = g.post_id and (p.author_id = ${userId} or ${readablePost('p', 'w')})
    left join webhooks h on h.id = g.webhook_id
    left join api_tokens t on t.id = g.token_id
    order by g.created_at desc, g.kind, g.post_id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countNotifications(db: Db, userId: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    ${groupsOf(userId)}
    select count(*)::int as total, (count(*) filter (where not read))::int as unread from groups`.execute(db)
  return rows[0] ?? { total: 0, unread: 0 }
}

/** For the header of every page: only what has come since the user read them last, and not all of it if that is much. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const readAt = sql`(select coalesce(notifications_read_at, '-infinity') from users where id = ${userId})`
  const { rows } = await sql<{ unread: number }>`
    with items as (
      select * from (${itemsOf(userId, sql`greatest(${readAt}, ${since})`)}) unread limit ${sql.lit(10 * UNREAD_MAX)}
    )
    select least(count(*), ${sql.lit(UNREAD_MAX)})::int as unread
    from (
      select from items group by ${GROUP}, date_trunc('day', created_at, 'UTC')
    ) groups`.execute(db)
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

export async function setMuted(db: Db, userId: string, kind: NotificationKind, muted: boolean): Promise<void> {
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

export async function pruneNotifications(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from notifications where created_at < ${since}`.execute(db)
  return Number(numAffectedRows)
}
