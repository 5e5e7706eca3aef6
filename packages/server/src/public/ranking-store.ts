import type { RankingType } from '@galley/contract/posts/public'
import { sql } from 'kysely'
import type { Db } from '../db/connection/database.ts'
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
  readonly entries: readonly { post_id: string; score: number }[]
}

export async function findRanking(db: Db, type: RankingType): Promise<RankingRow | undefined> {
  const { rows } =
    await sql<RankingRow>`select period_start, period_end, entries from rankings where type = ${type}`.execute(db)
  return rows[0]
}

/**
 * The posts of a snapshot in their current state; one that is no longer public is skipped, and those behind it move up.
 */
export async function rankedPosts(db: Db, entries: RankingRow['entries'], limit: number): Promise<RankedRow[]> {
  // Usually none is missing: then the best ones are enough, with all that tie with the last one.
  const least = entries[limit - 1]?.score ?? Number.NEGATIVE_INFINITY
  const best = entries.filter(({ score }) => score >= least)
  const posts = await findRanked(db, best, limit)
  return posts.length === limit || best.length === entries.length ? posts : findRanked(db, entries, limit)
}

async function findRanked(db: Db, entries: RankingRow['entries'], limit: number): Promise<RankedRow[]> {
  const { rows } = await sql<RankedRow>`
    select p.id, p.title, p.slug, p.like_count, r.score, u.username, u.display_name, u.avatar_url, p.author_id, ${sql.raw(CARD)}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r(post_id uuid, score float8)
    join listings l on l.scope = 'all' and l.post_id = r.post_id
    join posts p on p.id = r.post_id join users u on u.id = p.author_id
    where u.suspended_at is null
    order by r.score desc, p.published_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}
