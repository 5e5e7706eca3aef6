import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { fillContentDigests } from '../../../../src/writing/posts/content-digests.ts'
import { assertError, type Client } from '../../../support/client.ts'
import { changePost, createPost, later, POSTS, readPost } from '../../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../../support/test-server.ts'

// The fields by which a program finds out which of its files have to be sent.

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

async function itemOf(client: Client, id: string) {
  const { body } = await client.get(`${POSTS}?limit=100`)
  return body.posts.find((post: { id: string }) => post.id === id) ?? assert.fail(`${id} is not in the list`)
}

describe('own list items', () => {
  it('have the digest of the content, after a create and after each change', async () => {
    const content = 'Ünïcode 日本語 😀\r\n'
    const { id } = await createPost(alice.bearer, { content })
    assert.equal((await itemOf(alice.bearer, id)).content_sha256, sha256(content))
    await changePost(alice.bearer, id, { title: 'Another title' })
    assert.equal((await itemOf(alice.bearer, id)).content_sha256, sha256(content))
    await changePost(alice.bearer, id, { content: '' })
    assert.equal((await itemOf(alice.bearer, id)).content_sha256, sha256(''))
    assert.equal((await readPost(alice.bearer, id)).content_sha256, sha256(''))
  })

  it('have the ETag of the single read, which a change with If-Match accepts', async () => {
    const { id } = await createPost(alice.bearer)
    await changePost(alice.bearer, id, { title: 'Second version' })
    const { etag } = await itemOf(alice.bearer, id)
    const read = await alice.bearer.get(`${POSTS}/${id}`)
    assert.equal(read.headers.get('etag'), etag)
    assert.equal(read.body.etag, etag)
    const changed = await alice.bearer.patch(`${POSTS}/${id}`, { title: 'Third' }, { headers: { 'if-match': etag } })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.etag, changed.headers.get('etag'))
    assert.notEqual(changed.body.etag, etag)
    assert.equal((await itemOf(alice.bearer, id)).etag, changed.body.etag)
  })

  it('have external_id, null without one', async () => {
    const { id } = await createPost(alice.bearer)
    assert.equal((await itemOf(alice.bearer, id)).external_id, null)
    await changePost(alice.bearer, id, { external_id: 'posts/a b.md' })
    assert.equal((await itemOf(alice.bearer, id)).external_id, 'posts/a b.md')
  })

  it('have the same values in every filtered list', async () => {
    const { bearer } = await server.person()
    const { id } = await createPost(bearer, { external_id: 'x', status: 'scheduled', scheduled_for: later() })
    const plain = (await bearer.get(POSTS)).body.posts
    assert.equal(plain[0].id, id)
    for (const query of ['external_id=x', `scheduled_to=${encodeURIComponent(later(7_200_000))}`, 'status=scheduled']) {
      assert.deepEqual((await bearer.get(`${POSTS}?${query}`)).body, { posts: plain, total: 1 }, query)
    }
  })

  it('a deleted post in the trash has them too', async () => {
    const { bearer } = await server.person()
    const { id } = await createPost(bearer, { content: 'Gone.', external_id: 'gone.md' })
    await bearer.delete(`${POSTS}/${id}`)
    const [trashed] = (await bearer.get('/api/v1/trash')).body.posts
    assert.deepEqual([trashed.external_id, trashed.content_sha256], ['gone.md', sha256('Gone.')])
    const restored = await bearer.post(`/api/v1/trash/${id}/restore`, undefined, {
      headers: { 'if-match': trashed.etag },
    })
    assert.equal(restored.status, 200)
  })
})

describe('GET /posts?external_id=', () => {
  it('lists the one post with that id, together with the other filters', async () => {
    const { bearer } = await server.person()
    const { id } = await createPost(bearer, { external_id: 'a/ü?&.md' })
    await createPost(bearer, { external_id: 'a' })
    const list = async (query: string) => {
      const { body } = await bearer.get(`${POSTS}?${query}`)
      return [body.total, ...body.posts.map((post: { id: string }) => post.id)]
    }
    const name = encodeURIComponent('a/ü?&.md')
    assert.deepEqual(await list(`external_id=${name}`), [1, id])
    assert.deepEqual(await list(`external_id=${name}&status=draft`), [1, id])
    assert.deepEqual(await list(`external_id=${name}&status=published`), [0])
    assert.deepEqual(await list(`external_id=${name}&scheduled_from=${encodeURIComponent(later())}`), [0])
    assert.deepEqual(await list('external_id=unknown'), [0])
  })

  it('never lists a post of another author, or a deleted one', async () => {
    const [one, other] = [await server.person(), await server.person()]
    const { id } = await createPost(one.bearer, { external_id: 'same' })
    assert.equal((await other.bearer.get(`${POSTS}?external_id=same`)).body.total, 0)
    await one.bearer.delete(`${POSTS}/${id}`)
    assert.equal((await one.bearer.get(`${POSTS}?external_id=same`)).body.total, 0)
  })

  it('refuses values that no post can have', async () => {
    for (const [value, code] of [
      ['', 'TOO_SHORT'],
      ['x'.repeat(201), 'TOO_LONG'],
      ['%00', 'INVALID_VALUE'],
    ] as const)
      assertError(await alice.bearer.get(`${POSTS}?external_id=${value}`), 400, 'VALIDATION_ERROR', {
        external_id: code,
      })
  })
})

describe('digests of posts that an earlier release wrote', () => {
  /** As the migration leaves them. */
  const forget = (authorId: string) =>
    sql`update posts set content_sha256 = null where author_id = ${authorId}`.execute(server.context.db)

  it('are in lists and reads before the job has computed them, and stored by the job without a new version', async () => {
    const { bearer, account } = await server.person()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await createPost(bearer, { content: `Text ${i}` })).id)
    const wanted = (await bearer.get(POSTS)).body
    await forget(account.id)
    assert.deepEqual((await bearer.get(POSTS)).body, wanted)
    assert.equal((await readPost(bearer, ids[0]!)).content_sha256, sha256('Text 0'))
    assert.equal(await fillContentDigests(server.context.db), 3)
    assert.equal(await fillContentDigests(server.context.db), 0)
    assert.deepEqual((await bearer.get(POSTS)).body, wanted)
  })

  it('follow a content that is written without them', async () => {
    const { bearer, account } = await server.person()
    const { id } = await createPost(bearer)
    await sql`update posts set content = 'By an earlier release' where author_id = ${account.id}`.execute(
      server.context.db,
    )
    assert.equal((await itemOf(bearer, id)).content_sha256, sha256('By an earlier release'))
  })
})
