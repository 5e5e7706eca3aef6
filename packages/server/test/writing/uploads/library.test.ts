import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { SCOPE_PRESETS, type TokenScope } from '@galley/contract/identity/scopes'
import { OPERATOR } from '../../../src/identity/audit/record-action.ts'
import { issueToken } from '../../../src/identity/tokens/issue-token.ts'
import { hideComment } from '../../../src/moderation/hide-comment.ts'
import { assertError, Client } from '../../support/client.ts'
import { fromPhone, plain } from '../../support/posts/images.ts'
import { changePost, createPost, POSTS } from '../../support/posts/posts.ts'
import { publish, READER } from '../../support/posts/public.ts'
import { filesOf, upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const UPLOADS = '/api/v1/uploads'

let server: TestServer
let other: Person
before(async () => {
  server = await startTestServer()
  other = await server.person()
})
after(() => server.close())

let width = 10
/** An image that no other test uploads. */
const newImage = () => plain('png', ++width, 7)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const usesOf = async ({ session }: Person, id: string) => {
  const { uploads } = (await session.get(`${UPLOADS}?limit=100`)).body
  return uploads.find((entry: { id: string }) => entry.id === id)?.used_by
}
async function limited({ account }: Person, scopes: readonly TokenScope[]): Promise<Client> {
  const { token } = await issueToken(server.context, account.id, { name: 'limited', scopes: [...scopes] })
  return new Client(server.url, { token })
}

describe('the same bytes again', () => {
  it('are 201 with the same record, and nothing is stored twice', async () => {
    const { bearer, session } = await server.person()
    const image = await newImage()
    const first = await upload(bearer, image, 'first.png')
    const { stored } = await filesOf(server)
    const again = await upload(session, image, 'second.png')
    assert.equal(again.status, 201)
    assert.deepEqual(again.body, { ...first.body, file_name: 'second.png' })
    assert.equal(first.body.sha256, sha256(image))
    assert.deepEqual([first.body.width, first.body.height], [width, 7])
    assert.deepEqual((await filesOf(server)).stored, stored)
  })

  it('are one record for uploads at the same time', async () => {
    const { bearer } = await server.person()
    const image = await newImage()
    const responses = await Promise.all(Array.from({ length: 8 }, () => upload(bearer, image)))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(responses.map(({ body }) => body.path)).size, 1)
    const { stored } = await filesOf(server)
    assert.equal(stored.filter(file => file.includes(responses[0]!.body.path.split('/')[1])).length, 1)
  })

  it('are recognised as they were sent and as they are served, if metadata was removed', async () => {
    const person = await server.person()
    const sent = await fromPhone('jpeg')
    const { body } = await upload(person.bearer, sent)
    const served = Buffer.from(await (await fetch(server.url + new URL(body.url).pathname)).arrayBuffer())
    assert.notEqual(sha256(served), sha256(sent))
    assert.deepEqual([body.sha256, body.stored_sha256], [sha256(sent), sha256(served)])
    assert.equal((await upload(person.bearer, served)).body.id, body.id)
    for (const digest of [sha256(sent), sha256(served), sha256(sent).toUpperCase()]) {
      const { uploads, total } = (await person.bearer.get(`${UPLOADS}?sha256=${digest}`)).body
      assert.deepEqual([total, uploads[0].id], [1, body.id])
    }
  })

  it('of another account are a record and a file of its own', async () => {
    const [alice, bob] = [await server.person(), await server.person()]
    const image = await newImage()
    const [one, two] = [await upload(alice.bearer, image), await upload(bob.bearer, image)]
    assert.notEqual(one.body.path, two.body.path)
    assert.equal((await alice.bearer.get(UPLOADS)).body.total, 1)
    assert.equal((await alice.bearer.delete(`${UPLOADS}/${one.body.id}`)).status, 200)
    assert.equal((await server.anyone.get(new URL(two.body.url).pathname)).status, 200)
  })

  it('restore a file that was lost', async () => {
    const { bearer } = await server.person()
    const image = await newImage()
    const { body } = await upload(bearer, image)
    await rm(join(server.context.settings.dataDir, 'media', body.path))
    assert.deepEqual((await upload(bearer, image)).body, body)
    assert.equal((await server.anyone.get(new URL(body.url).pathname)).status, 200)
  })

  it('are a new record after a deletion', async () => {
    const { bearer } = await server.person()
    const image = await newImage()
    const { body } = await upload(bearer, image)
    await bearer.delete(`${UPLOADS}/${body.id}`)
    assert.notEqual((await upload(bearer, image)).body.id, body.id)
  })

  it('as a thumbnail are stored once for a post', async () => {
    const { bearer } = await server.person()
    const { id } = await createPost(bearer)
    const form = async () => {
      const data = new FormData()
      data.append('file', new File([new Uint8Array(image)], 'a.png'))
      return (await bearer.send('POST', `${POSTS}/${id}/thumbnail`, { raw: data })).body
    }
    const image = await newImage()
    const [first, second] = [await form(), await form()]
    assert.deepEqual(second.upload, first.upload)
    assert.equal(second.post.updated_at, first.post.updated_at)
    assert.match(first.upload.path, /\/thumbnail-/)
  })
})

