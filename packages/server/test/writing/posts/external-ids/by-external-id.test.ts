import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../../support/client.ts'
import { createPost, eventNames, POSTS, readPost } from '../../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const path = (externalId: string) => `${POSTS}/by-external-id/${encodeURIComponent(externalId)}`

/** Paths as external ids, and characters that mean something in an address. */
const NAMES = [
  'a.md',
  'posts/2026/日本 語/はじめに.md',
  'a?b=c&d#e+f%2Fg;h:i@j',
  '%',
  '%2e%2e',
  '..a',
  'a/../b',
  '\\windows\\path.md',
  'e\u0301',
  'تجربة',
  ' lead and trail ',
  'line\nbreak',
  '😀'.repeat(200),
  '語'.repeat(200),
]

describe('posts by external id', () => {
  it('are read and deleted by any text', async () => {
    for (const name of NAMES) {
      const { id } = await createPost(alice.bearer, { external_id: name })
      const read = await alice.bearer.get(path(name))
      assert.equal(read.status, 200, name)
      assert.deepEqual(read.body, await readPost(alice.bearer, id))
      assert.deepEqual([read.body.external_id, read.headers.get('etag')], [name, read.body.etag])
      assert.deepEqual((await alice.bearer.delete(path(name))).body, { deleted: true })
      assertError(await alice.bearer.get(path(name)), 404, 'NOT_FOUND')
      assertError(await alice.bearer.get(`${POSTS}/${id}`), 404, 'NOT_FOUND')
    }
  })

  it('are told apart by every character', async () => {
    const { bearer } = await server.person()
    for (const name of ['É', 'E\u0301', 'é', 'é ', 'É/']) {
      assertError(await bearer.get(path(name)), 404, 'NOT_FOUND')
      await createPost(bearer, { external_id: name })
    }
  })

  it('a put with If-None-Match: * creates, and never changes', async () => {
    const onlyNew = { headers: { 'if-none-match': '*' } }
    const created = await alice.bearer.put(path('new.md'), { title: 'New', content: 'x' }, onlyNew)
    assert.equal(created.status, 201)
    for (const url of [path('new.md'), `${path('new.md')}?dry_run=true`]) {
      assertError(await alice.bearer.put(url, { title: 'Late', content: 'y' }, onlyNew), 412, 'PRECONDITION_FAILED')
    }
    const body = { title: 'Late', content: 'y', external_id: 'new.md' }
    assertError(await alice.bearer.post('/api/v1/import/posts', body, onlyNew), 412, 'PRECONDITION_FAILED')
    assert.equal((await alice.bearer.get(path('new.md'))).body.title, 'New')
    assert.equal((await alice.bearer.put(path('new.md'), { title: 'Newer', content: 'x' })).status, 200)
  })

  it('a delete honours If-Match, emits post.deleted and frees the name', async () => {
    const { id } = await createPost(alice.bearer, { external_id: 'once.md' })
    const { etag } = await readPost(alice.bearer, id)
    const old = await alice.bearer.delete(path('once.md'), { headers: { 'if-match': '"old"' } })
    assertError(old, 412, 'PRECONDITION_FAILED')
    assert.equal((await alice.bearer.delete(path('once.md'), { headers: { 'if-match': etag ?? '' } })).status, 200)
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.deleted'])
    assertError(await alice.bearer.delete(path('once.md')), 404, 'NOT_FOUND')
    const again = await alice.bearer.put(path('once.md'), { title: 'New', content: 'x' })
    assert.deepEqual([again.status, again.body.id === id], [201, false])
    // The new post has the same version, and is another one.
    const change = { title: 'Lost', content: 'x' }
    const stale = await alice.bearer.put(path('once.md'), change, { headers: { 'if-match': etag ?? '' } })
    assertError(stale, 412, 'PRECONDITION_FAILED')
  })

  it('of another author, unknown and impossible ones are the same 404', async () => {
    const bob = await server.person()
    const { id } = await createPost(bob.bearer, { external_id: 'private.md' })
    const messages = new Set<string>()
    for (const each of [path('private.md'), path('unknown'), `${POSTS}/by-external-id/a%00b`, path('x'.repeat(201))]) {
      for (const response of [await alice.bearer.get(each), await alice.bearer.delete(each)]) {
        assertError(response, 404, 'NOT_FOUND', {})
        messages.add(response.body.error.message)
      }
    }
    assert.equal(messages.size, 1)
    assert.equal((await readPost(bob.bearer, id)).status, 'draft')
    for (const method of ['GET', 'DELETE'])
      assert.equal((await server.anyone.send(method, path('private.md'))).status, 401)
  })
})
