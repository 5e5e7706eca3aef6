import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { NIL_ID } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { readablePost } from '../../platform/db/readable-post.ts'
import type { Tables } from '../../platform/db/schema.ts'

const TEXTS_PAGE = 50
/** A page of long texts ends with the one that exceeds this: it stays in memory while a slow client reads. */
const TEXTS_PAGE_BYTES = 4 * 1024 * 1024
const LIST_PAGE = 500

/** Posts of others that everybody can read. */
const READABLE = readablePost('p', 'a')

/** Reads rows in the order of their ids, a page at a time. */
async function* inPages<T extends { id: string }>(size: number, read: (after: string) => Promise<T[]>) {
  let after = NIL_ID
  for (;;) {
    const rows = await read(after)
    yield* rows
    after = rows.at(-1)?.id ?? after
    if (rows.length < size) return
  }
}

const ENTRY = [
  'id',
  'external_id',
  'title',
  'slug',
  'status',
  'series_id',
  'created_at',
  'updated_at',
  'published_at',
  'view_count',
  'like_count',
  'save_count',
  'comment_count',
  'resonated_count',
] as const

/** A post in a list, without its text. */
export type ExportedEntry = Pick<Selectable<Tables['posts']>, (typeof ENTRY)[number]>

/** All posts of an author, those in the trash included. */
export const eachEntry = (db: Db, authorId: string): AsyncGenerator<ExportedEntry> =>
  inPages(LIST_PAGE, after => postsAfter(db, authorId, after).select(ENTRY).limit(LIST_PAGE).execute())

export type ExportedPost = Selectable<Tables['posts']> & { readonly series_title: string | null }

/** The same with their texts. */
export const eachPost = (db: Db, authorId: string): AsyncGenerator<ExportedPost> =>
  inPages(1, async after => {
    const next = sql`select p.id, p.content from posts p where p.author_id = ${authorId} and p.id > ${after}
      order by p.id limit ${TEXTS_PAGE}`
    const { rows } = await sql<ExportedPost>`
      select p.*, s.title as series_title from (${firstTexts(next, sql`id`)}) page
      join posts p on p.id = page.id left join series s on s.id = p.series_id order by p.id`.execute(db)
    return rows
  })

