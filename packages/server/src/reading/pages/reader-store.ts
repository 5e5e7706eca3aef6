import type { ReaderState } from '@galley/contract/schemas/reading/pages'
import { type RawBuilder, sql } from 'kysely'
import { unreadCount } from '../../delivery/notifications/notification-store.ts'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { accessOf, isVisibleTo } from '../../selling/access.ts'
import { FIRST, matchesName, PUBLISHED } from '../public/public-store.ts'

/** What a page is about; missing or empty if it is about neither. */
interface Subject {
  /** `@username/slug` */
  readonly post?: string | undefined
  readonly username?: string | undefined
}

type State = Pick<ReaderState, 'unread' | 'post' | 'user'>

/** Everything that a page shows of its reader, in one statement. */
export async function findReaderState(db: Db, userId: string, { post, username }: Subject): Promise<State> {
  const { rows } = await sql<State>`
    select ${unreadCount(userId)} as unread,
      ${!post ? sql`null::json` : stateOfPost(userId, post)} as post,
      ${!username ? sql`null::json` : stateOfUser(userId, username)} as user`.execute(db)
  return rows[0] ?? { unread: 0, post: null, user: null }
}

/** Null if the reader may not see the post. */
function stateOfPost(userId: string, name: string): RawBuilder<unknown> {
  // Not `exists`, which may search a whole table if its statistics promise an early find.
  const reacted = (table: string) =>
    sql`(select count(*) = 1 from ${sql.table(table)} where post_id = f.id and user_id = ${userId})`
  return sql`(
    select json_build_object('is_paid', f.is_paid, 'salon_only', f.salon_only, 'access', f.access,
      'liked', ${reacted('likes')}, 'saved', ${reacted('saves')}, 'resonated', ${reacted('resonances')},
      'following_author', (select count(*) = 1 from follows where followee_id = f.author_id and follower_id = ${userId}),
      'is_author', f.author_id = ${userId}, 'like_count', f.like_count, 'save_count', f.save_count,
      'resonated_count', f.resonated_count, 'has_hidden_comments', (
        select count(*) > 0 from comments
        where post_id = f.id and user_id = ${userId} and deleted_at is null and hidden_at is not null))
    from (
      select p.id, p.author_id, p.is_paid, p.salon_only, p.like_count, p.save_count, p.resonated_count,
        ${accessOf(userId)} as access
      from posts p join users u on u.id = p.author_id
      where ${matchesName(name)} and ${PUBLISHED} and ${isVisibleTo(userId)} ${FIRST}
    ) f)`
}

const stateOfUser = (userId: string, username: string): RawBuilder<unknown> => sql`(
  select json_build_object('is_self', u.id = ${userId},
    'following', (select count(*) = 1 from follows where followee_id = u.id and follower_id = ${userId}))
  from users u where lower(u.username) = ${canonicalUsername(username) ?? ''} and u.suspended_at is null)`
