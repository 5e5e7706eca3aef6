import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from './support/client.ts'
import { type Person, startTestServer, type TestServer } from './support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const eventNames = async (postId: string) =>
  (
    await server.context.db.selectFrom('events').select('name').where('post_id', '=', postId).orderBy('id').execute()
  ).map(row => row.name)

describe('POST /api/v1/posts', () => {
  it('answers 201 with its ten fields, a draft unless said otherwise', async () => {
    const { status, body } = await alice.bearer.post('/api/v1/posts', {
      title: 'Hello, 世界!',
      content: '# Hi\n\nSome *text*.',
    })
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(
      Object.keys(body).sort(),
      [
        'id',
        'slug',
        'title',
        'status',
        'visibility',
        'post_type',
        'is_paid',
        'published_at',
        'scheduled_for',
        'created_at',
      ].sort(),
    )
    assert.equal(body.status, 'draft')
    assert.equal(body.published_at, null)
    assert.match(body.slug, /^hello-世界-[a-z0-9]{8}$/)
    assert.deepEqual(await eventNames(body.id), ['post.created'])
    const read = await alice.bearer.get(`/api/v1/posts/${body.id}`)
    assert.equal(read.status, 200)
    assert.equal(read.body.excerpt, 'Hi Some text.')
    const list = await alice.bearer.get('/api/v1/posts?status=draft&limit=1')
    assert.equal(list.body.total, 1)
    assert.equal(list.body.posts[0].id, body.id)
    const patched = await alice.bearer.patch(`/api/v1/posts/${body.id}`, { ...read.body, status: 'published' })
    assert.equal(patched.status, 200, JSON.stringify(patched.body))
    assert.deepEqual(await eventNames(body.id), ['post.created', 'post.updated', 'post.published'])
    assert.equal((await alice.bearer.delete(`/api/v1/posts/${body.id}`)).status, 200)
    assertError(await alice.bearer.get(`/api/v1/posts/${body.id}`), 404, 'NOT_FOUND')
    assert.equal((await alice.bearer.get('/api/v1/posts')).body.total, 0)
  })

  it('names every fault of the resulting post at once', async () => {
    const answer = await alice.bearer.post('/api/v1/posts', {
      title: ' ',
      content: 'x'.repeat(501),
      post_type: 'short',
      status: 'scheduled',
      is_paid: true,
      salon_only: true,
      tags: ['a', ' '],
      thumbnail_url: 'javascript:alert(1)',
    })
    assertError(answer, 400, 'VALIDATION_ERROR', {
      title: 'TOO_SHORT',
      content: 'TOO_LONG',
      scheduled_for: 'REQUIRED',
      price_jpy: 'REQUIRED',
      salon_id: 'REQUIRED',
      'tags.1': 'TOO_SHORT',
      thumbnail_url: 'INVALID_VALUE',
    })
  })

  it('answers a repeated Idempotency-Key with the first answer, and refuses it for another body', async () => {
    const headers = { 'idempotency-key': 'k1' }
    const body = { title: 'Once', content: '' }
    const answers = await Promise.all([1, 2, 3].map(() => alice.bearer.post('/api/v1/posts', body, { headers })))
    assert.deepEqual(
      answers.map(answer => answer.status),
      [201, 201, 201],
    )
    assert.equal(new Set(answers.map(answer => answer.body.id)).size, 1)
    const other = await alice.bearer.post('/api/v1/posts', { ...body, title: 'Twice' }, { headers })
    assertError(other, 400, 'VALIDATION_ERROR', { 'Idempotency-Key': 'INVALID_VALUE' })
  })

  it('stores nothing in a dry run', async () => {
    const bob = await server.person()
    const { status, body } = await bob.bearer.post('/api/v1/posts?dry_run=true', {
      title: 'Dry',
      content: 'x',
      status: 'published',
    })
    assert.equal(status, 200)
    assert.equal(body.status, 'published')
    assert.equal((await bob.bearer.get('/api/v1/posts')).body.total, 0)
    assert.deepEqual(await eventNames(body.id), [])
  })
})
