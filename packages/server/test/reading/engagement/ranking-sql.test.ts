import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Ranking } from '@galley/contract/schemas/reading/public'
import { sql } from 'kysely'
import { publish } from '../../support/posts/public.ts'
import type { Person, TestServer } from '../../support/test-server.ts'
import { engagementOf, type HourOfEngagement, trendingScore } from './ranking-model.ts'
import { DAY_MS, deleteAllPosts, rankingActions, startRankings } from './ranking-set-up.ts'

let server: TestServer
let alice: Person
before(async () => {
  ;({ server, alice } = await startRankings())
})
after(() => server.close())
beforeEach(() => deleteAllPosts(server))

const { insertEngagement, listed, ranked, read, refresh } = rankingActions(() => server)

async function hoursOf(postId: string): Promise<HourOfEngagement[]> {
  const { rows } = await sql<HourOfEngagement>`
    select hour, views, likes, comments, saves, resonances from engagement_hours where post_id = ${postId}`.execute(
    server.context.db,
  )
  return rows
}

function assertNear(actual: number, expected: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, expected), `${what}: ${actual} is not ${expected}`)
}

describe('the ranking SQL', () => {
  it('returns the same numbers as the reference functions, on random data', async () => {
    const { db } = server.context
    const posts = await Promise.all(Array.from({ length: 25 }, () => publish(alice.bearer)))
    await sql`
      insert into engagement_hours
      select id, date_trunc('hour', now(), 'UTC') - make_interval(hours => hour), random() * 200, random() * 20, random() * 9, random() * 7, random() * 5
      from unnest(${posts.map(post => post.id)}::uuid[]) id, generate_series(0, 900) hour where random() < 0.05`.execute(
      db,
    )
    await refresh()

    const hours = new Map<string, HourOfEngagement[]>()
    for (const { id } of posts) hours.set(id, await hoursOf(id))
    const within = (id: string, days: number, end: Date) =>
      hours
        .get(id)!
        .filter(({ hour }) => hour.getTime() > end.getTime() - days * DAY_MS)
        .reduce((sum, hour) => sum + engagementOf(hour), 0)
    const scores: Record<string, (id: string, end: Date) => number> = {
      trending: (id, end) => trendingScore(hours.get(id)!, end),
      weekly: (id, end) => within(id, 7, end),
      monthly: (id, end) => within(id, 30, end),
    }
    for (const type of ['trending', 'weekly', 'monthly'] as const) {
      const { rankings, period_end } = await read(type)
      const end = new Date(period_end)
      const expected = posts.map(({ id }) => ({ id, score: scores[type]!(id, end) })).filter(({ score }) => score > 0)
      assert.equal(rankings.length, expected.length)
      for (const { id, score } of expected) {
        assertNear(rankings.find(entry => entry.post.id === id)!.score, score, type)
      }
      const order = rankings.map(entry => entry.score)
      assert.deepEqual(
        order,
        order.toSorted((a, b) => b - a),
      )
    }
    for (const { id } of posts) {
      const { rows } = await sql<{ trending: number; days: number; now: Date }>`
        select post_trending(${id}) as trending, extract(epoch from now())::float8 / 86400 as days, now()`.execute(db)
      const { trending, days, now } = rows[0]!
      assertNear(2 ** (trending - days), trendingScore(hours.get(id)!, now), 'post_trending')
      for (const hour of hours.get(id)!.slice(0, 3)) {
        const weighed = await sql<{ sum: number }>`
          select hour_engagement(h) as sum from engagement_hours h where post_id = ${id} and hour = ${hour.hour}`.execute(
          db,
        )
        assert.equal(weighed.rows[0]!.sum, engagementOf(hour))
      }
    }
    // The list has posts without engagement after the others.
    const order = await ranked('trending')
    assert.deepEqual((await listed('trending')).slice(0, order.length), order)
  })

  it('ranks the example of the documentation as documented', async () => {
    const [older, newer] = [await publish(alice.bearer), await publish(alice.bearer)]
    await insertEngagement(older.id, { ago: 48, views: 100, likes: 4 }, { ago: 0, views: 30 })
    await insertEngagement(newer.id, { ago: 0, views: 70 })
    await refresh()
    const score = (ranking: Ranking, id: string) => ranking.rankings.find(entry => entry.post.id === id)!.score
    const weekly = await read('weekly')
    assert.deepEqual([score(weekly, older.id), score(weekly, newer.id)], [150, 70])
    const trending = await read('trending')
    // Engagement of the current hour has aged since the hour began, equally for both.
    const since = 70 / score(trending, newer.id)
    assertNear(score(trending, older.id) * since, 60, 'trending')
    assert.deepEqual(await ranked('trending'), [newer.id, older.id])
    assert.deepEqual(await ranked('weekly'), [older.id, newer.id])
  })
})
