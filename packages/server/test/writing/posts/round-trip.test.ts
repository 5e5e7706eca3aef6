import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changePost, createPost, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
  bob = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

describe('a response can be sent back as a request', () => {
  const STATES: Record<string, Record<string, unknown>> = {
    draft: {},
    published: { status: 'published' },
    scheduled: { status: 'scheduled', scheduled_for: '2999-01-01T00:00:00Z' },
    paid: { status: 'published', is_paid: true, price_jpy: 500, content: 'a <!-- paywall --> b' },
    'with an external id': { external_id: 'round-trip' },
  }
  for (const [state, fields] of Object.entries(STATES)) {
    it(`GET → change → PATCH of a post that is ${state}: only the change takes effect`, async () => {
      const { id } = await createPost(alice.bearer, fields)
      const before = await readPost(alice.bearer, id)
      const after = await changePost(alice.bearer, id, { ...before, title: 'Changed' })
      assert.deepEqual(after, { ...before, title: 'Changed', updated_at: after.updated_at, etag: after.etag })
    })
  }

  it('GET → change → PATCH of an archived post', async () => {
    const { id } = await createPost(alice.bearer, { status: 'published' })
    const before = await changePost(alice.bearer, id, { status: 'archived' })
    const after = await changePost(alice.bearer, id, { ...before, subtitle: 'Changed' })
    assert.deepEqual(after, { ...before, subtitle: 'Changed', updated_at: after.updated_at, etag: after.etag })
  })

  it('read-only fields are ignored, whatever their values', async () => {
    const { id } = await createPost(alice.bearer)
    const before = await readPost(alice.bearer, id)
    const lies = {
      id: bob.account.id,
      slug: 'mine',
      excerpt: 'mine',
      published_at: '2000-01-01T00:00:00Z',
      created_at: 5,
      updated_at: null,
      view_count: 1e6,
      like_count: 'many',
      comment_count: -1,
      author: { username: 'bob' },
    }
    assert.deepEqual(await changePost(alice.bearer, id, lies), before)
    const created = await createPost(alice.bearer, lies)
    assert.notEqual(created.id, lies.id)
    assert.notEqual(created.slug, lies.slug)
    assert.equal((await readPost(alice.bearer, created.id)).view_count, 0)
  })
})
