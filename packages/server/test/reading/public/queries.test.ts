import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError } from '../../support/client.ts'
import { PUBLIC, publish, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  // The clock stands still, so cached responses never expire: a missing invalidation would show.
  const now = new Date()
  server = await startTestServer({ clock: { now: () => now } })
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

async function list(query = ''): Promise<{ posts: { id: string }[]; total: number }> {
  const { status, body } = await server.anyone.get(`${PUBLIC}/posts${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** A tag that only one test uses. */
const newTag = () => `tag ${newId().slice(-12)}`

const listed = async (tag: string, more = '') => {
  const { posts, total } = await list(`?tag=${encodeURIComponent(tag)}${more}`)
  assert.equal(total, posts.length)
  return posts.map(post => post.id)
}

describe('a query', () => {
  for (const [query, fields] of [
    ['sort=oldest', { sort: 'INVALID_VALUE' }],
    ['sort=', { sort: 'INVALID_VALUE' }],
    ['sort=Latest', { sort: 'INVALID_VALUE' }],
    ['category=cooking', { category: 'INVALID_VALUE' }],
    ['category=AI', { category: 'INVALID_VALUE' }],
    ['tag=', { tag: 'TOO_SHORT' }],
    [`tag=${'t'.repeat(51)}`, { tag: 'TOO_LONG' }],
    ['tag=a%00b', { tag: 'INVALID_VALUE' }],
    ['tag=a&tag=b', { tag: 'INVALID_TYPE' }],
    ['author=', { author: 'TOO_SHORT' }],
    ['author=alice&category=ai', { author: 'INVALID_VALUE' }],
    ['author=alice&tag=a', { author: 'INVALID_VALUE' }],
    ['author=alice&tag=a&limit=0', { author: 'INVALID_VALUE', limit: 'TOO_SMALL' }],
    ['limit=0', { limit: 'TOO_SMALL' }],
    ['limit=101', { limit: 'TOO_LARGE' }],
    ['limit=ten', { limit: 'INVALID_TYPE' }],
    ['limit=1.5', { limit: 'INVALID_TYPE' }],
    ['limit=', { limit: 'INVALID_TYPE' }],
    ['offset=-1', { offset: 'TOO_SMALL' }],
    ['offset=2147483648', { offset: 'TOO_LARGE' }],
    ['offset=x', { offset: 'INVALID_TYPE' }],
    [
      'sort=x&category=y&limit=0&offset=-1',
      {
        sort: 'INVALID_VALUE',
        category: 'INVALID_VALUE',
        limit: 'TOO_SMALL',
        offset: 'TOO_SMALL',
      },
    ],
  ] as const) {
    it(`with ${query.slice(0, 40)} is 400 and names ${Object.keys(fields).join(', ')}`, async () => {
      assertError(await server.anyone.get(`${PUBLIC}/posts?${query}`), 400, 'VALIDATION_ERROR', fields)
    })
  }

  it('accepts every value of the contract, limits included', async () => {
    for (const query of ['limit=1', 'limit=100', 'offset=2147483647', `tag=${'😀'.repeat(50)}`, 'category=other']) {
      await list(`?${query}`)
    }
    for (const sort of ['latest', 'popular', 'trending']) await list(`?sort=${sort}`)
  })

  it('beyond the last page returns no posts and the same total', async () => {
    const tag = newTag()
    await publish(alice.bearer, { tags: [tag] })
    assert.deepEqual(await list(`?tag=${tag}&offset=1`), { posts: [], total: 1 })
    assert.deepEqual(await list(`?tag=${newTag()}`), { posts: [], total: 0 })
  })

  it('finds an author’s posts in any case of the name, in every order, and none for unknown or suspended authors', async () => {
    const author = await server.person({ plan: 'premium' })
    const first = await publish(author.bearer)
    const second = await publish(author.bearer)
    await publish(author.bearer, { visibility: 'unlisted' })
    for (const sort of ['latest', 'popular', 'trending']) {
      const { posts, total } = await list(`?sort=${sort}&author=${author.account.username.toUpperCase()}`)
      assert.deepEqual([posts.map(post => post.id), total], [[second.id, first.id], 2])
    }
    assert.deepEqual(
      (await list(`?author=${author.account.username}&limit=1&offset=1`)).posts.map(post => post.id),
      [first.id],
    )
    assert.deepEqual(await list('?author=nobody_at_all'), { posts: [], total: 0 })
    await setSuspended(server, author, true)
    assert.deepEqual(await list(`?author=${author.account.username}`), { posts: [], total: 0 })
  })

  it('finds an author with the longest name and an @', async () => {
    const author = await server.person({ username: `long_${'n'.repeat(25)}` })
    const { id } = await publish(author.bearer)
    const { posts } = await list(`?author=@${author.account.username}`)
    assert.deepEqual(
      posts.map(post => post.id),
      [id],
    )
    const search = await server.anyone.get(`/api/v1/public/search?q=x&author=@${author.account.username}`)
    assert.equal(search.status, 200)
  })

  it('finds a tag exactly, ignoring surrounding spaces, whatever characters it has', async () => {
    for (const tag of [`日本語 ${newId()}`, `a&b=c% ${newId()}`, `'; -- ${newId()}`, `ai tag:x ${newId()}`]) {
      const { id } = await publish(alice.bearer, { tags: [tag], category: 'ai' })
      assert.deepEqual(await listed(tag), [id])
      assert.deepEqual(await listed(` ${tag} `), [id])
      assert.deepEqual(await listed(tag, '&category=ai'), [id])
      assert.deepEqual(await listed(tag, '&category=business'), [])
      assert.deepEqual(await listed(tag.toUpperCase()), [])
      assert.deepEqual(await listed(tag.slice(0, -1)), [])
    }
  })
})
