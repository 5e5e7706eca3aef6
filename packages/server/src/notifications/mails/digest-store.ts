import type { Language } from '@galley/contract/languages'
import { MAIL_TOPICS, type MailTopic } from '@galley/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
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

/** Older events are not mailed: mails were off, or the server was. They are still on the page of notifications. */
const LOOK_BACK = sql`interval '12 hours'`
/** Events of transactions that are not committed yet. It also keeps what is deleted at once out of mails. */
const SETTLED = sql`now() - interval '1 minute'`
export const DIGESTS_AT_ONCE = 500
const ENTRIES_MAX = 500

/** Posts are found by those followers of their authors who asked for mails, everything else is a row of its own. */
const eventsOf = (topic: MailTopic): RawBuilder<unknown> =>
  topic === 'posts'
    ? sql`
      select f.follower_id as user_id, 'post' as kind, l.published_at as at
      from listings l join posts p on p.id = l.post_id join follows f on f.followee_id = p.author_id
      join mail_settings s on s.user_id = f.follower_id and s.kind = 'post' and s.wanted
      where l.scope = 'all' and l.published_at > now() - ${LOOK_BACK} and l.published_at <= ${SETTLED}
        and l.published_at > f.created_at`
    : sql`
      select user_id, kind, created_at as at from notifications
      where kind = any(${MAIL_TOPICS[topic]}::text[]) and created_at > now() - ${LOOK_BACK} and created_at <= ${SETTLED}`

/**
 * Who has unread events of a topic that were not mailed, and got no mail of the topic for a while. They are marked as mailed, so a
 * second call does not return them. Only verified addresses: nobody else's mailbox can be filled.
 */
export async function takeDueDigests(trx: Tx, topic: MailTopic, pauseMs: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    with due as (
      select u.id, u.email, u.language,
        max(greatest(d.mailed_until, now() - ${LOOK_BACK})) as "from", ${SETTLED} as until
      from (${eventsOf(topic)}) e
      join users u on u.id = e.user_id
      left join mail_digests d on d.user_id = u.id and d.topic = ${topic}
      where u.suspended_at is null and u.email_verified_at is not null
        and e.at > greatest(u.notifications_read_at, d.mailed_until, '-infinity')
        and (d.mailed_at is null or d.mailed_at <= now() - make_interval(secs => ${pauseMs / 1000}))
        and ${isMailWanted(sql`u.id`, sql`e.kind`, sql`e.at`)}
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
  const { rows } = await sql<NotificationRow>`
    ${groupsOf(items, sql`'-infinity'`)} ${describeGroups(userId)} limit ${ENTRIES_MAX}`.execute(db)
  return rows
}
