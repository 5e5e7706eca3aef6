import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { PostRow } from '../posts/post-store.ts'

/** Adds a link, and removes the oldest ones of the post beyond `most`. */
export async function insertPreviewLink(
  trx: Tx,
  link: { id: string; postId: string; tokenId: string | null; seconds: number; most: number },
): Promise<Date> {
  const { id, postId, tokenId, seconds, most } = link
  const { expires_at } = await trx
    .insertInto('preview_links')
    .values({
      id,
      post_id: postId,
      token_id: tokenId,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const kept = trx
    .selectFrom('preview_links')
    .select('id')
    .where('post_id', '=', postId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  await trx.deleteFrom('preview_links').where('post_id', '=', postId).where('id', 'not in', kept).execute()
  return expires_at
}

export async function deletePreviewLinks(db: Db, postId: string): Promise<void> {
  await db.deleteFrom('preview_links').where('post_id', '=', postId).execute()
}

export async function purgeExpiredPreviewLinks(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('preview_links')
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface LinkedPostRow extends PostRow {
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly link_expires_at: Date
}

/** The post of a link that can still be used. */
export async function findLinkedPost(db: Db, linkId: string): Promise<LinkedPostRow | undefined> {
  const { rows } = await sql<LinkedPostRow>`
    select p.*, u.username, u.display_name, u.avatar_url, l.expires_at as link_expires_at
    from preview_links l join posts p on p.id = l.post_id join users u on u.id = p.author_id
    where l.id = ${linkId} and l.expires_at > now() and p.status <> 'deleted' and p.hidden_at is null
      and u.suspended_at is null and u.deletion_requested_at is null
      and not exists (select from api_tokens t where t.id = l.token_id and t.revoked_at is not null)`.execute(db)
  return rows[0]
}
