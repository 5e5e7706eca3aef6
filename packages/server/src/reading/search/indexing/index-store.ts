import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import { FREE_CONTENT } from '../../public/public-store.ts'
import { searchedPart } from '../search-store.ts'
import type { IndexedPost, SearchDocument } from './document.ts'

const LOCK = 4_713_004

/** One process indexes at a time, so that an older text never replaces a newer one. */
export async function tryLockIndex(trx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(trx)
  return rows[0]?.locked ?? false
}

export async function lockIndex(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

export async function isQueueEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`select from search_queue limit 1`.execute(db)
  return rows.length === 0
}

/** Takes the first posts out of the queue. They are queued again if the transaction fails. */
export async function takeQueued(trx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    delete from search_queue where id in (select id from search_queue order by id limit ${limit}) returning post_id`.execute(
    trx,
  )
  return rows.map(({ post_id }) => post_id)
}

const COLUMNS = sql`p.id, p.author_id, p.title, p.subtitle, p.tags, p.is_paid, ${searchedPart(sql`p.content`)} as content,
  case when p.is_paid then ${searchedPart(FREE_CONTENT)} end as free_content,
  coalesce(p.content_sha256, sha256(convert_to(p.content, 'UTF8'))) as content_sha256`

export async function readPosts(trx: Tx, ids: readonly string[]): Promise<IndexedPost[]> {
  const { rows } = await sql<IndexedPost>`select ${COLUMNS} from posts p where p.id = any(${ids}::uuid[])`.execute(trx)
  return rows
}

export async function readPostsAfter(trx: Tx, id: string, limit: number): Promise<IndexedPost[]> {
  const { rows } = await sql<IndexedPost>`
    select ${COLUMNS} from posts p where p.id > ${id}::uuid order by p.id limit ${limit}`.execute(trx)
  return rows
}

export async function putDocuments(trx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  if (documents.length === 0) return
  const column = <K extends keyof SearchDocument>(name: K) => documents.map(document => document[name])
  const terms = documents.map(document => `{${document.terms.join()}}`)
  await sql`
    insert into search_documents (post_id, part, content_sha256, is_paid, terms)
    select post_id, part, content_sha256, is_paid, terms::integer[]
    from unnest(${column('post_id')}::uuid[], ${column('part')}::text[], ${column('content_sha256')}::bytea[],
      ${column('is_paid')}::boolean[], ${terms}::text[]) as d(post_id, part, content_sha256, is_paid, terms)
    on conflict (post_id, part) do update set content_sha256 = excluded.content_sha256, is_paid = excluded.is_paid,
      terms = excluded.terms`.execute(trx)
}

/** A post that is no longer paid has one document only. */
export async function deleteWhole(trx: Tx, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return
  await sql`delete from search_documents where post_id = any(${postIds}::uuid[]) and part = 'whole'`.execute(trx)
}

/** Documents of posts that were purged while they were being indexed. */
export async function deleteOrphans(db: Db): Promise<void> {
  await sql`
    delete from search_documents d where not exists (select from posts p where p.id = d.post_id)`.execute(db)
}

export interface IndexProgress {
  readonly version: number
  readonly cursor: string
  readonly indexed: number
  readonly finished_at: Date | null
}

/** Waits for a run in another process, which continues afterwards from the new state. */
export async function lockProgress(trx: Tx): Promise<IndexProgress> {
  const { rows } = await sql<IndexProgress>`
    select version, cursor, indexed, finished_at from search_index for update`.execute(trx)
  const [progress] = rows
  if (progress === undefined) throw new Error('the table search_index must have a row')
  return progress
}

export async function readProgress(db: Db): Promise<IndexProgress | undefined> {
  return db.selectFrom('search_index').select(['version', 'cursor', 'indexed', 'finished_at']).executeTakeFirst()
}

export async function writeProgress(trx: Tx, { version, cursor, indexed }: Omit<IndexProgress, 'finished_at'>) {
  await sql`update search_index set version = ${version}, cursor = ${cursor}, indexed = ${indexed}, finished_at = null`.execute(
    trx,
  )
}

export async function finishProgress(trx: Tx): Promise<void> {
  await sql`update search_index set finished_at = now()`.execute(trx)
}

export async function countPosts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from posts`.execute(db)
  return rows[0]?.count ?? 0
}
