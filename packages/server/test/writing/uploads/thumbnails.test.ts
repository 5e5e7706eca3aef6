import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { assertError, type Client } from '../../support/client.ts'
import { plain } from '../../support/posts/images.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let png: Buffer
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
after(() => server.close())

const RECORD = [
  'url',
  'path',
  'file_name',
  'file_size',
  'mime_type',
  'id',
  'sha256',
  'stored_sha256',
  'width',
  'height',
]

function send(client: Client, postId: string, bytes: Buffer = png, headers: Record<string, string> = {}) {
  const raw = new FormData()
  raw.set('file', new Blob([new Uint8Array(bytes)]), 'cover.png')
  return client.send('POST', `/api/v1/posts/${postId}/thumbnail`, { raw, headers })
}

const newPost = async (person = alice) =>
  (await person.bearer.post('/api/v1/posts', { title: 'T', content: '' })).body.id
const events = (postId: string) =>
  server.context.db.selectFrom('events').select(['name', 'body']).where('post_id', '=', postId).orderBy('id').execute()

describe('POST /api/v1/posts/:id/thumbnail', () => {
  it('stores the image, sets it, and returns image and post', async () => {
    const id = await newPost()
    const { status, body } = await send(alice.bearer, id)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(Object.keys(body), ['post', 'upload'])
    assert.deepEqual(Object.keys(body.post), ['id', 'slug', 'title', 'thumbnail_url', 'updated_at'])
    assert.deepEqual(Object.keys(body.upload), RECORD)
    const shape = new RegExp(`^posts/${alice.account.id}/${id}/thumbnail-[0-9a-f-]{36}\\.png$`)
    assert.match(body.upload.path, shape)
    assert.equal(body.post.thumbnail_url, body.upload.url)
    assert.equal((await server.anyone.get(new URL(body.upload.url).pathname)).status, 200)
    assert.equal((await alice.bearer.get(`/api/v1/posts/${id}`)).body.thumbnail_url, body.upload.url)
    const last = (await events(id)).at(-1)
    assert.equal(last?.name, 'post.updated')
    assert.deepEqual(JSON.parse(last?.body ?? '').data.changes, ['thumbnail_url'])
  })

  it('replaces an earlier one, whose file remains', async () => {
    const id = await newPost()
    const first = (await send(alice.bearer, id)).body.upload
    const second = (await send(alice.bearer, id, await plain('png', 41, 30))).body.upload
    assert.notEqual(first.url, second.url)
    assert.equal((await server.anyone.get(new URL(first.url).pathname)).status, 200)
  })

  it('changes nothing if the file is not an image', async () => {
    const id = await newPost()
    assertError(await send(alice.bearer, id, Buffer.from('hello')), 400, 'VALIDATION_ERROR', {
      file: 'UNSUPPORTED_TYPE',
    })
    assert.equal((await alice.bearer.get(`/api/v1/posts/${id}`)).body.thumbnail_url, null)
    assert.deepEqual(
      (await events(id)).map(({ name }) => name),
      ['post.created'],
    )
  })

  it('is 404 for another user’s post, 412 for an old version, 401 without a credential', async () => {
    const id = await newPost()
    const bob = await server.person()
    assertError(await send(bob.bearer, id), 404, 'NOT_FOUND')
    assertError(await send(alice.bearer, 'nonsense'), 404, 'NOT_FOUND')
    assertError(await send(alice.bearer, id, png, { 'if-match': '"99"' }), 412, 'PRECONDITION_FAILED')
    assertError(await send(server.anyone, id), 401, 'UNAUTHORIZED')
  })
})

describe('DELETE /api/v1/posts/:id/thumbnail', () => {
  it('removes it and returns the post; repeated, it changes nothing', async () => {
    const id = await newPost()
    await send(alice.bearer, id)
    const first = await alice.bearer.delete(`/api/v1/posts/${id}/thumbnail`)
    assert.equal(first.status, 200)
    assert.deepEqual(Object.keys(first.body.post), ['id', 'slug', 'title', 'thumbnail_url', 'updated_at'])
    assert.equal(first.body.post.thumbnail_url, null)
    const recorded = (await events(id)).length
    const second = await alice.bearer.delete(`/api/v1/posts/${id}/thumbnail`)
    assert.equal(second.body.post.updated_at, first.body.post.updated_at)
    assert.equal((await events(id)).length, recorded)
    assertError(await (await server.person()).bearer.delete(`/api/v1/posts/${id}/thumbnail`), 404, 'NOT_FOUND')
  })
})
