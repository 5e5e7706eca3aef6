import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { changePost, createPost, eventNames, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

async function newPost(): Promise<{ path: string; id: string; etag: string }> {
  const { id } = await createPost(alice.bearer)
  const path = `${POSTS}/${id}`
  const etag = (await alice.bearer.get(path)).headers.get('etag')
  assert.ok(etag)
  return { path, id, etag }
}

const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } })

describe('ETag', () => {
  it('is strong, the same for the same post, and different after each change', async () => {
    const { path, etag } = await newPost()
    assert.match(etag, /^"[^"]+"$/)
    assert.equal((await alice.bearer.get(path)).headers.get('etag'), etag)
    const seen = [etag]
    for (const title of ['a', 'b', 'c']) {
      const changed = (await alice.bearer.patch(path, { title })).headers.get('etag')
      assert.equal((await alice.bearer.get(path)).headers.get('etag'), changed)
      seen.push(changed!)
    }
    assert.equal(new Set(seen).size, 4)
  })
})

describe('If-Match', () => {
  it('allows a change of the current version, and rejects one of an old version', async () => {
    const { path, etag } = await newPost()
    const first = await alice.bearer.patch(path, { title: 'First' }, ifMatch(etag))
    assert.equal(first.status, 200)
    assertError(await alice.bearer.patch(path, { title: 'Second' }, ifMatch(etag)), 412, 'PRECONDITION_FAILED', {})
    assert.equal((await alice.bearer.get(path)).body.title, 'First')
    const next = await alice.bearer.patch(path, { title: 'Second' }, ifMatch(first.headers.get('etag')!))
    assert.equal(next.status, 200)
  })

  it('rejects a DELETE of an old version, and the post stays', async () => {
    const { path, id, etag } = await newPost()
    const { headers } = await alice.bearer.patch(path, { title: 'Newer' })
    assertError(await alice.bearer.delete(path, ifMatch(etag)), 412, 'PRECONDITION_FAILED', {})
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.updated'])
    assert.equal((await alice.bearer.delete(path, ifMatch(headers.get('etag')!))).status, 200)
  })

  it('responds with 412 before any validation error', async () => {
    const { path } = await newPost()
    assertError(await alice.bearer.patch(path, { status: 'scheduled' }, ifMatch('"0"')), 412, 'PRECONDITION_FAILED')
  })

  it('with * matches any version, and a list matches if one of its tags does', async () => {
    const { path, etag } = await newPost()
    assert.equal((await alice.bearer.patch(path, { title: 'a' }, ifMatch('*'))).status, 200)
    assertError(await alice.bearer.patch(path, { title: 'b' }, ifMatch(`"x", ${etag}`)), 412, 'PRECONDITION_FAILED')
    const present = (await alice.bearer.get(path)).headers.get('etag')
    assert.equal((await alice.bearer.patch(path, { title: 'c' }, ifMatch(`"x" ,${present}`))).status, 200)
  })

  it('with a weak, unquoted or empty tag never matches', async () => {
    const { path, etag } = await newPost()
    for (const tag of [`W/${etag}`, etag.replaceAll('"', ''), '', `${etag}x`]) {
      assertError(await alice.bearer.patch(path, { title: 'x' }, ifMatch(tag)), 412, 'PRECONDITION_FAILED')
      assertError(await alice.bearer.delete(path, ifMatch(tag)), 412, 'PRECONDITION_FAILED')
    }
  })

  it('lets exactly one of 20 parallel changes with the same version through', async () => {
    for (let round = 1; round <= 4; round++) {
      const { path, id, etag } = await newPost()
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) => alice.bearer.patch(path, { title: `Title ${i}` }, ifMatch(etag))),
      )
      const [winner, ...more] = responses.filter(response => response.status === 200)
      assert.equal(more.length, 0)
      assert.equal(responses.filter(response => response.status === 412).length, 19)
      assert.equal((await readPost(alice.bearer, id)).title, winner!.body.title)
    }
  })

  it('is optional: a change without it is always accepted', async () => {
    const { id } = await newPost()
    assert.equal((await changePost(alice.bearer, id, { title: 'x' })).title, 'x')
  })

  it('works on PUT for an existing post, and never matches if there is none', async () => {
    const path = `${POSTS}/by-external-id/guarded`
    const body = { title: 'T', content: 'C' }
    for (const tag of ['"1"', '"0"', '*']) {
      assertError(await alice.bearer.put(path, body, ifMatch(tag)), 412, 'PRECONDITION_FAILED')
    }
    const created = await alice.bearer.put(path, body)
    assert.equal(created.status, 201)
    const etag = created.headers.get('etag')!
    assert.equal((await alice.bearer.put(path, { ...body, title: 'U' }, ifMatch(etag))).status, 200)
    assertError(await alice.bearer.put(path, { ...body, title: 'V' }, ifMatch(etag)), 412, 'PRECONDITION_FAILED')
    assert.equal((await alice.bearer.put(path, { ...body, title: 'W' }, ifMatch('*'))).status, 200)
  })
})
