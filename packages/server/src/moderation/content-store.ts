import type { PostStatus, Visibility } from '@galley/contract/writing/posts'
import { type RawBuilder, sql } from 'kysely'
import { canonicalUsername } from '../identity/accounts/canonical-username.ts'
import { isUuid } from '../platform/core/ids.ts'
import type { Db, Tx } from '../platform/db/connection/database.ts'

interface AuthorRow {
  readonly author_id: string
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
}

interface HiddenRow {
  readonly hidden_at: Date | null
  readonly hidden_reason: string | null
  readonly open_reports: number
}

export interface ModeratedPost extends AuthorRow, HiddenRow {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  readonly status: PostStatus
  readonly visibility: Visibility
  readonly is_paid: boolean
  readonly salon_only: boolean
  readonly published_at: Date | null
  readonly created_at: Date
  readonly content: string
}

export interface ModeratedComment extends AuthorRow, HiddenRow {
  readonly id: string
  readonly content: string
  readonly created_at: Date
  readonly post_id: string
  readonly post_title: string
  readonly post_slug: string
  readonly post_author: string
}

export interface ContentFilter {
  readonly q?: string | undefined
  readonly username?: string | undefined
  readonly hidden?: 'true' | 'false' | undefined
  readonly limit: number
  readonly offset: number
}

/** Drafts are private. A hidden post stays visible to admins, so that it can be restored. */
export const POST_IS_MODERATED = sql`(p.status = 'published' or p.hidden_at is not null)`
export const COMMENT_IS_MODERATED = sql`c.deleted_at is null and ${POST_IS_MODERATED}`

const POST = sql`
  p.id, p.slug, p.title, p.excerpt, p.status, p.visibility, p.is_paid, p.salon_only, p.published_at, p.created_at,
  p.hidden_at, p.hidden_reason, u.id as author_id, u.username, u.display_name, u.avatar_url,
  (select count(*)::int from reports r where r.post_id = p.id and r.resolved_at is null) as open_reports`

const COMMENT = sql`
  c.id, c.content, c.created_at, c.hidden_at, c.hidden_reason, u.id as author_id, u.username, u.display_name, u.avatar_url,
  p.id as post_id, p.title as post_title, p.slug as post_slug, a.username as post_author,
  (select count(*)::int from reports r where r.comment_id = c.id and r.resolved_at is null) as open_reports`

const POSTS = sql`from posts p join users u on u.id = p.author_id`
const COMMENTS = sql`
  from comments c join users u on u.id = c.user_id join posts p on p.id = c.post_id join users a on a.id = p.author_id`

export async function listModeratedPosts(
  db: Db,
  filter: ContentFilter,
): Promise<{ posts: ModeratedPost[]; total: number }> {
  const where = sql.join([POST_IS_MODERATED, ...conditions('p', 'title', filter)], sql` and `)
  const { rows: posts } = await sql<ModeratedPost>`
    select ${POST}, '' as content ${POSTS} where ${where}
    order by coalesce(p.published_at, p.created_at) desc, p.id desc limit ${filter.limit} offset ${filter.offset}`.execute(
    db,
  )
  return { posts, total: await count(db, sql`${POSTS} where ${where}`) }
}

export async function listModeratedComments(
  db: Db,
  filter: ContentFilter,
): Promise<{ comments: ModeratedComment[]; total: number }> {
  const where = sql.join([COMMENT_IS_MODERATED, ...conditions('c', 'content', filter)], sql` and `)
  const { rows: comments } = await sql<ModeratedComment>`
    select ${COMMENT} ${COMMENTS} where ${where}
    order by c.created_at desc, c.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return { comments, total: await count(db, sql`${COMMENTS} where ${where}`) }
}

function conditions(table: 'p' | 'c', text: string, { q, username, hidden }: ContentFilter): RawBuilder<unknown>[] {
  return [
    ...(q === undefined ? [] : [sql`strpos(lower(${sql.ref(`${table}.${text}`)}), lower(${q})) > 0`]),
    ...(username === undefined ? [] : [sql`u.username = ${canonicalUsername(username) ?? ''}`]),
    ...(hidden === undefined
      ? []
      : [sql`(${sql.ref(`${table}.hidden_at`)} is not null) = ${sql.lit(hidden === 'true')}`]),
  ]
}

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return rows[0]?.total ?? 0
}

/** With its complete text. */
export async function findModeratedPost(db: Db, id: string): Promise<ModeratedPost | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<ModeratedPost>`
    select ${POST}, p.content ${POSTS} where p.id = ${id} and ${POST_IS_MODERATED}`.execute(db)
  return rows[0]
}

export async function findModeratedComment(db: Db, id: string): Promise<ModeratedComment | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<ModeratedComment>`
    select ${COMMENT} ${COMMENTS} where c.id = ${id} and ${COMMENT_IS_MODERATED}`.execute(db)
  return rows[0]
}

type HiddenState = Pick<HiddenRow, 'hidden_at' | 'hidden_reason'>

/** The preview links of a hidden post are deleted, so that they do not work again when it is restored. */
export async function setPostHidden(trx: Tx, id: string, state: HiddenState): Promise<void> {
  if (state.hidden_at !== null) await trx.deleteFrom('preview_links').where('post_id', '=', id).execute()
  await trx.updateTable('posts').set(state).where('id', '=', id).execute()
}

export async function setCommentHidden(trx: Tx, id: string, state: HiddenState): Promise<void> {
  await trx.updateTable('comments').set(state).where('id', '=', id).execute()
}

/** Serialises changes of a post and of the comments on it. */
export async function lockPostRow(trx: Tx, id: string): Promise<void> {
  if (isUuid(id)) await sql`select from posts where id = ${id} for no key update`.execute(trx)
}
