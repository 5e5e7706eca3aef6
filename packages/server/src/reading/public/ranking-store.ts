import type { RankingType } from '@galley/contract/reading/public'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { CARD, type CardRow } from './public-store.ts'

export interface RankedRow extends CardRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly like_count: number
  readonly score: number
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly author_id: string
}

export interface RankingRow {
  readonly period_start: Date
  readonly period_end: Date
  readonly entry_count: number
  readonly posts: readonly RankedRow[]
}

/**
 * A snapshot with its posts in their current state; one that is no longer public is skipped, and those behind it move up.
 * Undefined before the first refresh.
 */
export async function findRanking(db: Db, type: RankingType, limit: number): Promise<RankingRow | undefined> {
  // Usually none is missing: then the best ones are enough, with all that tie with the last one.
  const ofLast = sql`coalesce((
    select score from jsonb_to_recordset(k.entries) as s(score float8) order by score desc offset ${limit - 1} limit 1
  ), '-infinity')`
  const best = await readRanking(db, type, limit, ofLast)
  const isWhole = best === undefined || best.posts.length === Math.min(limit, best.entry_count)
  return isWhole ? best : readRanking(db, type, limit, sql`'-infinity'`)
}

async function readRanking(
  db: Db,
  type: RankingType,
  limit: number,
  leastScore: RawBuilder<unknown>,
): Promise<RankingRow | undefined> {
  type Row = Omit<RankingRow, 'posts'> & (RankedRow | { readonly id: null })
  const { rows } = await sql<Row>`
    select k.period_start, k.period_end, jsonb_array_length(k.entries) as entry_count, best.*
    from rankings k left join lateral (
      select p.id, p.title, p.slug, p.like_count, r.score, u.username, u.display_name, u.avatar_url, p.author_id,
        p.published_at, ${sql.raw(CARD)}
      from jsonb_to_recordset(k.entries) as r(post_id uuid, score float8)
      join listings l on l.scope = 'all' and l.post_id = r.post_id
      join posts p on p.id = r.post_id join users u on u.id = p.author_id
      where u.suspended_at is null and r.score >= ${leastScore}
      order by r.score desc, p.published_at desc, p.id desc limit ${limit}
    ) best on true
    where k.type = ${type} order by best.score desc, best.published_at desc, best.id desc`.execute(db)
  const [first] = rows
  return first && { ...first, posts: rows.filter(row => row.id !== null) }
}