describe('GET /api/v1/uploads', () => {
  it('lists one’s own uploads, newest first, in pages', async () => {
    const { bearer } = await server.person()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift((await upload(bearer, await newImage())).body.id)
    const { body } = await bearer.get(`${UPLOADS}?limit=2`)
    assert.equal(body.total, 3)
    assert.deepEqual(
      body.uploads.map(({ id }: { id: string }) => id),
      ids.slice(0, 2),
    )
    assert.deepEqual(body.uploads[0].used_by, [])
    assert.equal((await bearer.get(`${UPLOADS}?limit=2&offset=2`)).body.uploads[0].id, ids[2])
    assert.equal((await bearer.get(`${UPLOADS}?limit=500`)).status, 200)
    assertError(await bearer.get(`${UPLOADS}?limit=501`), 400, 'VALIDATION_ERROR', { limit: 'TOO_LARGE' })
    assert.deepEqual((await bearer.get(`${UPLOADS}?sha256=${'0'.repeat(64)}`)).body, { uploads: [], total: 0 })
    assertError(await bearer.get(`${UPLOADS}?sha256=abc`), 400, 'VALIDATION_ERROR', { sha256: 'INVALID_VALUE' })
  })

  it('says which post, comment and profile uses an image', async () => {
    const person = await server.person()
    const { id, url } = (await upload(person.bearer, await newImage())).body
    const uses = () => usesOf(person, id)
    const inText = await createPost(person.bearer, { title: 'In the text', content: `![](${url})` })
    const use = { type: 'post', id: inText.id, title: 'In the text' }
    assert.deepEqual(await uses(), [use])
    await changePost(person.bearer, inText.id, { content: '', cover_image_url: url })
    assert.deepEqual(await uses(), [use])
    await changePost(person.bearer, inText.id, { cover_image_url: null, thumbnail_url: url })
    assert.deepEqual(await uses(), [use])
    await changePost(person.bearer, inText.id, { thumbnail_url: null })
    assert.deepEqual(await uses(), [])

    await person.session.patch('/api/v1/me', { avatar_url: url })
    assert.deepEqual(await uses(), [{ type: 'profile', id: person.account.id, title: null }])
    await person.session.patch('/api/v1/me', { avatar_url: null })

    const { id: postId } = await publish(person.bearer)
    const comment = (await person.bearer.post(`${READER}/posts/${postId}/comments`, { content: `See ${url}.` })).body
    assert.deepEqual(await uses(), [{ type: 'comment', id: comment.id, title: null }])
    await person.bearer.delete(`${READER}/comments/${comment.id}`)
    assert.deepEqual(await uses(), [])
  })

  it('recognises an image by its path, whatever the address of the site', async () => {
    const person = await server.person()
    const { id, path } = (await upload(person.bearer, await newImage())).body
    for (const base of ['https://old.example/media', '/media', 'https://cdn.example/bucket']) {
      const { id: postId } = await createPost(person.bearer, { content: `<img src='${base}/${path}'> and more` })
      assert.equal((await usesOf(person, id)).length, 1, base)
      await changePost(person.bearer, postId, { content: '' })
    }
  })

  it('counts a deleted post, which can be restored', async () => {
    const person = await server.person()
    const { id, url } = (await upload(person.bearer, await newImage())).body
    const post = await createPost(person.bearer, { thumbnail_url: url })
    await person.bearer.delete(`${POSTS}/${post.id}`)
    assert.equal((await usesOf(person, id)).length, 1)
    assertError(await person.bearer.delete(`${UPLOADS}/${id}`), 409, 'IN_USE')
  })

  it('tells of other people only what everybody can see', async () => {
    const person = await server.person()
    const { id, url } = (await upload(person.bearer, await newImage())).body
    const draft = await createPost(other.bearer, { title: 'Secret', content: `![](${url})` })
    assert.deepEqual(await usesOf(person, id), [])
    await changePost(other.bearer, draft.id, { status: 'published' })
    assert.deepEqual(await usesOf(person, id), [{ type: 'post', id: draft.id, title: 'Secret' }])
  })

  it('leaves out a comment of another person that an admin hid', async () => {
    const person = await server.person()
    const { id, url } = (await upload(person.bearer, await newImage())).body
    const post = await publish(other.bearer)
    const comments = `${READER}/posts/${post.id}/comments`
    const comment = (await other.bearer.post(comments, { content: `See ${url}.` })).body
    assert.deepEqual(await usesOf(person, id), [{ type: 'comment', id: comment.id, title: null }])
    await hideComment(server.context, OPERATOR, comment.id, 'Spam.')
    assert.deepEqual(await usesOf(person, id), [])
  })
})

