import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PUBLIC_SORTS } from '@galley/contract/reading/public'
import { CATEGORIES } from '@galley/contract/writing/categories'
import { sql } from 'kysely'
import { listPublicPosts } from '../../../src/reading/public/public-list-store.ts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { assertError } from '../../support/client.ts'
import { changePost, createPost } from '../../support/posts/posts.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  bob = await server.person()
})
after(() => server.close())

describe('every page of every list', () => {
  interface Item {
    readonly id: string
    readonly tags: string[]
    readonly category: string | null
    readonly published_at: string
  }
  const TAGS = ['red', 'green', 'blue']
  const COUNT = 61

  before(async () => {
    const posts = await Promise.all(
      Array.from({ length: COUNT }, (_, i) =>
        publish((i % 2 === 0 ? alice : bob).bearer, {
          title: `Post ${i}`,
          category: ['ai', 'food', null][i % 3] ?? undefined,
          tags: TAGS.filter((_, t) => (i >> t) % 2 === 0),
        }),
      ),
    )
    for (let i = 0; i < 5; i++) await createPost(alice.bearer, { tags: TAGS, category: 'ai' })
    await publish(alice.bearer, { tags: TAGS, category: 'ai', visibility: 'unlisted' })
    // Many have the same publication time and engagement, so only a total order keeps pages apart.
    const { db } = server.context
    await sql`update posts set published_at = date_trunc('second', published_at) - make_interval(secs => (like_count + ascii(right(slug, 1)) % 5))
      where status = 'published'`.execute(db)
    for (const [i, { id }] of posts.entries()) {
      if (i % 4 === 0) await bob.bearer.put(`${READER}/posts/${id}/like`)
      if (i % 8 === 0) await alice.bearer.put(`${READER}/posts/${id}/save`)
    }
    await refreshRankings(server.context, ['trending'])
    await assertCountersEqualRows(server)
  })

  const page = async (query: string): Promise<{ posts: Item[]; total: number }> => {
    const { status, body } = await server.anyone.get(`${PUBLIC}/posts?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  for (const sort of PUBLIC_SORTS) {
    for (const [category, tag] of [
      [null, null],
      ['ai', null],
      [null, 'red'],
      ['food', 'green'],
      ['books', null],
      [null, 'none'],
      ['books', 'red'],
    ] as const) {
      const filter = `sort=${sort}${category ? `&category=${category}` : ''}${tag ? `&tag=${tag}` : ''}`
      it(`of ${filter} has each post once, in one order, and the right total`, async () => {
        const all = await page(`${filter}&limit=100`)
        assert.equal(new Set(all.posts.map(post => post.id)).size, all.posts.length)
        assert.equal(all.total, all.posts.length)
        const everything = (await page('limit=100')).posts
        const expected = everything.filter(
          post => (category === null || post.category === category) && (tag === null || post.tags.includes(tag)),
        )
        assert.deepEqual(all.posts.map(post => post.id).toSorted(), expected.map(post => post.id).toSorted())
        for (const limit of [1, 7, 20]) {
          if (limit === 1 && (category === null || tag === null)) continue
          const collected: Item[] = []
          for (let offset = 0; offset <= all.total; offset += limit) {
            const { posts, total } = await page(`${filter}&limit=${limit}&offset=${offset}`)
            assert.equal(total, all.total)
            assert.equal(posts.length, Math.min(limit, all.total - offset))
            collected.push(...posts)
          }
          assert.deepEqual(collected, all.posts)
        }
      })
    }
  }

  it('has 20 posts by default', async () => {
    assert.equal((await page('')).posts.length, 20)
    assert.equal((await page('')).total, COUNT)
  })

  it('of latest is ordered by publication, popular by all-time engagement, trending by score; ties by the newest', async () => {
    const { rows } = await sql<{ id: string; popular: number; trending: number; time: number }>`
      select p.id, post_popularity(p) as popular, extract(epoch from p.published_at)::float8 as time,
        coalesce((select sum(hour_engagement(h) * power(2, -extract(epoch from now() - h.hour)::float8 / 86400)) from engagement_hours h where h.post_id = p.id), 0)::float8 as trending
      from posts p where status = 'published' and visibility = 'public'`.execute(server.context.db)
    const byTime = (a: (typeof rows)[number], b: (typeof rows)[number]) => b.time - a.time || (a.id < b.id ? 1 : -1)
    const ids = async (sort: string) => (await page(`sort=${sort}&limit=100`)).posts.map(post => post.id)
    assert.deepEqual(
      await ids('latest'),
      rows.toSorted(byTime).map(row => row.id),
    )
    assert.deepEqual(
      await ids('popular'),
      rows.toSorted((a, b) => b.popular - a.popular || byTime(a, b)).map(row => row.id),
    )
    const trending = await ids('trending')
    const score = new Map(rows.map(row => [row.id, row.trending]))
    for (const [i, id] of trending.entries()) {
      if (i > 0) assert.ok(score.get(trending[i - 1]!)! >= score.get(id)!)
    }
  })
})

it('a page of trending posts has each post once, while reactions are given and taken back', async () => {
  const { db } = server.context
  const { id } = await publish(alice.bearer, { tags: ['moving'] })
  const query = { sort: 'trending', tag: 'moving', limit: 10, offset: 0 } as const
  for (let round = 0; round < 30; round++) {
    await bob.bearer.put(`${READER}/posts/${id}/like`)
    const read = () => Promise.all(Array.from({ length: 8 }, () => listPublicPosts(db, query)))
    const [entered, left] = [
      await Promise.all([read(), sql`select place_trending(array[${id}::uuid])`.execute(db)]),
      await Promise.all([read(), bob.bearer.delete(`${READER}/posts/${id}/like`)]),
    ]
    const found = [...entered[0], ...left[0]].map(({ posts }) => posts.map(post => post.id))
    assert.deepEqual(
      found,
      found.map(() => [id]),
    )
  }
})

describe('GET /public/categories', () => {
  it('returns all 24 with their labels, in order', async () => {
    const { status, body } = await server.anyone.get(`${PUBLIC}/categories`)
    assert.equal(status, 200)
    assert.deepEqual(body, { categories: CATEGORIES })
    assert.deepEqual(
      body.categories.map((category: { value: string }) => category.value).join(' '),
      'ai technology programming design business startup marketing career money education science health lifestyle parenting ' +
        'travel food culture books entertainment games sports society essay other',
    )
  })
})

describe('GET /public/users/:username', () => {
  const read = (username: string) => server.anyone.get(`${PUBLIC}/users/${username}`)

  it('returns the seven fields of a profile and the newest public posts with nine fields each', async () => {
    const { account, session } = await server.person()
    await session.patch('/api/v1/me', {
      display_name: 'Carol',
      bio: 'Writes.',
      avatar_url: 'https://example.com/c.png',
    })
    const [first, second] = [await publish(session), await publish(session)]
    await publish(session, { visibility: 'unlisted' })
    await createPost(session)
    await bob.bearer.put(`${READER}/posts/${first.id}/like`)
    await bob.bearer.put(`${READER}/users/${account.username}/follow`)
    const { status, body } = await read(account.username)
    assert.equal(status, 200)
    const post = ({ id, title, slug, published_at }: typeof first, like_count: number) => ({
      id,
      title,
      slug,
      published_at,
      like_count,
      subtitle: null,
      thumbnail_url: null,
      is_paid: false,
      price_jpy: null,
    })
    assert.deepEqual(body, {
      profile: {
        username: account.username,
        display_name: 'Carol',
        bio: 'Writes.',
        avatar_url: 'https://example.com/c.png',
        follower_count: 1,
        post_count: 2,
        is_verified: false,
      },
      posts: [post(second, 0), post(first, 1)],
    })
  })

  it('finds a username in any case, with one cached response for all', async () => {
    const { username } = alice.account
    assert.deepEqual((await read(username.toUpperCase())).body, (await read(username)).body)
  })

  it('returns 20 posts and counts them all', async () => {
    const { bearer, account } = await server.person()
    for (let i = 0; i < 22; i++) await publish(bearer, { title: `Post ${i}` })
    const { posts, profile } = (await read(account.username)).body
    assert.deepEqual([posts.length, posts[0].title, profile.post_count], [20, 'Post 21', 22])
    await changePost(bearer, posts[0].id, { status: 'draft' })
    const after = (await read(account.username)).body
    assert.deepEqual([after.posts.length, after.posts[0].title, after.profile.post_count], [20, 'Post 20', 21])
  })

  it('is 404 for unknown names of any form', async () => {
    for (const name of ['nobody_here', 'x'.repeat(500), '%00', 'a%20b', '%25', "o'neil"]) {
      assertError(await read(name), 404, 'NOT_FOUND')
    }
  })
})
