import { REVISION_MINUTES, REVISIONS_MAX_PER_POST } from '@galley/contract/limits'
import { type Selectable, sql } from 'kysely'
import { newId } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { type PostRow, PRESENT } from './post-store.ts'
import type { PostState } from './rules/post-state.ts'
import { OTHER_FIELDS, VERSION_COLUMNS, VERSION_OF_POST } from './version-columns.ts'

export type RevisionRow = Selectable<Tables['post_revisions']>
export type ListedRevision = Omit<RevisionRow, 'content' | 'fields' | 'is_sealed'>

const NEWEST = sql`order by created_at desc, id desc`

/**
 * Stores the current version of a post. Saves by the same client within a few minutes are one revision, if they may be
 * merged. A pending revision becomes an ordinary one. Returns whether the post had revisions before.
 */
export async function recordVersion(
  trx: Tx,
  postId: string,
  clientName: string | null,
  mayMerge: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ had_any: boolean; thin_out: boolean }>`
    with latest as (
      select id, created_at, client_name, is_sealed from post_revisions where post_id = ${postId} and not is_pending
      ${NEWEST} limit 1
    ), merged as (
      update post_revisions r set (${sql.raw(VERSION_COLUMNS)}, saved_at) = (${sql.raw(VERSION_OF_POST)}, ${PRESENT})
      from latest l, posts p
      where r.id = l.id and p.id = r.post_id and ${mayMerge} and not l.is_sealed
        and l.client_name is not distinct from ${clientName}
        and l.created_at > ${PRESENT} - make_interval(mins => ${REVISION_MINUTES})
      returning r.id
    ), former as (
      update post_revisions set is_pending = false where post_id = ${postId} and is_pending
    ), added as (
      insert into post_revisions (id, post_id, client_name, ${sql.raw(VERSION_COLUMNS)}, created_at, saved_at)
      select ${newId()}, p.id, ${clientName}, ${sql.raw(VERSION_OF_POST)}, ${PRESENT}, ${PRESENT}
      from posts p where p.id = ${postId} and not exists (select from merged)
    )
    select exists (select from latest) as had_any,
      exists (select from latest where created_at < date_trunc('hour', ${PRESENT}))
        or (select count(*) from post_revisions where post_id = ${postId}) >= ${REVISIONS_MAX_PER_POST} as thin_out
    where not exists (select from merged)`.execute(trx)
  // No row: the version was merged.
  const { had_any = true, thin_out = false } = rows[0] ?? {}
  if (thin_out) await thinOut(trx, postId)
  return had_any
}

/** Readers have seen the latest version, so that later saves must not be merged into it. */
export async function sealLatest(trx: Tx, postId: string): Promise<void> {
  await sql`
    update post_revisions set is_sealed = true where id = (
      select id from post_revisions where post_id = ${postId} and not is_pending ${NEWEST} limit 1)`.execute(trx)
}

/**
 * Fewer revisions the older they are, for each client. Which of them stay changes once an hour only, unless there are too
 * many.
 */
async function thinOut(trx: Tx, postId: string): Promise<void> {
  await sql`
    with timed as (
      select id, created_at, row_number() over (
        partition by client_name, case
          when created_at > now() - interval '1 day' then id::text
          when created_at > now() - interval '7 days' then date_trunc('hour', created_at)::text
          when created_at > now() - interval '90 days' then date_trunc('day', created_at)::text
          else date_trunc('week', created_at)::text end
        order by created_at desc, id desc) as place_in_time
      from post_revisions where post_id = ${postId} and not is_pending
    ), kept as (
      select id from timed where place_in_time = 1 ${NEWEST} limit ${REVISIONS_MAX_PER_POST}
    )
    delete from post_revisions where id in (select id from timed except select id from kept)`.execute(trx)
}

/** A version with its fields as they are given, not as they are in the post. */
export async function insertRevision(
  trx: Tx,
  postId: string,
  state: PostState,
  about: { is_pending: boolean; client_name: string | null; created_at?: Date },
): Promise<RevisionRow> {
  const { created_at = PRESENT } = about
  return trx
    .insertInto('post_revisions')
    .values({
      id: newId(),
      post_id: postId,
      ...about,
      title: state.title,
      content: state.content,
      content_sha256: sql<string>`encode(sha256(convert_to(${state.content}, 'UTF8')), 'hex')`,
      fields: JSON.stringify(Object.fromEntries(OTHER_FIELDS.map(name => [name, state[name]]))),
      created_at,
      saved_at: created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findPending(db: Db, postId: string): Promise<RevisionRow | undefined> {
  return db
    .selectFrom('post_revisions')
    .selectAll()
    .where('post_id', '=', postId)
    .where('is_pending', '=', true)
    .executeTakeFirst()
}

/** Removes the pending revision; if another client made it, or some time ago, it stays as an ordinary one. */
export async function retirePending(trx: Tx, postId: string, clientName: string | null): Promise<void> {
  await sql`
    delete from post_revisions where post_id = ${postId} and is_pending and client_name is not distinct from ${clientName}
      and created_at > ${PRESENT} - make_interval(mins => ${REVISION_MINUTES})`.execute(trx)
  await keepPending(trx, postId)
}

/** Makes the pending revision an ordinary one. */
export async function keepPending(trx: Tx, postId: string): Promise<void> {
  const { numAffectedRows = 0n } =
    await sql`update post_revisions set is_pending = false where post_id = ${postId} and is_pending`.execute(trx)
  if (numAffectedRows > 0n) await thinOut(trx, postId)
}

export async function deletePending(trx: Tx, postId: string): Promise<void> {
  await trx.deleteFrom('post_revisions').where('post_id', '=', postId).where('is_pending', '=', true).execute()
}

export async function listRevisions(
  db: Db,
  { id }: Pick<PostRow, 'id'>,
  page: { limit: number; offset: number },
): Promise<{ revisions: ListedRevision[]; total: number }> {
  const ofPost = db.selectFrom('post_revisions').where('post_id', '=', id)
  const revisions = await ofPost
    .select(['id', 'post_id', 'is_pending', 'client_name', 'title', 'content_sha256', 'created_at', 'saved_at'])
    .orderBy('is_pending', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await ofPost.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { revisions, total }
}

export function findRevision(db: Db, postId: string, id: string): Promise<RevisionRow | undefined> {
  return db
    .selectFrom('post_revisions')
    .selectAll()
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .executeTakeFirst()
}
