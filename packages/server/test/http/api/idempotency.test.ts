import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { purgeIdempotencyKeys } from '../../../src/platform/db/idempotency.ts'
import { assertError } from '../../support/client.ts'
import { createPost, eventNames, POSTS } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const POST = { title: 'Once', content: 'Text.' }
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

const keys = async (key: string) => {
  const { db } = server.context
  return (await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).execute()).length
}

const ofKey = { 'Idempotency-Key': 'INVALID_VALUE' }

describe('Idempotency-Key on POST /api/v1/posts', () => {
  it('ten parallel requests make one post and get one response; all but one are marked as a replay', async () => {
    const { bearer } = await server.person()
    const responses = await Promise.all(Array.from({ length: 10 }, () => bearer.post(POSTS, POST, keyed('parallel'))))
    for (const response of responses) {
      assert.equal(response.status, 201)
      assert.deepEqual(response.body, responses[0]!.body)
    }
    const replays = responses.filter(response => response.headers.get('idempotency-replayed') === 'true')
    assert.equal(replays.length, 9)
    assert.equal((await bearer.get(POSTS)).body.total, 1)
    assert.deepEqual(await eventNames(server, responses[0]!.body.id), ['post.created'])
  })

  it('a replay returns the first response, whatever happened to the post since', async () => {
    const first = await alice.bearer.post(POSTS, POST, keyed('later'))
    assert.equal(first.headers.get('idempotency-replayed'), null)
    await alice.bearer.delete(`${POSTS}/${first.body.id}`)
    const second = await alice.bearer.post(POSTS, POST, keyed('later'))
    assert.equal(second.status, 201)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
    assertError(await alice.bearer.get(`${POSTS}/${first.body.id}`), 404, 'NOT_FOUND')
  })

  it('the same key works with session and token: it belongs to the user', async () => {
    const first = await alice.bearer.post(POSTS, POST, keyed('both'))
    assert.equal((await alice.session.post(POSTS, POST, keyed('both'))).body.id, first.body.id)
  })

  it('with another body it is 400 and nothing is changed', async () => {
    const { bearer } = await server.person()
    const first = await bearer.post(POSTS, POST, keyed('other'))
    assertError(await bearer.post(POSTS, { ...POST, title: 'Twice' }, keyed('other')), 400, 'VALIDATION_ERROR', ofKey)
    const { body } = await bearer.get(POSTS)
    assert.deepEqual([body.total, body.posts[0].id], [1, first.body.id])
  })

  it('with the same body at another address it is 400', async () => {
    const { session } = await server.person()
    assert.equal((await session.post(POSTS, POST, keyed('address'))).status, 201)
    const response = await session.post(`${POSTS}?dry_run=false`, POST, keyed('address'))
    assertError(response, 400, 'VALIDATION_ERROR', ofKey)
  })

  it('the same key of another user is independent', async () => {
    const bob = await server.person()
    const mine = await alice.bearer.post(POSTS, POST, keyed('ours'))
    const theirs = await bob.bearer.post(POSTS, { ...POST, title: 'Theirs' }, keyed('ours'))
    assert.equal(theirs.status, 201)
    assert.equal(theirs.headers.get('idempotency-replayed'), null)
    assert.notEqual(theirs.body.id, mine.body.id)
  })

  it('a failed request does not use up the key, whether it fails in schema, rules or plan', async () => {
    const { bearer } = await server.person()
    assertError(await bearer.post(POSTS, { title: 5 }, keyed('failed')), 400, 'VALIDATION_ERROR')
    assertError(await bearer.post(POSTS, { ...POST, status: 'scheduled' }, keyed('failed')), 400, 'VALIDATION_ERROR')
    const paid = { ...POST, is_paid: true, price_jpy: 500 }
    assertError(await bearer.post(POSTS, paid, keyed('failed')), 403, 'PLAN_REQUIRED')
    assert.equal(await keys('failed'), 0)
    const { status, headers } = await bearer.post(POSTS, POST, keyed('failed'))
    assert.equal(status, 201)
    assert.equal(headers.get('idempotency-replayed'), null)
  })

  it('without a key, the same body twice makes two posts', async () => {
    assert.notEqual((await createPost(alice.bearer, POST)).id, (await createPost(alice.bearer, POST)).id)
  })

  it('keys have 1 to 255 characters', async () => {
    assert.equal((await alice.bearer.post(POSTS, POST, keyed('k'.repeat(255)))).status, 201)
    for (const key of ['k'.repeat(256), '']) {
      assertError(await alice.bearer.post(POSTS, POST, keyed(key)), 400, 'VALIDATION_ERROR', ofKey)
    }
  })

  it('keys expire after a day', async () => {
    const first = await alice.bearer.post(POSTS, POST, keyed('old'))
    const { db } = server.context
    const age = (hours: number) =>
      sql`update idempotency_keys set created_at = now() - make_interval(hours => ${hours}) where key = 'old'`.execute(
        db,
      )
    await age(23)
    await purgeIdempotencyKeys(db)
    assert.equal((await alice.bearer.post(POSTS, POST, keyed('old'))).body.id, first.body.id)
    await age(25)
    await purgeIdempotencyKeys(db)
    assert.notEqual((await alice.bearer.post(POSTS, POST, keyed('old'))).body.id, first.body.id)
  })
})