/** Of rows with the column `content`, the first ones that fit into a page; at least one. */
const firstTexts = (rows: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from (
    select *, sum(octet_length(content)) over (order by ${order}) - octet_length(content) as bytes_before from (${rows}) next
  ) summed where bytes_before < ${TEXTS_PAGE_BYTES}`

const postsAfter = (db: Db, authorId: string, after: string) =>
  db.selectFrom('posts').where('author_id', '=', authorId).where('id', '>', after).orderBy('id')

export type ExportedRevision = Pick<
  Selectable<Tables['post_revisions']>,
  'id' | 'post_id' | 'is_pending' | 'client_name' | 'title' | 'content' | 'fields' | 'created_at' | 'saved_at'
>

/** All kept versions of the texts, and changes that readers do not see yet, by post. */
export async function* eachRevision(db: Db, authorId: string): AsyncGenerator<ExportedRevision> {
  let last = { post_id: NIL_ID, id: NIL_ID }
  for (;;) {
    const next = sql`
      select r.id, r.post_id, r.is_pending, r.client_name, r.title, r.content, r.fields, r.created_at, r.saved_at
      from posts p join post_revisions r on r.post_id = p.id
      where p.author_id = ${authorId} and p.id >= ${last.post_id} and (r.post_id, r.id) > (${last.post_id}, ${last.id})
      order by p.id, r.id limit ${TEXTS_PAGE}`
    const order = sql`post_id, id`
    const { rows } = await sql<ExportedRevision>`${firstTexts(next, order)} order by ${order}`.execute(db)
    yield* rows
    last = rows.at(-1) ?? last
    if (rows.length === 0) return
  }
}

export const eachUpload = (
  db: Db,
  userId: string,
): AsyncGenerator<Pick<Selectable<Tables['uploads']>, 'id' | 'path'>> =>
  inPages(LIST_PAGE, after =>
    db
      .selectFrom('uploads')
      .select(['id', 'path'])
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(LIST_PAGE)
      .execute(),
  )

export interface ExportedComment {
  readonly id: string
  readonly post_id: string
  /** Null for a post of another author that not everybody can read. */
  readonly post_title: string | null
  /** The commenter's public name. */
  readonly username: string | null
  readonly content: string
  readonly created_at: Date
}

/** Comments that the account wrote, or that others wrote on its posts and everybody can see. */
export const eachComment = (db: Db, userId: string, whose: 'own' | 'received'): AsyncGenerator<ExportedComment> =>
  inPages(LIST_PAGE, async after => {
    const { rows } = await sql<ExportedComment>`
      select c.id, c.post_id, u.username, c.content, c.created_at,
        case when a.id = ${userId} or (${READABLE})
          then p.title end as post_title
      from comments c join posts p on p.id = c.post_id join users a on a.id = p.author_id
      left join users u on u.id = c.user_id
      where c.deleted_at is null and c.id > ${after} and ${
        whose === 'own'
          ? sql`c.user_id = ${userId}`
          : sql`p.author_id = ${userId} and c.user_id is distinct from ${userId} and (u.id is null or u.suspended_at is null) and c.hidden_at is null`
      }
      order by c.id limit ${LIST_PAGE}`.execute(db)
    return rows
  })

/** What is stored about the account beside its posts, images and comments. No secrets. */
export async function readAccountData(db: Db, userId: string): Promise<Record<string, unknown>> {
  const [account] = await rows(
    db,
    sql`select id, username, email, display_name, bio, avatar_url, plan, role, is_verified,
        email_verified_at, language, notifications_read_at, follower_count, created_at, updated_at
      from users where id = ${userId}`,
  )
  const reactions = (table: string) =>
    rows(
      db,
      sql`select r.post_id, p.title, a.username as author, r.created_at from ${sql.table(table)} r
        join posts p on p.id = r.post_id join users a on a.id = p.author_id
        where r.user_id = ${userId} and ${READABLE} order by r.created_at`,
    )
  return {
    account,
    sessions: await rows(
      db,
      sql`select user_agent, created_at, last_used_at, expires_at from sessions where user_id = ${userId} order by created_at`,
    ),
    known_devices: await rows(
      db,
      sql`select last_used_at from known_devices where user_id = ${userId} order by last_used_at`,
    ),
    passkeys: await rows(
      db,
      sql`select name, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at`,
    ),
    recovery_codes: await rows(
      db,
      sql`select count(*)::int as remaining, max(created_at) as created_at from recovery_codes where user_id = ${userId}`,
    ),
    tokens: await rows(
      db,
      sql`select name, token_prefix, scopes, created_at, last_used_at, expires_at, revoked_at
        from api_tokens where user_id = ${userId} order by created_at`,
    ),
    webhooks: await rows(
      db,
      sql`select url, event_types, status, description, created_at from webhooks where user_id = ${userId} order by created_at`,
    ),
    mail_settings: await rows(
      db,
      sql`select kind, wanted, changed_at from mail_settings where user_id = ${userId} order by kind`,
    ),
    muted_notifications: await rows(
      db,
      sql`select kind from muted_notifications where user_id = ${userId} order by kind`,
    ),
    notifications: await rows(
      db,
      sql`select n.kind, u.username as actor, n.post_id, n.comment_id, n.detail, n.reason, n.created_at
        from notifications n left join users u on u.id = n.actor_id and u.suspended_at is null
        where n.user_id = ${userId} order by n.created_at, n.id`,
    ),
    salons: await rows(
      db,
      sql`select s.id, s.name, m.role, m.created_at from salon_members m join salons s on s.id = m.salon_id
        where m.user_id = ${userId} order by m.created_at`,
    ),
    follows: await rows(
      db,
      sql`select u.username, f.created_at from follows f join users u on u.id = f.followee_id
        where f.follower_id = ${userId} and u.suspended_at is null order by f.created_at`,
    ),
    likes: await reactions('likes'),
    saves: await reactions('saves'),
    resonances: await reactions('resonances'),
    reports: await rows(
      db,
      sql`select post_id, comment_id, user_id, reason, note, created_at, resolved_at from reports
        where reporter_id = ${userId} order by created_at`,
    ),
    series: await rows(
      db,
      sql`select id, slug, title, description, cover_image_url, status, created_at from series
        where author_id = ${userId} order by created_at`,
    ),
    purchases: await rows(
      db,
      sql`select id, status, post_id, title, author_name, price_jpy, created_at, paid_at, refunded_at
        from purchases where user_id = ${userId} order by created_at`,
    ),
    assistant_calls: await rows(
      db,
      sql`select client_name as client, tool, post_id, is_error, created_at from agent_calls
        where user_id = ${userId} order by created_at, id`,
    ),
    redirects: await rows(
      db,
      sql`select path, post_id, created_at from redirects where user_id = ${userId} order by path`,
    ),
  }
}

/** Views and reactions by day, of the days that are stored. */
export const readDays = (db: Db, authorId: string): Promise<unknown[]> =>
  rows(
    db,
    sql`select h.post_id, (h.hour at time zone 'UTC')::date::text as day, sum(h.views)::int as views,
        sum(h.likes)::int as likes, sum(h.comments)::int as comments, sum(h.saves)::int as saves,
        sum(h.resonances)::int as resonances
      from engagement_hours h join posts p on p.id = h.post_id
      where p.author_id = ${authorId} group by 1, 2 order by 2, 1`,
  )

async function rows(db: Db, query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(db as Kysely<unknown>)).rows
}
