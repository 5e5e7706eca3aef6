import { MAIL_TOPICS, type MailTopic } from '@galley/contract/delivery/notifications'
import type { Language } from '@galley/contract/identity/languages'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import { mailsOfLastHour } from '../../mail/mail-store.ts'
import { describeGroups, groupsOf, itemsOf, type NotificationRow, readAtOf } from '../notification-items.ts'
import { isMailWanted } from './mail-settings-store.ts'

/** The time that a mail is about. */
export interface Period {
  readonly from: Date
  readonly until: Date
}

export interface DueDigest extends Period {
  readonly userId: string
  readonly email: string
  readonly language: Language | null
}

/**
 * Older events are not mailed: mails were off, or the server was, or a backup was restored since. They are still on the
 * page of notifications.
 */
const EARLIEST = sql`greatest(now() - interval '12 hours', (select since from mail_start))`
/**
 * Later events are left for the next mail: their transactions may not be committed yet. So what is deleted at once is
 * not mailed either.
 */
const SETTLED = sql`now() - interval '1 minute'`
export const DIGESTS_AT_ONCE = 500
const ENTRIES_MAX = 500
/** An advisory lock of a transaction. */
const LOCK = 4_713_003

/** Names and texts of accounts whose address nobody has verified are not mailed to others. */
const isVerifiedActor = (actorId: RawBuilder<unknown>) => sql`(${actorId} is null or exists (
  select from users v where v.id = ${actorId} and v.email_verified_at is not null))`

/** Whether there was an event for the post: followers get no mail about an imported post without events. */
const wasTold = (postId: RawBuilder<unknown>) => sql`exists (
  select from events v where v.post_id = ${postId} and v.name = 'post.published')`

/**
 * Posts are found by their authors' followers, everything else is a row of its own. Mails about posts are sent only to those
 * who asked for them, so the search begins with them: a popular author has many followers, and few who asked. Of each author
 * the latest post is enough.
 */
const eventsOf = (topic: MailTopic): RawBuilder<unknown> =>
  topic === 'posts'
    ? sql`
      select s.user_id, s.kind, r.at
      from mail_settings s join follows f on f.follower_id = s.user_id
      join (
        select p.author_id, max(l.published_at) as at from listings l join posts p on p.id = l.post_id
        where l.scope = 'all' and l.published_at > ${EARLIEST} and l.published_at <= ${SETTLED}
          and ${wasTold(sql`p.id`)} and ${isVerifiedActor(sql`p.author_id`)}
        group by p.author_id
      ) r on r.author_id = f.followee_id and r.at > f.created_at
      where s.kind = 'post' and s.wanted`
    : sql`
      select user_id, kind, created_at as at from notifications
      where kind = any(${MAIL_TOPICS[topic]}::text[]) and created_at > ${EARLIEST} and created_at <= ${SETTLED}
        and ${isVerifiedActor(sql`actor_id`)}`

/**
 * Who has unread events of a topic that were not mailed, and got no mail of the topic for a while, nor too many in the last
 * hour. They are marked as mailed, so a second call does not return them. Only verified addresses: nobody else's mailbox can
 * be filled.
 */
export async function takeDueDigests(
  trx: Tx,
  topic: MailTopic,
  { pauseMs, mostPerHour }: { readonly pauseMs: number; readonly mostPerHour: number },
): Promise<DueDigest[]> {
  // A second run would not see what the first one has marked.
  const lock = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(trx)
  if (!lock.rows[0]?.locked) return []
  const { rows } = await sql<DueDigest>`
    with due as (
      select u.id, u.email, u.language,
        max(greatest(d.mailed_until, ${EARLIEST})) as "from", ${SETTLED} as until
      from (${eventsOf(topic)}) e
      join users u on u.id = e.user_id
      left join mail_digests d on d.user_id = u.id and d.topic = ${topic}
      where u.suspended_at is null and u.email_verified_at is not null
        and e.at > greatest(u.notifications_read_at, d.mailed_until, '-infinity')
        and (d.mailed_at is null or d.mailed_at <= now() - make_interval(secs => ${pauseMs / 1000}))
        and ${isMailWanted(sql`u.id`, sql`e.kind`, sql`e.at`)}
        and ${mailsOfLastHour(sql`u.email`, sql`${topic}`)} < ${mostPerHour}
      group by u.id limit ${DIGESTS_AT_ONCE}
    ), marked as (
      insert into mail_digests as m (user_id, topic, mailed_until, mailed_at)
      select id, ${topic}, until, now() from due
      on conflict (user_id, topic) do update set mailed_until = excluded.mailed_until, mailed_at = excluded.mailed_at
        where m.mailed_at <= now() - make_interval(secs => ${pauseMs / 1000})
      returning user_id
    )
    select id as "userId", email, language, "from", until from due join marked on user_id = id`.execute(trx)
  return rows
}

export interface Recipient {
  readonly username: string
  readonly language: Language | null
}

/** Undefined if the account may not get a mail at this address any more. */
export function findRecipient(db: Db, userId: string, address: string): Promise<Recipient | undefined> {
  return db
    .selectFrom('users')
    .select(['username', 'language'])
    .where('id', '=', userId)
    .where(sql<boolean>`lower(email) = lower(${address})`)
    .where('suspended_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
}

/** What happened in the period, as far as the user may see it now, still wants it and has not read it. */
export async function readDigest(
  db: Db,
  userId: string,
  topic: MailTopic,
  { from, until }: Period,
): Promise<NotificationRow[]> {
  const items = itemsOf(
    userId,
    sql`greatest(${readAtOf(userId)}, ${from}::timestamptz)`,
    (kind, at) => sql`(${kind} = any(${MAIL_TOPICS[topic]}::text[]) and ${at} <= ${until}::timestamptz
      and ${isMailWanted(sql`${userId}::uuid`, kind, at)})`,
  )
  const told = sql`
    select * from (${items}) i
    where ${isVerifiedActor(sql`i.actor_id`)} and (i.kind <> 'post' or ${wasTold(sql`i.post_id`)})`
  const { rows } = await sql<NotificationRow>`
    ${groupsOf(told, sql`'-infinity'`)} ${describeGroups(userId)} limit ${ENTRIES_MAX}`.execute(db)
  return rows
}
