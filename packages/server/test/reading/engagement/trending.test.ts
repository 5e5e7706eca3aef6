import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { changePost } from '../../support/posts/posts.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import type { Person, TestServer } from '../../support/test-server.ts'
import { deleteAllPosts, rankingActions, startRankings } from './ranking-set-up.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  ;({ server, alice, bob } = await startRankings())
})
after(() => server.close())
beforeEach(() => deleteAllPosts(server))

const { insertEngagement, listed, ranked, refresh } = rankingActions(() => server)

describe('the trending list', () => {
  it('is reordered by the refresh, including posts whose engagement has left the window', async () => {
    const { db } = server.context
    const [a, b, c] = [await publish(alice.bearer), await publish(alice.bearer), await publish(alice.bearer)]
    await insertEngagement(a.id, { ago: 24 * 7 - 1, saves: 1000 })
    await insertEngagement(b.id, { ago: 24 * 6, saves: 1 })
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

  it('is the same after its author was suspended and restored', async () => {
    const [a, b, c] = [await publish(alice.bearer), await publish(alice.bearer), await publish(alice.bearer)]
    await insertEngagement(a.id, { ago: 2, saves: 10 })
    await insertEngagement(b.id, { ago: 2, saves: 5 })
    await refresh('trending')
    assert.deepEqual(await listed('trending'), [a.id, b.id, c.id])
    await setSuspended(server, alice, true)
    assert.deepEqual(await listed('trending'), [])
    await setSuspended(server, alice, false)
    assert.deepEqual(await listed('trending'), [a.id, b.id, c.id])
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
    await insertEngagement(a.id, { ago: 1, views: 10 })
    await insertEngagement(b.id, { ago: 1, views: 20 })
    await refresh('trending')
    await changePost(alice.bearer, a.id, { visibility: 'unlisted' })
    await changePost(alice.bearer, a.id, { visibility: 'public' })
    assert.deepEqual(await listed('trending'), [b.id, a.id])
  })
})
