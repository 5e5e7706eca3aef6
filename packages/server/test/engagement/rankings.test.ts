import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { RANKING_REFRESH_MS } from '@galley/contract/limits'
import { RANKING_TYPES, type RankingType } from '@galley/contract/public'
import type { Ranking } from '@galley/contract/schemas/public'
import { sql } from 'kysely'
import { createHandlers } from '../../src/job-handlers.ts'
import { CRONTAB } from '../../src/jobs/tasks.ts'
import { refreshRankings } from '../../src/public/refresh-rankings.ts'
import { assertError } from '../support/client.ts'
import { changePost, POSTS } from '../support/posts.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER, setSuspended } from '../support/public.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'
import { engagementOf, type HourOfEngagement, trendingScore } from './ranking-model.ts'

const DAY_MS = 24 * 3_600_000

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  // The caches' clock stands still, so that only changes refresh responses.
  const now = new Date()
  server = await startTestServer({ clock: { now: () => now } })
  alice = await server.person()
  bob = await server.person()
})
after(() => server.close())
beforeEach(async () => {
  await sql`delete from posts`.execute(server.context.db)
  await sql`delete from rankings`.execute(server.context.db)
  server.context.responses.clear()
})

const refresh = (...types: RankingType[]) =>
  types.length > 0 ? refreshRankings(server.context, types) : refreshRankings(server.context)

