import { RANKING_MAX_ENTRIES } from '@galley/contract/limits'
import { RANKING_TYPES, type RankingType } from '@galley/contract/reading/public'
import { type RawBuilder, sql } from 'kysely'
import { RANKINGS } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { transact } from '../../platform/db/transact.ts'

/** More than are shown, so that posts that drop out before the next refresh leave no gap. */
const KEPT = 2 * RANKING_MAX_ENTRIES

const DECAYED = sql`hour_engagement(h) * power(2, -extract(epoch from now() - h.hour)::float8 / 86400)`

/** The summed columns of each ranking. */
const MEASURES: Record<Exclude<RankingType, 'saved'>, { days: number; score: RawBuilder<unknown> }> = {
  trending: { days: 7, score: DECAYED },
  weekly: { days: 7, score: sql`hour_engagement(h)` },
  monthly: { days: 30, score: sql`hour_engagement(h)` },
}

/** Refreshes snapshots, each in one transaction; readers see the old one until then. */
export async function refreshRankings(
  context: AppContext,
  types: readonly RankingType[] = RANKING_TYPES,
): Promise<void> {
  const { db } = context
  for (const type of types) {
    if (type === 'trending') await moveTrending(db)
    if (type === 'saved') await refreshSaved(db)
    else await refreshPeriod(db, type)
  }
  await transact(context, async (_trx, notify) => notify({ about: 'public', subjects: [RANKINGS] }))
}

async function refreshPeriod(db: Db, type: keyof typeof MEASURES): Promise<void> {
  const { days, score } = MEASURES[type]
  await sql`
    insert into rankings
    select ${type}, now() - make_interval(days => ${days}), now(), coalesce(jsonb_agg(jsonb_build_object('post_id', post_id, 'score', score) order by score desc), '[]'), now()
    from (
      select l.post_id, s.score from (
        select h.post_id, sum(${score})::float8 as score from engagement_hours h
        where h.hour > now() - make_interval(days => ${days}) group by h.post_id having sum(${score}) > 0
      ) s join listings l on l.scope = 'all' and l.post_id = s.post_id
      order by s.score desc, l.published_at desc, l.post_id desc limit ${KEPT}
    ) best
    on conflict (type) do update set period_start = excluded.period_start, period_end = excluded.period_end,
      entries = excluded.entries, refreshed_at = excluded.refreshed_at`.execute(db)
}

/** All-time, so its period begins with the first publication. */
async function refreshSaved(db: Db): Promise<void> {
  await sql`
    insert into rankings
    select 'saved', coalesce((select min(published_at) from posts where published_at is not null), now()), now(),
      coalesce(jsonb_agg(jsonb_build_object('post_id', id, 'score', save_count) order by save_count desc), '[]'), now()
    from (
      select p.id, p.save_count from posts p join listings l on l.scope = 'all' and l.post_id = p.id
      where p.save_count > 0 order by p.save_count desc, p.published_at desc, p.id desc limit ${KEPT}
    ) best
    on conflict (type) do update set period_start = excluded.period_start, period_end = excluded.period_end,
      entries = excluded.entries, refreshed_at = excluded.refreshed_at`.execute(db)
}

const BATCH = 1000

/**
 * Updates posts in the trending lists: those with engagement since the last refresh, and those whose engagement has
 * left the window. All others keep their place, because time lowers all scores equally. A batch locks its posts first,
 * in the order of their ids, which is the lock order of all writers.
 */
async function moveTrending(db: Db): Promise<void> {
  const { rows } = await sql<{ post_id: string }>`
    with since as (select coalesce((select refreshed_at from rankings where type = 'trending'), '-infinity') - interval '1 hour' as at)
    select distinct h.post_id from engagement_hours h, since
    where (h.hour > now() - interval '7 days' and h.hour >= since.at)
      or (h.hour <= now() - interval '7 days' and h.hour >= since.at - interval '7 days')
    order by h.post_id`.execute(db)
  for (let start = 0; start < rows.length; start += BATCH) {
    const ids = rows.slice(start, start + BATCH).map(row => row.post_id)
    await db.transaction().execute(async trx => {
      await sql`select from posts where id = any(${ids}) order by id for no key update`.execute(trx)
      await sql`select place_trending(${ids})`.execute(trx)
    })
  }
}
