import { NOTIFICATION_ACTORS_MAX, type NotificationKind } from '@galley/contract/delivery/notifications'
import { type RawBuilder, sql } from 'kysely'
import { readablePost } from '../../platform/db/readable-post.ts'

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

/** The condition under which something of a kind that happened at a time is wanted. */
type IsWanted = (kind: RawBuilder<unknown>, at: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Everything that concerns a user and that the user may still see: not what was deleted, hidden or taken back since, and nothing of
 * suspended accounts. New posts of followed authors come from the public lists, so they follow every rule of these.
 */
export const itemsOf = (userId: string, after: RawBuilder<unknown>, isWanted: IsWanted) => sql`
    select n.kind, n.actor_id, n.post_id, n.webhook_id, n.token_id, n.detail, n.reason, n.created_at
    from notifications n
    left join users a on a.id = n.actor_id
    left join posts p on p.id = n.post_id
    left join comments c on c.id = n.comment_id
    left join api_tokens t on t.id = n.token_id
    where n.user_id = ${userId} and n.created_at > ${after}
      and ${isWanted(sql`n.kind`, sql`n.created_at`)}
      and (n.actor_id is null or a.suspended_at is null)
      and (n.kind <> 'follow' or exists (
        select from follows w where w.followee_id = n.user_id and w.follower_id = n.actor_id))
      and (n.post_id is null or p.status <> 'deleted')
      and (n.comment_id is null or c.deleted_at is null and (c.hidden_at is null or n.kind = 'moderation'))
      and (n.token_id is null or t.revoked_at is null)
    union all
    select 'post', f.followee_id, l.post_id, null, null, null, null, l.published_at
    from follows f cross join lateral (
      select post_id, published_at from listings
      where scope = 'author:' || f.followee_id and published_at > greatest(f.created_at, ${after})
    ) l where f.follower_id = ${userId} and ${isWanted(sql`'post'`, sql`l.published_at`)}`

/** Notifications with the same values on the same day are one entry. */
export const GROUP = sql`kind, post_id, webhook_id, token_id, detail, reason`

export const groupsOf = (items: RawBuilder<unknown>, readAt: RawBuilder<unknown>) => sql`
  with me as (select ${readAt}::timestamptz as read_at),
  items as (${items}),
  groups as (
    select ${GROUP}, created_at <= me.read_at as read, count(*)::int as count, max(created_at) as created_at,
      (array_agg(actor_id order by created_at desc) filter (where actor_id is not null))[1:${sql.lit(10 * NOTIFICATION_ACTORS_MAX)}] as actor_ids
    from items, me
    group by ${GROUP}, created_at <= me.read_at, date_trunc('day', created_at, 'UTC')
  )`

/** The groups with names, the latest first. A post is named only to those who may read it. */
export const describeGroups = (userId: string) => sql`
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
    order by g.created_at desc, g.kind, g.post_id`

/** When the user has read notifications last. */
export const readAtOf = (userId: string) =>
  sql`(select coalesce(notifications_read_at, '-infinity') from users where id = ${userId})`
