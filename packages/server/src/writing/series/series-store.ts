import type { LivePostStatus } from '@galley/contract/writing/posts'
import { type RawBuilder, sql } from 'kysely'
import type { EventRow } from '../../delivery/webhooks/post-events.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { SeriesRow, StoredSeries } from '../../reading/public/series-store.ts'
import { PRESENT } from '../posts/post-store.ts'

const POST_COUNT = sql<number>`(select count(*)::int from posts p where p.series_id = s.id and p.status <> 'deleted')`

export async function listSeries(
  db: Db,
  authorId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ series: SeriesRow[]; total: number }> {
  const { rows: series } = await sql<SeriesRow>`
    select s.*, ${POST_COUNT} as post_count from series s where s.author_id = ${authorId}
    order by s.created_at desc, s.id desc limit ${limit} offset ${offset}`.execute(db)
  return { series, total: await countSeries(db, authorId) }
}

export async function countSeries(db: Db, authorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from series where author_id = ${authorId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Throws if the author has no such series. A malformed id is like an unknown one. */
export const requireSeries = (db: Db, authorId: string, id: string) => readOwn(db, authorId, id, sql``)

/** The same, and serialises changes: posts that join the series wait too. */
export const lockSeries = (trx: Tx, authorId: string, id: string) => readOwn(trx, authorId, id, sql`for no key update`)

async function readOwn(db: Db, authorId: string, id: string, lock: RawBuilder<unknown>): Promise<SeriesRow> {
  if (!isUuid(id)) throw notFound('Series')
  const { rows } = await sql<SeriesRow>`
    select s.*, ${POST_COUNT} as post_count from series s where s.id = ${id} and s.author_id = ${authorId} ${lock}`.execute(
    db,
  )
  if (rows[0] === undefined) throw notFound('Series')
  return rows[0]
}

export type NewSeries = Pick<StoredSeries, 'id' | 'author_id' | 'slug' | SeriesField>
export type SeriesField = 'title' | 'description' | 'cover_image_url' | 'status'

export async function insertSeries(trx: Tx, series: NewSeries): Promise<SeriesRow> {
  const row = await trx.insertInto('series').values(series).returningAll().executeTakeFirstOrThrow()
  return { ...row, post_count: 0 }
}

export async function isSeriesSlugTaken(trx: Tx, authorId: string, slug: string): Promise<boolean> {
  const { rows } = await sql`select from series where author_id = ${authorId} and slug = ${slug}`.execute(trx)
  return rows.length > 0
}

export async function updateSeries(
  trx: Tx,
  before: SeriesRow,
  change: Partial<Pick<StoredSeries, SeriesField>>,
): Promise<SeriesRow> {
  const { updated_at } = await trx
    .updateTable('series')
    .set({ ...change, updated_at: PRESENT })
    .where('id', '=', before.id)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  return { ...before, ...change, updated_at }
}

/** A post of a series as its author sees it, without its text. */
export interface EntryRow extends EventRow {
  readonly status: LivePostStatus
  readonly scheduled_for: Date | null
  readonly series_position: number | null
}

const ENTRY = sql.raw(
  'p.id, p.slug, p.title, p.status, p.post_type, p.visibility, p.is_paid, p.published_at, p.created_at, p.scheduled_for, p.series_position',
)

/** All posts of a series that are not deleted, in their order. */
export async function findEntries(db: Db, seriesId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${ENTRY} from posts p where p.series_id = ${seriesId} and p.status <> 'deleted'
    order by p.series_position nulls last, p.published_at nulls last, p.id`.execute(db)
  return rows
}

/** Locks them in the order of their ids, which is the lock order of all writers. */
export async function lockEntries(trx: Tx, seriesId: string): Promise<void> {
  await sql`select from posts where series_id = ${seriesId} order by id for no key update`.execute(trx)
}

export interface NewPlace {
  readonly id: string
  readonly series_id: string | null
  readonly series_position: number | null
}

/** The caller has locked the posts. Returns the time of the change. */
export async function movePosts(trx: Tx, places: readonly NewPlace[]): Promise<Date> {
  const { rows } = await sql<{ updated_at: Date }>`
    update posts p set series_id = n.series_id, series_position = n.series_position,
      updated_at = ${PRESENT}, version = p.version + 1
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as n(id uuid, series_id uuid, series_position int)
    where p.id = n.id returning p.updated_at`.execute(trx)
  if (rows[0] === undefined) throw new Error('no post was moved')
  return rows[0].updated_at
}

/** Deleted posts may still be restored; they leave the series too. */
export async function removeSeries(trx: Tx, id: string): Promise<void> {
  await sql`update posts set series_id = null, series_position = null where series_id = ${id}`.execute(trx)
  await sql`delete from series where id = ${id}`.execute(trx)
}
