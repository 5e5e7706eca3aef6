import { type Selectable, sql } from 'kysely'
import { NIL_ID } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type IndexState = Pick<Selectable<Tables['upload_index']>, 'phase' | 'cursor' | 'finished_at'>

export function readIndexState(db: Db): Promise<IndexState> {
  return db.selectFrom('upload_index').select(['phase', 'cursor', 'finished_at']).executeTakeFirstOrThrow()
}

export async function writeIndexState(db: Db, { phase, cursor }: Pick<IndexState, 'phase' | 'cursor'>): Promise<void> {
  await db.updateTable('upload_index').set({ phase, cursor }).execute()
}

/** The next run begins with the files. It need not search posts again, because triggers record their images. */
export async function finishIndex(db: Db): Promise<void> {
  await db.updateTable('upload_index').set({ phase: 'files', cursor: '', finished_at: sql<Date>`now()` }).execute()
}

/** Records the images of the next posts by id. Returns the last id; undefined if there are no more. */
export async function indexPosts(db: Db, after: string, limit: number): Promise<string | undefined> {
  // Locked, so that a change at the same time does not leave an old use behind.
  const { rows } = await sql<{ id: string }>`
    with batch as materialized (
      select id, content, thumbnail_url, cover_image_url from posts where id > ${after || NIL_ID}::uuid
      order by id limit ${limit} for share
    )
    select id, set_image_uses('post', id, array[content, thumbnail_url, cover_image_url])::text from batch order by id`.execute(
    db,
  )
  return rows.at(-1)?.id
}

/** Records the images of all comments and profiles, which are short and rarely contain one. */
export async function indexCommentsAndProfiles(db: Db): Promise<void> {
  await sql`
    select set_image_uses('comment', id, array[content]) from (
      select id, content from comments where content like '%/posts/%' and deleted_at is null for share
    ) c`.execute(db)
  await sql`
    select set_image_uses('profile', id, array[avatar_url]) from (
      select id, avatar_url from users where avatar_url like '%/posts/%' for share
    ) u`.execute(db)
}
