import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { RANKING_TYPES, type RankingType } from '@galley/contract/reading/public'
import { sql } from 'kysely'
import { RANKINGS } from '../../../src/platform/cache/subjects.ts'
import { assertError } from '../../support/client.ts'
import { changePost, POSTS } from '../../support/posts/posts.ts'
import { PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import type { Person, TestServer } from '../../support/test-server.ts'
import { DAY_MS, deleteAllPosts, rankingActions, startRankings } from './ranking-set-up.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  ;({ server, alice, bob } = await startRankings())
})
after(() => server.close())
beforeEach(() => deleteAllPosts(server))

const { insertEngagement, ranked, read, refresh } = rankingActions(() => server)

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
    await insertEngagement(old.id, { ago: 1, likes: 1 }, { ago: 24 * 200, likes: 1000 })
    await insertEngagement(fresh.id, { ago: 24 * 7 + 1, likes: 2 }, { ago: 24 * 31, saves: 1000 })
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
      await insertEngagement(post.id, { ago: 0, views: 100 - i })
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
    server.context.bus.deliver({ about: 'public', subjects: [RANKINGS] })
    const after = await slugs()
    assert.deepEqual([after.length, after[0], after[99]], [100, '1 slug 2', '100 slug 102'])
  })

  it('that was never made is 503 with Retry-After', async () => {
    const response = await server.anyone.get(`${PUBLIC}/ranking`)
    assertError(response, 503, 'UNAVAILABLE')
    assert.ok(Number(response.headers.get('retry-after')) > 0)
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
