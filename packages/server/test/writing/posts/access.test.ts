import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Plan } from '@galley/contract/identity/plans'
import type { Post } from '@galley/contract/schemas/writing/posts'
import { updateAccount } from '../../../src/identity/accounts/account-store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { type Answer, assertError, Client } from '../../support/client.ts'
import { changePost, createPost, POSTS, readPost } from '../../support/posts/posts.ts'
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

async function setPlan(person: Person, plan: Plan): Promise<void> {
  const userId = person.account.id
  await transact(server.context, async (trx, notify) => {
    notify({ about: 'account', userId })
    await updateAccount(trx, userId, { plan })
  })
}

const withoutRequestId = ({ status, body }: Answer) => {
  const { request_id: _, ...error } = body.error
  return JSON.stringify({ status, error })
}

describe('a post that the caller may not see', () => {
  const VERBS: Record<string, (id: string) => Promise<Answer>> = {
    GET: id => alice.bearer.get(`${POSTS}/${id}`),
    PATCH: id => alice.bearer.patch(`${POSTS}/${id}`, { title: 'Mine' }),
    'PATCH with If-Match': id =>
      alice.bearer.patch(`${POSTS}/${id}`, { title: 'Mine' }, { headers: { 'if-match': '"1"' } }),
    'PATCH as a dry run': id => alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, { title: 'Mine' }),
    'PATCH with errors': id => alice.bearer.patch(`${POSTS}/${id}`, { status: 'scheduled', is_paid: true }),
    DELETE: id => alice.bearer.delete(`${POSTS}/${id}`),
  }

  for (const [verb, call] of Object.entries(VERBS)) {
    it(`${verb}: another user’s, a deleted, an unknown and a malformed id get the same 404`, async () => {
      const others = await createPost(bob.bearer, { status: 'published' })
      const deleted = await createPost(alice.bearer)
      await alice.bearer.delete(`${POSTS}/${deleted.id}`)
      const ids = [
        others.id,
        deleted.id,
        '00000000-0000-0000-0000-000000000000',
        '01234567-89ab-7def-8123-456789abcdef',
        'nonsense',
        `${others.id}x`,
        '1',
        encodeURIComponent("' or 1=1 --"),
        '%F0%9F%98%80',
        '%00',
      ]
      const responses = await Promise.all(ids.map(call))
      for (const response of responses) assertError(response, 404, 'NOT_FOUND', {})
      assert.equal(new Set(responses.map(withoutRequestId)).size, 1)
      const untouched = await readPost(bob.bearer, others.id)
      assert.deepEqual([untouched.title, untouched.status], ['A title', 'published'])
    })
  }

  it('is in no list of other users', async () => {
    const { id } = await createPost(bob.bearer)
    const carol = await server.person()
    const { body } = await carol.bearer.get(POSTS)
    assert.deepEqual(body, { posts: [], total: 0 })
    assert.ok((await bob.bearer.get(POSTS)).body.posts.some((post: Post) => post.id === id))
  })
})

describe('without a valid credential', () => {
  it('every call is 401 and changes nothing', async () => {
    const { id } = await createPost(alice.bearer)
    for (const client of [server.anyone, new Client(server.url, { token: 'x'.repeat(64) })]) {
      const responses = await Promise.all([
        client.get(POSTS),
        client.post(POSTS, { title: 'T', content: '' }),
        client.get(`${POSTS}/${id}`),
        client.patch(`${POSTS}/${id}`, { title: 'Stolen' }),
        client.put(`${POSTS}/by-external-id/x`, { title: 'T', content: '' }),
        client.delete(`${POSTS}/${id}`),
        // Without a credential, validation errors are not revealed.
        client.post(POSTS, { nonsense: true }),
        client.get(`${POSTS}?limit=0`),
      ])
      for (const response of responses) assertError(response, 401, 'UNAUTHORIZED', {})
    }
    assert.equal((await readPost(alice.bearer, id)).title, 'A title')
  })

  it('a Bearer token on the free plan is 403 PLAN_REQUIRED where the session works', async () => {
    const { bearer, session } = await server.person({ plan: 'free' })
    assertError(await bearer.post(POSTS, { title: 'T', content: '' }), 403, 'PLAN_REQUIRED')
    assertError(await bearer.get(POSTS), 403, 'PLAN_REQUIRED')
    await createPost(session)
  })
})

describe('paid posts below the Pro+ plan', () => {
  it('creating one is 403 PLAN_REQUIRED on every lower plan', async () => {
    for (const plan of ['free', 'premium'] as const) {
      const { session } = await server.person({ plan })
      const response = await session.post(POSTS, { title: 'T', content: '', is_paid: true, price_jpy: 500 })
      assertError(response, 403, 'PLAN_REQUIRED', {})
      const free = await createPost(session, { is_paid: false, price_jpy: null })
      const on = await session.patch(`${POSTS}/${free.id}`, { is_paid: true, price_jpy: 500 })
      assertError(on, 403, 'PLAN_REQUIRED')
      assertError(
        await session.put(`${POSTS}/by-external-id/paid`, { title: 'T', content: '', is_paid: true, price_jpy: 500 }),
        403,
        'PLAN_REQUIRED',
      )
    }
  })

  it('after a downgrade: turning off and changing the price are 403, other fields can be changed', async () => {
    const carol = await server.person({ plan: 'pro_plus' })
    const { id } = await createPost(carol.bearer, { is_paid: true, price_jpy: 500, content: 'a <!-- paywall --> b' })
    await setPlan(carol, 'premium')
    assertError(await carol.bearer.patch(`${POSTS}/${id}`, { is_paid: false }), 403, 'PLAN_REQUIRED')
    assertError(await carol.bearer.patch(`${POSTS}/${id}`, { price_jpy: 600 }), 403, 'PLAN_REQUIRED')
    const before = await readPost(carol.bearer, id)
    assert.deepEqual([before.is_paid, before.price_jpy], [true, 500])
    const { status } = await carol.bearer.patch(`${POSTS}/${id}`, { ...before, title: 'New', status: 'published' })
    assert.equal(status, 200)
    await changePost(carol.bearer, id, { content: 'c <!-- paywall --> d', tags: ['x'], is_paid: true, price_jpy: 500 })
    assert.equal((await carol.bearer.delete(`${POSTS}/${id}`)).status, 200)
  })

  it('with Pro+ a post can become paid, free and re-priced', async () => {
    const { id } = await createPost(alice.bearer)
    assert.equal((await changePost(alice.bearer, id, { is_paid: true, price_jpy: 100 })).is_paid, true)
    assert.equal((await changePost(alice.bearer, id, { price_jpy: 101 })).price_jpy, 101)
    assert.equal((await changePost(alice.bearer, id, { is_paid: false })).is_paid, false)
  })
})
