import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refreshRankings } from '../src/public/refresh-rankings.ts'
import { assertError } from './support/client.ts'
import { type Person, startTestServer, type TestServer } from './support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const publish = async (fields: object = {}) => {
  const { status, body } = await alice.bearer.post('/api/v1/posts', {
    title: 'T',
    content: 'Words',
    status: 'published',
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

describe('public reads', () => {
  it('show a published post at once in list, profile and by id and slug, and hide it at once when it goes', async () => {
    const post = await publish({ category: 'ai', tags: ['x', 'y'] })
    for (const query of ['', '?category=ai', '?tag=x', '?tag=y&category=ai', '?sort=popular', '?sort=trending&tag=y']) {
      const { body } = await server.anyone.get(`/api/v1/public/posts${query}`)
      assert.deepEqual([body.total, body.posts[0]?.id], [1, post.id], query)
    }
    const single = await server.anyone.get(`/api/v1/public/posts/${post.slug}`)
    assert.equal(single.body.content, 'Words')
    assert.equal((await server.anyone.get(`/api/v1/public/posts/${post.id}`)).status, 200)
    const again = await server.anyone.get(`/api/v1/public/posts/${post.slug}`, {
      headers: { 'if-none-match': single.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
    const profile = await server.anyone.get(`/api/v1/public/users/${alice.account.username}`)
    assert.equal(profile.body.profile.post_count, 1)
    await alice.bearer.patch(`/api/v1/posts/${post.id}`, { status: 'draft' })
    assertError(await server.anyone.get(`/api/v1/public/posts/${post.slug}`), 404, 'NOT_FOUND')
    assert.equal((await server.anyone.get('/api/v1/public/posts')).body.total, 0)
  })

  it('keep what is paid for', async () => {
    const post = await publish({ is_paid: true, price_jpy: 500, content: 'free <!-- paywall --> MARKERWORD' })
    const { body } = await server.anyone.get(`/api/v1/public/posts/${post.id}`)
    assert.equal(body.content, 'free ')
    assert.equal(body.paywalled, true)
  })

  it('count likes, rank them, and answer the same when repeated', async () => {
    const post = await publish({ title: 'Liked' })
    const bob = await server.person()
    for (let i = 0; i < 2; i++) {
      const { body, status } = await bob.bearer.put(`/api/v1/reader/posts/${post.id}/like`)
      assert.deepEqual([status, body], [200, { liked: true, like_count: 1 }])
    }
    assert.equal((await bob.bearer.post(`/api/v1/reader/posts/${post.id}/comments`, { content: 'Nice' })).status, 201)
    await refreshRankings(server.context)
    for (const type of ['trending', 'weekly', 'monthly']) {
      const { body, status } = await server.anyone.get(`/api/v1/public/ranking?type=${type}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.rankings[0].post.id, post.id)
      if (type === 'weekly') assert.equal(body.rankings[0].score, 13)
    }
    const popular = await server.anyone.get('/api/v1/public/posts?sort=trending')
    assert.equal(popular.body.posts[0].id, post.id)
    assert.equal((await bob.bearer.delete(`/api/v1/reader/posts/${post.id}/like`)).body.like_count, 0)
    const followed = await bob.bearer.put(`/api/v1/reader/users/${alice.account.username}/follow`)
    assert.deepEqual(followed.body, { following: true, follower_count: 1 })
  })

  it('count a view once per reader, and none of the author', async () => {
    const post = await publish({ title: 'Seen' })
    await server.anyone.get(`/api/v1/public/posts/${post.id}`)
    await server.anyone.get(`/api/v1/public/posts/${post.id}`)
    await alice.session.get(`/api/v1/public/posts/${post.id}`)
    await server.context.views.flush()
    assert.equal((await alice.bearer.get(`/api/v1/posts/${post.id}`)).body.view_count, 1)
  })
})
