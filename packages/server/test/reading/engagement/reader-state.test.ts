import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError } from '../../support/client.ts'
import { createPost } from '../../support/posts/posts.ts'
import { ownSalon, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  bob = await server.person({ plan: 'free' })
})
after(() => server.close())

describe('GET /api/v1/reader/posts/:id', () => {
  const NOTHING = {
    liked: false,
    saved: false,
    resonated: false,
    following_author: false,
    is_author: false,
    like_count: 0,
    save_count: 0,
    resonated_count: 0,
  }

  it('returns only the reader’s own reactions', async () => {
    const { id } = await publish(alice.bearer)
    const standing = async (person: Person) => {
      const { body } = await person.session.get(`${READER}/posts/${id}`)
      return Object.fromEntries(Object.keys(NOTHING).map(name => [name, body[name]]))
    }
    assert.deepEqual(await standing(bob), NOTHING)
    for (const [path, changed] of [
      [`posts/${id}/like`, { liked: true, like_count: 1 }],
      [`posts/${id}/save`, { saved: true, save_count: 1 }],
      [`posts/${id}/resonance`, { resonated: true, resonated_count: 1 }],
      [`users/${alice.account.username}/follow`, { following_author: true }],
    ] as const) {
      await bob.session.put(`${READER}/${path}`)
      assert.deepEqual(await standing(bob), { ...NOTHING, ...changed })
      await bob.session.delete(`${READER}/${path}`)
      assert.deepEqual(await standing(bob), NOTHING)
    }
    assert.deepEqual(await standing(alice), { ...NOTHING, is_author: true })
  })

  it('is 401 without a credential and 403 for a token without the plan', async () => {
    const { id } = await publish(alice.bearer)
    assertError(await server.anyone.get(`${READER}/posts/${id}`), 401, 'UNAUTHORIZED')
    assertError(await bob.bearer.get(`${READER}/posts/${id}`), 403, 'PLAN_REQUIRED')
  })

  it('has the fields of the public read, and says that everybody may read a free post', async () => {
    const { id, slug } = await publish(alice.bearer)
    const { body: shown } = await server.anyone.get(`/api/v1/public/posts/${id}`)
    for (const name of [id, slug]) {
      const { body } = await bob.session.get(`${READER}/posts/${name}`)
      assert.deepEqual({ ...body, ...shown }, body)
      assert.deepEqual([body.access, body.salon_only], ['free', false])
    }
  })

  it('is 404 for posts that the reader may not see', async () => {
    const salon_id = await ownSalon(server, alice)
    const draft = await createPost(alice.bearer)
    const salon = await publish(alice.bearer, { salon_id, salon_only: true })
    for (const id of [draft.id, salon.id, newId(), 'x', '%00']) {
      assertError(await bob.session.get(`${READER}/posts/${id}`), 404, 'NOT_FOUND')
    }
  })
})

describe('GET /api/v1/reader/users/:username', () => {
  const url = ({ account }: Person) => `${READER}/users/${account.username}`

  it('returns whether the reader follows the user, and whether it is the reader', async () => {
    assert.deepEqual((await bob.session.get(url(alice))).body, { following: false, is_self: false })
    await bob.session.put(`${url(alice)}/follow`)
    assert.deepEqual((await bob.session.get(url(alice))).body, { following: true, is_self: false })
    assert.deepEqual((await alice.session.get(url(alice))).body, { following: false, is_self: true })
  })

  it('is 401 without a credential, 403 for a token without the plan, 404 for unknown and suspended users', async () => {
    const mallory = await server.person()
    await setSuspended(server, mallory, true)
    assertError(await server.anyone.get(url(alice)), 401, 'UNAUTHORIZED')
    assertError(await bob.bearer.get(url(alice)), 403, 'PLAN_REQUIRED')
    for (const path of [url(mallory), `${READER}/users/nobody_at_all`, `${READER}/users/%00`]) {
      assertError(await bob.session.get(path), 404, 'NOT_FOUND')
    }
  })
})
