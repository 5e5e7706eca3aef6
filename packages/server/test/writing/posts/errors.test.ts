import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { createPost, eventNames, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

describe('an invalid request', () => {
  it('names every schema error in one response', async () => {
    const response = await alice.bearer.post(POSTS, {
      title: 5,
      status: 'gone',
      post_type: 'x',
      visibility: 'x',
      category: 'x',
      tags: Array.from({ length: 11 }, () => 'x'),
      subtitle: [],
      is_paid: 'yes',
      price_jpy: '100',
      free_preview_length: -1,
      salon_id: 5,
      salon_only: 'no',
      thumbnail_url: 5,
      cover_image_url: 'x'.repeat(2049),
      seo_title: 5,
      meta_description: {},
      external_id: '',
      scheduled_for: 'soon',
      autor: 'me',
    })
    assertError(response, 400, 'VALIDATION_ERROR', {
      content: 'REQUIRED',
      title: 'INVALID_TYPE',
      status: 'INVALID_VALUE',
      post_type: 'INVALID_VALUE',
      visibility: 'INVALID_VALUE',
      category: 'INVALID_VALUE',
      tags: 'TOO_MANY',
      subtitle: 'INVALID_TYPE',
      is_paid: 'INVALID_TYPE',
      price_jpy: 'INVALID_TYPE',
      free_preview_length: 'TOO_SMALL',
      salon_id: 'INVALID_TYPE',
      salon_only: 'INVALID_TYPE',
      thumbnail_url: 'INVALID_TYPE',
      cover_image_url: 'TOO_LONG',
      seo_title: 'INVALID_TYPE',
      meta_description: 'INVALID_TYPE',
      external_id: 'TOO_SHORT',
      scheduled_for: 'INVALID_VALUE',
      autor: 'UNKNOWN_FIELD',
    })
    for (const issue of response.body.error.fields) assert.ok(issue.message.length > 0)
  })

  it('a PATCH with one error among valid fields changes nothing and sends no event', async () => {
    const { id } = await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })
    const before = await alice.bearer.get(`${POSTS}/${id}`)
    const wrong = { title: 'New', tags: ['new'], status: 'published', thumbnail_url: 'javascript:alert(1)' }
    assertError(await alice.bearer.patch(`${POSTS}/${id}`, wrong), 400, 'VALIDATION_ERROR', {
      thumbnail_url: 'INVALID_VALUE',
    })
    const after = await alice.bearer.get(`${POSTS}/${id}`)
    assert.deepEqual(after.body, before.body)
    assert.equal(after.headers.get('etag'), before.headers.get('etag'))
    assert.deepEqual(await eventNames(server, id), ['post.created'])
  })

  it('unknown fields are rejected by name, on create, PATCH and PUT', async () => {
    const { id } = await createPost(alice.bearer)
    const body = { title: 'T', content: '', titel: 'T', constructor: 1 }
    const issues = { titel: 'UNKNOWN_FIELD', constructor: 'UNKNOWN_FIELD' }
    assertError(await alice.bearer.post(POSTS, body), 400, 'VALIDATION_ERROR', issues)
    assertError(await alice.bearer.patch(`${POSTS}/${id}`, body), 400, 'VALIDATION_ERROR', issues)
    assertError(await alice.bearer.put(`${POSTS}/by-external-id/u`, body), 400, 'VALIDATION_ERROR', issues)
  })

  it('a body that is not an object is rejected', async () => {
    const { id } = await createPost(alice.bearer)
    for (const body of [[], 'text', 5, null, true]) {
      assertError(await alice.bearer.post(POSTS, body), 400, 'VALIDATION_ERROR')
      assertError(await alice.bearer.patch(`${POSTS}/${id}`, body), 400, 'VALIDATION_ERROR')
    }
    const raw = { raw: '{"title":', headers: { 'content-type': 'application/json' } }
    assertError(await alice.bearer.send('POST', POSTS, raw), 400, 'INVALID_JSON')
  })

  it('NUL characters and lone surrogates are rejected in every field', async () => {
    const { id } = await createPost(alice.bearer)
    for (const bad of ['a\0b', 'a\ud800b', '\udc00']) {
      const fields = {
        title: bad,
        content: bad,
        subtitle: bad,
        seo_title: bad,
        meta_description: bad,
        external_id: bad,
      }
      const issues = Object.fromEntries(Object.keys(fields).map(name => [name, 'INVALID_VALUE']))
      const body = { ...fields, tags: ['ok', bad] }
      const all = { ...issues, 'tags.1': 'INVALID_VALUE' }
      assertError(await alice.bearer.post(POSTS, body), 400, 'VALIDATION_ERROR', all)
      assertError(await alice.bearer.patch(`${POSTS}/${id}`, body), 400, 'VALIDATION_ERROR', all)
    }
    assert.equal((await readPost(alice.bearer, id)).title, 'A title')
  })
})