async function read(type: RankingType, limit = 100): Promise<Ranking> {
  const { status, body } = await server.anyone.get(`${PUBLIC}/ranking?type=${type}&limit=${limit}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const ranked = async (type: RankingType, limit?: number) =>
  (await read(type, limit)).rankings.map(entry => entry.post.id)
const listed = async (sort: string): Promise<string[]> =>
  (await server.anyone.get(`${PUBLIC}/posts?sort=${sort}&limit=100`)).body.posts.map((post: { id: string }) => post.id)

/** Inserts engagement of some hours; `ago` counts back from the current hour. */
async function happened(postId: string, ...hours: ({ ago: number } & Partial<HourOfEngagement>)[]): Promise<void> {
  for (const { ago, views = 0, likes = 0, comments = 0, saves = 0, resonances = 0 } of hours) {
    await sql`
      insert into engagement_hours
      values (${postId}, date_trunc('hour', now(), 'UTC') - make_interval(hours => ${ago}), ${views}, ${likes}, ${comments}, ${saves}, ${resonances})`.execute(
      server.context.db,
    )
  }
}

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
    await happened(older.id, { ago: 48, views: 100, likes: 4 }, { ago: 0, views: 30 })
    await happened(newer.id, { ago: 0, views: 70 })
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

describe('a ranking', () => {
  it('has the fields of the contract, and the current state of the posts', async () => {
    const thumbnail_url = 'https://example.com/t.png'
    const { id, slug, url } = await publish(alice.bearer, { title: 'Before', subtitle: 'Below', thumbnail_url })
    await bob.bearer.put(`${READER}/posts/${id}/save`)
    await bob.bearer.put(`${READER}/posts/${id}/like`)
    await refresh()
    await changePost(alice.bearer, id, { title: 'After' })
    const { username, display_name, avatar_url } = alice.account
    const card = { subtitle: 'Below', thumbnail_url, is_paid: false, price_jpy: null }
    const post = {
      id,
      title: 'After',
      slug,
      like_count: 1,
      author: { username, display_name, avatar_url },
      ...card,
      url,
    }
    for (const [type, score] of [
      ['weekly', 15],
      ['monthly', 15],
      ['saved', 1],
    ] as const) {
      const { period_start, period_end, ...rest } = await read(type)
      assert.deepEqual(rest, { type, rankings: [{ rank: 1, score, post }] })
      for (const time of [period_start, period_end]) assert.equal(new Date(time).toISOString(), time)
    }
    assert.equal((await server.anyone.get(`${PUBLIC}/ranking`)).body.type, 'trending')
  })

  it('covers 7 days, 7 days, 30 days, or all time since the first publication', async () => {
    const { db } = server.context
    const first = await publish(alice.bearer)
    await publish(alice.bearer)
    await sql`update posts set published_at = '2020-02-03T04:05:06.789Z' where id = ${first.id}`.execute(db)
    await refresh()
    for (const [type, days] of [
      ['trending', 7],
      ['weekly', 7],
      ['monthly', 30],
    ] as const) {
      const { period_start, period_end } = await read(type)
      assert.equal(Date.parse(period_end) - Date.parse(period_start), days * DAY_MS)
    }
    const saved = await read('saved')
    assert.equal(saved.period_start, '2020-02-03T04:05:06.789Z')
    const { rows } = await sql<{ refreshed_at: Date }>`select refreshed_at from rankings where type = 'saved'`.execute(
      db,
    )
    assert.equal(saved.period_end, rows[0]!.refreshed_at.toISOString())
  })

  it('counts engagement in its period, whenever the post was published', async () => {
    const { db } = server.context
    const [old, fresh] = [await publish(alice.bearer), await publish(alice.bearer)]
    await sql`update posts set published_at = now() - interval '1 year' where id = ${old.id}`.execute(db)
    await happened(old.id, { ago: 1, likes: 1 }, { ago: 24 * 200, likes: 1000 })
    await happened(fresh.id, { ago: 24 * 7 + 1, likes: 2 }, { ago: 24 * 31, saves: 1000 })
    await refresh()
    const scores = async (type: RankingType) =>
      (await read(type)).rankings.map(({ post, score }) => [post.id === old.id ? 'old' : 'fresh', score])
    assert.deepEqual(await scores('weekly'), [['old', 5]])
    assert.deepEqual(await scores('monthly'), [
      ['fresh', 10],
      ['old', 5],
    ])
    assert.deepEqual(await ranked('trending'), [old.id])
    assert.deepEqual(await ranked('saved'), [])
  })

  it('of saves counts all saves ever, and omits posts without any', async () => {
    const posts = await Promise.all(Array.from({ length: 3 }, () => publish(alice.bearer)))
    const readers = [alice, bob, await server.person()]
    for (const [i, { id }] of posts.entries()) {
      for (const { bearer } of readers.slice(0, i)) await bearer.put(`${READER}/posts/${id}/save`)
    }
    await sql`delete from engagement_hours`.execute(server.context.db)
    await refresh('saved')
    assert.deepEqual(
      (await read('saved')).rankings.map(({ rank, score, post }) => [rank, score, post.id]),
      [
        [1, 2, posts[2]!.id],
        [2, 1, posts[1]!.id],
      ],
    )
  })

  it('is a snapshot: it does not change until it is refreshed', async () => {
    const { id } = await publish(alice.bearer)
    await refresh()
    await bob.bearer.put(`${READER}/posts/${id}/like`)
    for (const type of RANKING_TYPES) assert.deepEqual(await ranked(type), [])
    await refresh('weekly')
    assert.deepEqual(await ranked('weekly'), [id])
    assert.deepEqual(await ranked('monthly'), [])
  })

  it('drops a post at once when it is no longer public, moves up those behind it, and includes it again when it is back', async () => {
    const carol = await server.person()
    const posts: { id: string }[] = []
    for (const [i, { bearer }] of [alice, carol, alice, alice, alice].entries()) {
      const post = await publish(bearer)
      await happened(post.id, { ago: 0, views: 100 - i })
      posts.push(post)
    }
    await refresh()
    const assertRanked = async (...indexes: number[]) => {
      for (const type of ['trending', 'weekly', 'monthly'] as const) {
        const { rankings } = await read(type)
        assert.deepEqual(
          rankings.map(entry => [entry.rank, entry.post.id]),
          indexes.map((index, i) => [i + 1, posts[index]!.id]),
        )
        assert.deepEqual(
          await ranked(type, 2),
          indexes.slice(0, 2).map(index => posts[index]!.id),
        )
      }
    }
    await assertRanked(0, 1, 2, 3, 4)
    await changePost(alice.bearer, posts[0]!.id, { status: 'draft' })
    await assertRanked(1, 2, 3, 4)
    await setSuspended(server, carol, true)
    await assertRanked(2, 3, 4)
    await changePost(alice.bearer, posts[2]!.id, { visibility: 'unlisted' })
    await assertRanked(3, 4)
    await alice.bearer.delete(`${POSTS}/${posts[3]!.id}`)
    await assertRanked(4)
    await changePost(alice.bearer, posts[0]!.id, { status: 'published' })
    await setSuspended(server, carol, false)
    await changePost(alice.bearer, posts[2]!.id, { visibility: 'public' })
    await assertRanked(0, 1, 2, 4)
    await refresh()
    await assertRanked(0, 1, 2, 4)
  })

  it('has up to 100 posts, even if some were removed since; ties by the newest', async () => {
    const { db } = server.context
    const { id: sample } = await publish(alice.bearer)
    await sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, published_at)
      select gen_random_uuid(), author_id, 'slug ' || i, 'T', 'C', '', 'published', 'article', 'public', '{}', false, false, now() - make_interval(mins => i)
      from posts, generate_series(1, 130) i where id = ${sample}`.execute(db)
    await sql`
      insert into engagement_hours (post_id, hour, views)
      select id, date_trunc('hour', now(), 'UTC'), 7 from posts where slug like 'slug %'`.execute(db)
    await refresh('weekly')
    const slugs = async () => (await read('weekly')).rankings.map(({ rank, post }) => `${rank} ${post.slug}`)
    assert.deepEqual(
      await slugs(),
      Array.from({ length: 100 }, (_, i) => `${i + 1} slug ${i + 1}`),
    )
    assert.equal((await server.anyone.get(`${PUBLIC}/ranking?type=weekly`)).body.rankings.length, 20)
    await sql`update posts set status = 'draft' where slug in ('slug 1', 'slug 50')`.execute(db)
    server.context.bus.deliver({ about: 'post', postId: sample })
    const after = await slugs()
    assert.deepEqual([after.length, after[0], after[99]], [100, '1 slug 2', '100 slug 102'])
  })

  it('that was never made is 503 with Retry-After', async () => {
    const answer = await server.anyone.get(`${PUBLIC}/ranking`)
    assertError(answer, 503, 'UNAVAILABLE')
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    await refresh('trending')
    assert.deepEqual(await ranked('trending'), [])
  })

  for (const [query, fields] of [
    ['type=daily', { type: 'INVALID_VALUE' }],
    ['type=', { type: 'INVALID_VALUE' }],
    ['limit=0', { limit: 'TOO_SMALL' }],
    ['limit=101', { limit: 'TOO_LARGE' }],
    ['limit=all', { limit: 'INVALID_TYPE' }],
    ['type=x&limit=-1', { type: 'INVALID_VALUE', limit: 'TOO_SMALL' }],
  ] as const) {
    it(`with ${query} is 400 and names ${Object.keys(fields).join(' and ')}`, async () => {
      assertError(await server.anyone.get(`${PUBLIC}/ranking?${query}`), 400, 'VALIDATION_ERROR', fields)
    })
  }
})

