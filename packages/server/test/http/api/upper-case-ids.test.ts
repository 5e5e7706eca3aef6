import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost, POSTS, readPost } from '../../support/posts/posts.ts'
import { ownSalon, PUBLIC, publish, READER } from '../../support/posts/public.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

let server: TestServer
let receiver: Receiver
let alice: Person
let bob: Person
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: RECEIVER_ENV })
  alice = await server.person({ plan: 'pro_plus' })
  bob = await server.person()
})
after(async () => {
  await server.close()
  await receiver.close()
})

// Swift and .NET write UUIDs in upper case.
const capitals = (id: string) => id.toUpperCase()

describe('an id in upper case', () => {
  it('works for setting a thumbnail', async () => {
    const { id } = await createPost(alice.bearer)
    const form = new FormData()
    form.append('file', new File([new Uint8Array(await plain('png'))], 'a.png'))
    const response = await alice.bearer.send('POST', `${POSTS}/${capitals(id)}/thumbnail`, { raw: form })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    assert.equal(response.body.post.id, id)
    assert.ok(response.body.upload.path.startsWith(`posts/${alice.account.id}/${id}/thumbnail-`))
  })

  it('works for deleting a post, which leaves the public lists at once', async () => {
    const { id, slug } = await publish(alice.bearer)
    for (const name of [id, capitals(id), slug])
      assert.equal((await server.anyone.get(`${PUBLIC}/posts/${name}`)).status, 200)
    assert.equal((await alice.bearer.delete(`${POSTS}/${capitals(id)}`)).status, 200)
    for (const name of [id, capitals(id), slug])
      assert.equal((await server.anyone.get(`${PUBLIC}/posts/${name}`)).status, 404)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${capitals(id)}/html`)).status, 410)
  })

  it('works for adding a comment, which the next read shows, and for deleting it', async () => {
    const { id } = await publish(alice.bearer)
    const comments = async () => (await server.anyone.get(`${PUBLIC}/posts/${id}/comments`)).body.total
    assert.equal(await comments(), 0)
    const added = await bob.bearer.post(`${READER}/posts/${capitals(id)}/comments`, { content: 'Yes.' })
    assert.equal(added.status, 201)
    assert.equal(await comments(), 1)
    assert.equal((await bob.bearer.delete(`${READER}/comments/${capitals(added.body.id)}`)).status, 200)
    assert.equal(await comments(), 0)
  })

  it('works as a salon filter, as the salon of a post, and for statistics', async () => {
    const salon = await ownSalon(server, alice)
    const { id } = await createPost(alice.bearer, { salon_id: capitals(salon) })
    assert.equal((await readPost(alice.bearer, capitals(id))).salon_id, salon)
    const changed = await alice.bearer.patch(`${POSTS}/${id}`, { salon_id: capitals(salon) })
    assert.equal(changed.body.updated_at, (await readPost(alice.bearer, id)).updated_at)
    assert.equal((await alice.bearer.get(`${POSTS}?salon_id=${capitals(salon)}`)).body.total, 1)
    assert.equal((await alice.bearer.get(`/api/v1/statistics?post_id=${capitals(id)}`)).status, 200)
  })

  it('is returned as it is stored', async () => {
    const { id, ...webhook } = await registerWebhook(alice.bearer, receiver.url)
    assert.ok(webhook.secret)
    await createPost(alice.bearer)
    const path = `${WEBHOOKS}/${capitals(id)}`
    for (const response of [
      await alice.bearer.get(path),
      await alice.bearer.patch(path, { description: 'x' }),
      await alice.bearer.post(`${path}/rotate-secret`),
    ]) {
      assert.equal(response.status, 200, JSON.stringify(response.body))
      assert.equal(response.body.id, id)
    }
    const { deliveries } = (await alice.bearer.get(`${path}/deliveries`)).body
    const delivery = await alice.bearer.get(`${path}/deliveries/${capitals(deliveries[0].id)}`)
    assert.equal(delivery.body.id, deliveries[0].id)
    const again = await alice.bearer.post(`${path}/deliveries/${capitals(deliveries[0].id)}/redeliver`)
    assert.equal(again.body.id, deliveries[0].id)
    assert.equal((await alice.bearer.delete(path)).status, 200)
  })

  it('works for revoking a token and for ending the current session, which clears its cookie', async () => {
    const person = await server.person()
    const { tokens } = (await person.session.get('/api/v1/tokens')).body
    assert.equal((await person.session.delete(`/api/v1/tokens/${capitals(tokens[0].id)}`)).status, 200)
    assert.equal((await person.bearer.get('/api/v1/me')).status, 401)
    const { sessions } = (await person.session.get('/api/v1/sessions')).body
    assert.equal((await person.session.delete(`/api/v1/sessions/${capitals(sessions[0].id)}`)).status, 200)
    assert.equal(person.session.cookie, undefined)
  })
})

describe('text that only looks like an id', () => {
  it('is not found', async () => {
    const { id } = await publish(alice.bearer)
    for (const form of [`{${id}}`, `urn:uuid:${id}`, id.replaceAll('-', ''), ` ${id}`, `\uFF10${id.slice(1)}`]) {
      for (const name of [encodeURIComponent(form), encodeURIComponent(capitals(form))]) {
        assertError(await alice.bearer.get(`${POSTS}/${name}`), 404, 'NOT_FOUND')
        assertError(await server.anyone.get(`${PUBLIC}/posts/${name}`), 404, 'NOT_FOUND')
        assertError(await bob.bearer.put(`${READER}/posts/${name}/like`), 404, 'NOT_FOUND')
        assertError(await alice.bearer.get(`/api/v1/statistics?post_id=${name}`), 404, 'NOT_FOUND')
        assert.deepEqual((await alice.bearer.get(`${POSTS}?salon_id=${name}`)).body, { posts: [], total: 0 })
      }
      assertError(await alice.bearer.patch(`${POSTS}/${id}`, { salon_id: form }), 403, 'FORBIDDEN')
    }
  })
})
