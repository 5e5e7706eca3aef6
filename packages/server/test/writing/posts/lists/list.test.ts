import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PostItem } from '@galley/contract/schemas/writing/posts'
import { sql } from 'kysely'
import { addMember } from '../../../../src/writing/salons/change-members.ts'
import { insertSalon } from '../../../../src/writing/salons/salon-store.ts'
import { assertError } from '../../../support/client.ts'
import { changePost, createPost, later, POSTS } from '../../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../../support/test-server.ts'

const SALON = '01900000-0000-7000-8000-000000000001'

let server: TestServer
before(async () => {
  server = await startTestServer()
  await insertSalon(server.context.db, { id: SALON, name: 'Writers' })
})
after(() => server.close())

describe('GET /api/v1/posts', () => {
  let alice: Person
  let all: PostItem[]
  before(async () => {
    alice = await server.person({ plan: 'pro_plus' })
    await addMember(server.context.db, SALON, alice.account.id, 'owner')
    const kinds: Record<string, unknown>[] = [
      {},
      { post_type: 'short' },
      { post_type: 'series_entry', visibility: 'unlisted' },
      { status: 'published' },
      { status: 'published', is_paid: true, price_jpy: 500 },
      { status: 'published', visibility: 'unlisted', post_type: 'short' },
      { status: 'scheduled', scheduled_for: later() },
      { salon_id: SALON },
      { status: 'published', salon_id: SALON, salon_only: true, is_paid: true, price_jpy: 100 },
    ]
    for (const kind of kinds) await createPost(alice.bearer, kind)
    const { id } = await createPost(alice.bearer, { status: 'published' })
    await changePost(alice.bearer, id, { status: 'archived' })
    const gone = await createPost(alice.bearer, { status: 'published' })
    await alice.bearer.delete(`${POSTS}/${gone.id}`)
    all = (await alice.bearer.get(`${POSTS}?limit=100`)).body.posts
    assert.equal(all.length, kinds.length + 1)
  })

  const FILTERS: Record<string, (value: string) => (post: PostItem) => boolean> = {
    status: value => post => post.status === value,
    post_type: value => post => post.post_type === value,
    visibility: value => post => post.visibility === value,
    is_paid: value => post => String(post.is_paid) === value,
    salon_id: value => post => post.salon_id === value,
  }
  const VALUES: Record<string, string[]> = {
    status: ['draft', 'scheduled', 'published', 'archived'],
    post_type: ['article', 'short', 'series_entry'],
    visibility: ['public', 'unlisted'],
    is_paid: ['true', 'false'],
    salon_id: [SALON],
  }

  for (const [name, values] of Object.entries(VALUES)) {
    for (const value of values) {
      it(`${name}=${value} returns only matching posts, and total counts them`, async () => {
        const { body } = await alice.bearer.get(`${POSTS}?limit=100&${name}=${value}`)
        const expected = all.filter(FILTERS[name]!(value))
        assert.ok(expected.length > 0)
        assert.deepEqual(body, { posts: expected, total: expected.length })
      })
    }
  }

  it('combined filters return posts that match all of them', async () => {
    const query = 'status=published&visibility=public&is_paid=true&post_type=article'
    const { body } = await alice.bearer.get(`${POSTS}?${query}`)
    const expected = all.filter(post => post.status === 'published' && post.visibility === 'public' && post.is_paid)
    assert.equal(expected.length, 2)
    assert.deepEqual(body, { posts: expected, total: 2 })
    const salon = await alice.bearer.get(`${POSTS}?${query}&salon_id=${SALON}`)
    assert.equal(salon.body.total, 1)
  })

  it('scheduled_for is the time of a scheduled post, and null for every other', () => {
    for (const post of all) assert.equal(post.scheduled_for !== null, post.status === 'scheduled', post.status)
  })

  it('scheduled_from (inclusive) and scheduled_to (exclusive) return scheduled posts between the two times', async () => {
    const { bearer } = await server.person()
    const at = (hour: number) => `2999-06-01T0${hour}:00:00.000Z`
    const ids: string[] = []
    for (let hour = 0; hour < 5; hour++) {
      ids.push((await createPost(bearer, { status: 'scheduled', scheduled_for: at(hour) })).id)
    }
    const gone = await createPost(bearer, { status: 'scheduled', scheduled_for: at(2) })
    await bearer.delete(`${POSTS}/${gone.id}`)
    await createPost((await server.person()).bearer, { status: 'scheduled', scheduled_for: at(2) })
    await createPost(bearer)
    await createPost(bearer, { status: 'published' })
    const found = async (query: string) => {
      const { body } = await bearer.get(`${POSTS}?${query}`)
      assert.equal(body.total, body.posts.length)
      return body.posts.map((post: PostItem) => ids.indexOf(post.id))
    }
    // Newest first, as in every list of the author's posts.
    assert.deepEqual(await found(`scheduled_from=${at(1)}&scheduled_to=${at(3)}`), [2, 1])
    assert.deepEqual(await found(`scheduled_from=${at(3)}`), [4, 3])
    assert.deepEqual(await found(`scheduled_to=${at(1)}`), [0])
    assert.deepEqual(await found(`scheduled_from=${encodeURIComponent('2999-06-01T12:00:00+09:00')}`), [4, 3])
    assert.deepEqual(await found(`scheduled_from=${at(3)}&scheduled_to=${at(1)}`), [])
    assert.deepEqual(await found(`scheduled_from=${at(0)}&status=scheduled&post_type=article`), [4, 3, 2, 1, 0])
    for (const other of [
      'status=draft',
      'post_type=short',
      'visibility=unlisted',
      'is_paid=true',
      `salon_id=${SALON}`,
    ]) {
      assert.deepEqual(await found(`scheduled_from=${at(0)}&${other}`), [], other)
    }
    const page = await bearer.get(`${POSTS}?scheduled_from=${at(0)}&limit=2&offset=1`)
    assert.deepEqual(
      page.body.posts.map((post: PostItem) => ids.indexOf(post.id)),
      [3, 2],
    )
    assert.equal(page.body.total, 5)
    assert.equal(page.body.posts[0].scheduled_for, at(3))
  })

  it('published_from (inclusive) and published_to (exclusive) return published posts between the two times', async () => {
    const { bearer } = await server.person()
    const at = (hour: number) => `2020-06-01T0${hour}:00:00.000Z`
    const publishedAt = async (hour: number) => {
      const { id } = await createPost(bearer, { status: 'published' })
      await sql`update posts set published_at = ${at(hour)} where id = ${id}`.execute(server.context.db)
      return id
    }
    const ids: string[] = []
    for (let hour = 0; hour < 4; hour++) ids.push(await publishedAt(hour))
    await bearer.patch(`${POSTS}/${await publishedAt(2)}`, { status: 'draft' })
    await createPost(bearer, { status: 'published' })
    await createPost(bearer)
    const found = async (query: string) => {
      const { body } = await bearer.get(`${POSTS}?${query}`)
      assert.equal(body.total, body.posts.length)
      return body.posts.map((post: PostItem) => ids.indexOf(post.id))
    }
    assert.deepEqual(await found(`published_from=${at(1)}&published_to=${at(3)}`), [2, 1])
    assert.deepEqual(await found(`published_to=${at(2)}`), [1, 0])
    assert.deepEqual(await found(`published_from=${at(3)}`), [-1, 3])
    assert.deepEqual(await found(`published_from=${at(3)}&published_to=${at(1)}`), [])
    assert.deepEqual(await found(`published_from=${at(0)}&status=draft`), [])
    assert.deepEqual(await found(`published_from=${at(0)}&scheduled_from=${at(0)}`), [])
    for (const name of ['published_from', 'published_to']) {
      assertError(await bearer.get(`${POSTS}?${name}=2020-06`), 400, 'VALIDATION_ERROR', { [name]: 'INVALID_VALUE' })
    }
  })

  it('scheduled_from and scheduled_to are ISO 8601 times, with an encoded +', async () => {
    for (const time of ['tomorrow', '2999-06', '2999-06-01T12', '2999-06-01T12:00:00+09:00', '']) {
      assertError(
        await alice.bearer.get(`${POSTS}?scheduled_from=${time}&scheduled_to=${time}`),
        400,
        'VALIDATION_ERROR',
        {
          scheduled_from: 'INVALID_VALUE',
          scheduled_to: 'INVALID_VALUE',
        },
      )
    }
  })

  it('a filter without matches returns an empty list', async () => {
    const { status, body } = await alice.bearer.get(`${POSTS}?status=scheduled&is_paid=true`)
    assert.equal(status, 200)
    assert.deepEqual(body, { posts: [], total: 0 })
  })

  it('an unknown or malformed salon id matches nothing', async () => {
    for (const id of ['01900000-0000-7000-8000-00000000dead', '00000000-0000-0000-0000-000000000000', 'writers']) {
      const { status, body } = await alice.bearer.get(`${POSTS}?salon_id=${id}`)
      assert.equal(status, 200)
      assert.deepEqual(body, { posts: [], total: 0 }, id)
    }
  })

  it('deleted posts are in no list', async () => {
    assert.ok(!all.some(post => (post.status as string) === 'deleted'))
    assertError(await alice.bearer.get(`${POSTS}?status=deleted`), 400, 'VALIDATION_ERROR', { status: 'INVALID_VALUE' })
  })

  it('the newest post comes first', async () => {
    assert.deepEqual(
      all.map(post => post.created_at),
      all
        .map(post => post.created_at)
        .toSorted()
        .toReversed(),
    )
  })

  it('posts of the same time are ordered by id, the same on every page', async () => {
    const { bearer, account } = await server.person()
    await Promise.all(
      Array.from({ length: 7 }, (_, i) => createPost(bearer, { visibility: i % 2 ? 'public' : 'unlisted' })),
    )
    await sql`update posts set created_at = '2026-01-01' where author_id = ${account.id}`.execute(server.context.db)
    const paged: string[] = []
    for (let offset = 0; offset < 7; offset++) {
      const { body } = await bearer.get(`${POSTS}?limit=1&offset=${offset}`)
      assert.equal(body.total, 7)
      paged.push(body.posts[0].id)
    }
    assert.deepEqual(paged, paged.toSorted().toReversed())
    assert.equal(new Set(paged).size, 7)
  })

  it('pages contain every post once, and total is always the full count', async () => {
    const paged: PostItem[] = []
    for (let offset = 0; ; offset += 3) {
      const { body } = await alice.bearer.get(`${POSTS}?limit=3&offset=${offset}`)
      assert.equal(body.total, all.length)
      if (body.posts.length === 0) break
      paged.push(...body.posts)
    }
    assert.deepEqual(paged, all)
    const beyond = await alice.bearer.get(`${POSTS}?offset=2147483647`)
    assert.deepEqual(beyond.body, { posts: [], total: all.length })
  })

  it('limit: 20 by default, 1 and 100 are allowed', async () => {
    const { bearer } = await server.person()
    await Promise.all(Array.from({ length: 101 }, () => createPost(bearer)))
    for (const [query, length] of [
      ['', 20],
      ['?limit=1', 1],
      ['?limit=100', 100],
      ['?limit=100&offset=100', 1],
    ] as const) {
      const { body } = await bearer.get(`${POSTS}${query}`)
      assert.equal(body.posts.length, length)
      assert.equal(body.total, 101)
    }
  })

  it('limit and offset out of range are 400 and named', async () => {
    const issues: [string, string, string][] = [
      ['limit=0', 'limit', 'TOO_SMALL'],
      ['limit=-1', 'limit', 'TOO_SMALL'],
      ['limit=101', 'limit', 'TOO_LARGE'],
      ['limit=abc', 'limit', 'INVALID_TYPE'],
      ['limit=1.5', 'limit', 'INVALID_TYPE'],
      ['limit=', 'limit', 'INVALID_TYPE'],
      ['limit=1&limit=2', 'limit', 'INVALID_TYPE'],
      ['offset=-1', 'offset', 'TOO_SMALL'],
      ['offset=x', 'offset', 'INVALID_TYPE'],
      ['offset=', 'offset', 'INVALID_TYPE'],
      ['offset=2147483648', 'offset', 'TOO_LARGE'],
      ['offset=99999999999999999999', 'offset', 'TOO_LARGE'],
    ]
    for (const [query, field, code] of issues) {
      assertError(await alice.bearer.get(`${POSTS}?${query}`), 400, 'VALIDATION_ERROR', { [field]: code })
    }
  })

  it('unknown filter values are 400, all named at once', async () => {
    const query = 'status=gone&post_type=x&visibility=&is_paid=1&limit=0'
    assertError(await alice.bearer.get(`${POSTS}?${query}`), 400, 'VALIDATION_ERROR', {
      status: 'INVALID_VALUE',
      post_type: 'INVALID_VALUE',
      visibility: 'INVALID_VALUE',
      is_paid: 'INVALID_VALUE',
      limit: 'TOO_SMALL',
    })
  })
})