describe('the trending list', () => {
  it('is reordered by the refresh, including posts whose engagement has left the window', async () => {
    const { db } = server.context
    const [a, b, c] = [await publish(alice.bearer), await publish(alice.bearer), await publish(alice.bearer)]
    await happened(a.id, { ago: 24 * 7 - 1, saves: 1000 })
    await happened(b.id, { ago: 24 * 6, saves: 1 })
    await refresh('trending')
    assert.deepEqual(await listed('trending'), [a.id, b.id, c.id])
    // As if the last refresh had been an hour earlier.
    await sql`update engagement_hours set hour = hour - interval '1 hour'`.execute(db)
    await sql`update rankings set refreshed_at = refreshed_at - interval '1 hour'`.execute(db)
    await refresh('trending')
    assert.deepEqual(await ranked('trending'), [b.id])
    assert.deepEqual(await listed('trending'), [b.id, c.id, a.id])
    await bob.bearer.put(`${READER}/posts/${c.id}/like`)
    await refresh('trending')
    assert.deepEqual(await listed('trending'), [c.id, b.id, a.id])
  })

  it('drops reactions that were removed, however long ago they were given', async () => {
    const { db } = server.context
    const [a, b] = [await publish(alice.bearer), await publish(alice.bearer)]
    const readers = [bob, await server.person()]
    for (const { bearer } of readers) await bearer.put(`${READER}/posts/${a.id}/like`)
    await bob.bearer.put(`${READER}/posts/${b.id}/like`)
    for (const [table, column] of [
      ['likes', 'created_at'],
      ['engagement_hours', 'hour'],
    ] as const) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '3 days'`.execute(db)
    }
    await refresh('trending')
    assert.deepEqual(await listed('trending'), [a.id, b.id])
    for (const { bearer } of readers) await bearer.delete(`${READER}/posts/${a.id}/like`)
    await refresh('trending')
    assert.deepEqual(await ranked('trending'), [b.id])
    assert.deepEqual(await listed('trending'), [b.id, a.id])
    await assertCountersEqualRows(server)
  })

  it('is one list across pages: trending posts by score, then all others by publication', async () => {
    const { db } = server.context
    const pattern = await publish(alice.bearer, { category: 'ai', tags: ['many'] })
    // Many trending posts among the newest, few further back.
    await sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, is_paid, salon_only, category, tags, published_at, created_at, updated_at)
      select gen_random_uuid(), author_id, 'many-' || n, 'Post ' || n, '', '', status, post_type, visibility, false, false, case when n % 3 = 0 then 'ai' else 'food' end,
        tags, now() - make_interval(mins => n), created_at, updated_at from posts, generate_series(1, 499) n where id = ${pattern.id}`.execute(
      db,
    )
    const { rows } = await sql<{ id: string; ai: boolean; score: number }>`
      with hot as (
        insert into engagement_hours (post_id, hour, views)
        select id, date_trunc('hour', now(), 'UTC'), 1 + (row_number() over (order by md5(slug)))::int from posts
        where slug like 'many-%' and (split_part(slug, '-', 2)::int < 150 or split_part(slug, '-', 2)::int % 20 = 0)
        returning post_id, views
      )
      select id, category = 'ai' as ai, coalesce(views, 0) as score from posts left join hot on post_id = id
      order by score desc, published_at desc, id desc`.execute(db)
    await refresh('trending')
    for (const [query, wanted] of [
      ['', rows],
      ['category=ai', rows.filter(row => row.ai)],
      ['category=ai&tag=many', rows.filter(row => row.ai)],
    ] as const) {
      for (const limit of [13, 100]) {
        const found: string[] = []
        for (let offset = 0; offset <= wanted.length; offset += limit) {
          const { body } = await server.anyone.get(
            `${PUBLIC}/posts?sort=trending&limit=${limit}&offset=${offset}&${query}`,
          )
          found.push(...body.posts.map((post: { id: string }) => post.id))
        }
        assert.deepEqual(
          found,
          wanted.map(row => row.id),
          `${query} by ${limit}`,
        )
      }
    }
  })

  it('includes a newly published post with its existing engagement', async () => {
    const [a, b] = [await publish(alice.bearer), await publish(alice.bearer)]
    await happened(a.id, { ago: 1, views: 10 })
    await happened(b.id, { ago: 1, views: 20 })
    await refresh('trending')
    await changePost(alice.bearer, a.id, { visibility: 'unlisted' })
    await changePost(alice.bearer, a.id, { visibility: 'public' })
    assert.deepEqual(await listed('trending'), [b.id, a.id])
  })
})