describe('DELETE /api/v1/uploads/:id', () => {
  it('deletes the record and the file', async () => {
    const { bearer } = await server.person()
    const { id, url } = (await upload(bearer, await newImage())).body
    assert.deepEqual((await bearer.delete(`${UPLOADS}/${id}`)).body, { deleted: true })
    assert.equal((await server.anyone.get(new URL(url).pathname)).status, 404)
    assert.equal((await bearer.get(UPLOADS)).body.total, 0)
    assertError(await bearer.delete(`${UPLOADS}/${id}`), 404, 'NOT_FOUND')
  })

  it('is 409 IN_USE while something shows the image, unless it is forced', async () => {
    const { bearer } = await server.person()
    const { id, url } = (await upload(bearer, await newImage())).body
    await createPost(bearer, { title: 'Shows it', content: `![](${url})` })
    const rejected = await bearer.delete(`${UPLOADS}/${id}`)
    assertError(rejected, 409, 'IN_USE')
    assert.match(rejected.body.error.message, /Shows it/)
    assertError(await bearer.delete(`${UPLOADS}/${id}?force=false`), 409, 'IN_USE')
    assert.equal((await server.anyone.get(new URL(url).pathname)).status, 200)
    assert.equal((await bearer.delete(`${UPLOADS}/${id}?force=true`)).status, 200)
    assert.equal((await server.anyone.get(new URL(url).pathname)).status, 404)
  })

  it('cannot be blocked by another user’s draft, which it does not reveal', async () => {
    const { bearer } = await server.person()
    const { id, url } = (await upload(bearer, await newImage())).body
    await createPost(other.bearer, { content: `![](${url})` })
    assert.equal((await bearer.delete(`${UPLOADS}/${id}`)).status, 200)
  })

  it('is the same 404 for another user’s upload and an unknown one', async () => {
    const { body } = await upload((await server.person()).bearer, await newImage())
    const message = async (id: string) => {
      const response = await other.bearer.delete(`${UPLOADS}/${id}?force=true`)
      assertError(response, 404, 'NOT_FOUND')
      return response.body.error.message
    }
    assert.equal(await message(body.id), await message(crypto.randomUUID()))
    assert.equal((await server.anyone.get(new URL(body.url).pathname)).status, 200)
  })

  it('needs posts:publish if readers see the image, even if it is forced', async () => {
    const person = await server.person()
    const { id, url } = (await upload(person.bearer, await newImage())).body
    const post = await createPost(person.bearer, { content: `![](${url})` })
    const drafting = await limited(person, SCOPE_PRESETS.drafts)
    assertError(await drafting.delete(`${UPLOADS}/${id}`), 409, 'IN_USE')
    await changePost(person.bearer, post.id, { status: 'published' })
    const rejected = await drafting.delete(`${UPLOADS}/${id}?force=true`)
    assertError(rejected, 403, 'SCOPE_REQUIRED')
    assert.match(rejected.body.error.message, /posts:publish/)
    assert.equal((await person.bearer.delete(`${UPLOADS}/${id}?force=true`)).status, 200)
  })
})
