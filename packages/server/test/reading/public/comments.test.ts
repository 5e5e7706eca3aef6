import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError } from '../../support/client.ts'
import { changePost, createPost } from '../../support/posts/posts.ts'
import { ownSalon, PUBLIC, publish, READER } from '../../support/posts/public.ts'
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

const comment = async (id: string, content: string): Promise<string> => {
  const { status, body } = await bob.bearer.post(`${READER}/posts/${id}/comments`, { content })
  assert.equal(status, 201)
  return body.id
}
const list = (idOrSlug: string, query = '') => server.anyone.get(`${PUBLIC}/posts/${idOrSlug}/comments${query}`)

describe('GET /api/v1/public/posts/:id/comments', () => {
  it('returns to anonymous readers the same as the reader’s list, by id and by slug, page by page', async () => {
    const { id, slug } = await publish(alice.bearer)
    for (const content of ['one', 'two', 'three']) await comment(id, content)
    const known = await bob.bearer.get(`${READER}/posts/${id}/comments`)
    for (const name of [id, slug]) assert.deepEqual((await list(name)).body, known.body)
    const { body } = await list(id, '?limit=1&offset=1')
    assert.deepEqual([body.comments.map((one: { content: string }) => one.content), body.total], [['two'], 3])
  })

  it('shows new, deleted and hidden comments at once', async () => {
    const { id } = await publish(alice.bearer)
    const contents = async () => (await list(id)).body.comments.map((one: { content: string }) => one.content)
    assert.deepEqual(await contents(), [])
    const first = await comment(id, 'one')
    assert.deepEqual(await contents(), ['one'])
    await bob.bearer.delete(`${READER}/comments/${first}`)
    assert.deepEqual(await contents(), [])
    await changePost(alice.bearer, id, { status: 'draft' })
    assertError(await list(id), 404, 'NOT_FOUND')
  })

  it('has one comment if the same text is sent twice within a minute, unless the first was deleted', async () => {
    const { id } = await publish(alice.bearer)
    const [first, second] = await Promise.all([comment(id, 'twice'), comment(id, 'twice')])
    assert.equal(second, first)
    assert.notEqual(await comment(id, 'another'), first)
    assert.equal((await list(id)).body.total, 2)
    await bob.bearer.delete(`${READER}/comments/${first}`)
    assert.notEqual(await comment(id, 'twice'), first)
    await server.context.db
      .updateTable('comments')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .execute()
    await comment(id, 'another')
    assert.equal((await list(id)).body.total, 3)
  })

  it('is 304 for an unchanged list', async () => {
    const { id } = await publish(alice.bearer)
    const headers = { 'if-none-match': (await list(id)).headers.get('etag') ?? '' }
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}/comments`, { headers })).status, 304)
  })

  it('is 400 for an invalid page', async () => {
    const { id } = await publish(alice.bearer)
    const issues = { limit: 'TOO_LARGE', offset: 'TOO_SMALL' }
    assertError(await list(id, '?limit=101&offset=-1'), 400, 'VALIDATION_ERROR', issues)
  })

  it('is 404 for posts that are not public', async () => {
    const salon_id = await ownSalon(server, alice)
    const draft = await createPost(alice.bearer)
    const salon = await publish(alice.bearer, { salon_id, salon_only: true })
    for (const id of [draft.id, salon.id, newId(), 'x', '%00']) assertError(await list(id), 404, 'NOT_FOUND')
  })
})