describe('a refresh of rankings', () => {
  it('never fails when several nodes run it at the same time', async () => {
    const posts = await Promise.all(Array.from({ length: 10 }, () => publish(alice.bearer)))
    for (const [i, { id }] of posts.entries()) await happened(id, { ago: i, likes: 10 })
    await Promise.all(Array.from({ length: 6 }, () => refresh()))
    assert.equal((await read('trending')).rankings.length, 10)
  })

  it('runs at the intervals of the contract, as one job for all nodes', () => {
    const handlers = createHandlers(server.context)
    const minutes: Record<string, number> = { '*/15 * * * *': 15, '0 * * * *': 60, '0 */6 * * *': 360 }
    const every = (task: string) => minutes[CRONTAB.find(entry => entry.task === task)!.match]! * 60_000
    assert.equal(every('refresh-trending'), RANKING_REFRESH_MS.trending)
    assert.equal(every('refresh-weekly'), RANKING_REFRESH_MS.weekly)
    assert.equal(every('refresh-rankings'), RANKING_REFRESH_MS.monthly)
    assert.equal(every('refresh-rankings'), RANKING_REFRESH_MS.saved)
    for (const task of ['refresh-trending', 'refresh-weekly', 'refresh-rankings'] as const) assert.ok(handlers[task])
  })

  it('updates with each job its own rankings only', async () => {
    const handlers = createHandlers(server.context)
    const made = async () => {
      const { rows } = await sql<{ type: string }>`select type from rankings order by type`.execute(server.context.db)
      return rows.map(row => row.type)
    }
    await handlers['refresh-trending']({})
    assert.deepEqual(await made(), ['trending'])
    await handlers['refresh-weekly']({})
    assert.deepEqual(await made(), ['trending', 'weekly'])
    await handlers['refresh-rankings']({})
    assert.deepEqual(await made(), ['monthly', 'saved', 'trending', 'weekly'])
  })
})
