import { SERIES_POSTS_MAX } from '@galley/contract/limits'
import { sql } from 'kysely'
import type { FieldIssue } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import type { Db } from '../../../platform/db/connection/database.ts'

/**
 * Why a post cannot join a series. The lock of the series makes the limit hold: those who join it are counted one after
 * the other.
 */
export async function joinIssues(db: Db, userId: string, seriesId: string | null): Promise<readonly FieldIssue[]> {
  if (seriesId === null) return []
  if (!(await lockOwnSeries(db, userId, seriesId))) return [issue('INVALID_VALUE', UNKNOWN)]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts where series_id = ${seriesId} and status <> 'deleted'`.execute(db)
  return (rows[0]?.count ?? 0) < SERIES_POSTS_MAX ? [] : [issue('TOO_MANY', FULL)]
}

/** Locks the series; false if the author has no such one. */
export async function lockOwnSeries(db: Db, userId: string, seriesId: string): Promise<boolean> {
  if (!isUuid(seriesId)) return false
  const { rows } = await sql`
    select from series where id = ${seriesId} and author_id = ${userId} for no key update`.execute(db)
  return rows.length > 0
}

const UNKNOWN = 'You have no series with this id.'
const FULL = `A series has at most ${SERIES_POSTS_MAX} posts.`

const issue = (code: FieldIssue['code'], message: string): FieldIssue => ({ field: 'series_id', code, message })
