import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { changeWebhook, deliveriesOf, readWebhook, registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

const URL_ = 'https://localhost:9/hook'
const RECORD = [
  'id',
  'url',
  'event_types',
  'status',
  'description',
  'created_at',
  'consecutive_failures',
  'disabled_at',
  'disabled_reason',
  'updated_at',
]

// The endpoints only; nothing is sent.
let server: TestServer
before(async () => {
  server = await startTestServer({ env: RECEIVER_ENV })
})
after(() => server.close())

const storedWebhook = (id: string) =>
  server.context.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('registration', () => {
  it('returns the record with its secret of 64 characters, which is not shown again', async () => {
    const { bearer } = await server.person()
    const response = await bearer.post(WEBHOOKS, {
      url: URL_,
      event_types: ['post.created', 'post.deleted', 'post.created'],
      description: 'for the newsletter',
    })
    assert.equal(response.status, 201)
    const { id, created_at, secret, ...rest } = response.body
    assert.deepEqual(rest, {
      url: URL_,
      event_types: ['post.created', 'post.deleted'],
      status: 'active',
      description: 'for the newsletter',
    })
    assert.match(secret, /^[A-Za-z0-9_-]{64}$/)
    assert.ok(Number.isFinite(Date.parse(created_at)))

    await bearer.post(`${WEBHOOKS}/${id}/test`)
    const others = await Promise.all([
      bearer.get(WEBHOOKS),
      bearer.get(`${WEBHOOKS}/${id}`),
      bearer.patch(`${WEBHOOKS}/${id}`, { description: 'x' }),
      bearer.get(`${WEBHOOKS}/${id}/deliveries`),
    ])
    for (const { status, body } of others) {
      assert.equal(status, 200)
      assert.doesNotMatch(JSON.stringify(body), new RegExp(`secret|${secret}`))
    }
  })

  it('stores the secret encrypted', async () => {
    const { bearer } = await server.person()
    const { id, secret } = await registerWebhook(bearer, URL_)
    const stored = await storedWebhook(id)
    assert.ok(!stored.secret.includes(secret))
    assert.ok(!JSON.stringify(stored).includes(secret))
    assert.equal(server.context.secretBox.open(stored.secret), secret)
  })

  it('works with a session and with a token, and without a description', async () => {
    const { session } = await server.person()
    assert.equal((await registerWebhook(session, URL_)).description, null)
  })

  it('accepts the record of another webhook as a body, except for its status', async () => {
    const { bearer } = await server.person()
    const { status, ...record } = await readWebhook(bearer, (await registerWebhook(bearer, URL_)).id)
    assert.equal((await bearer.post(WEBHOOKS, record)).status, 201)
    assertError(await bearer.post(WEBHOOKS, { ...record, status }), 400, 'VALIDATION_ERROR', {
      status: 'UNKNOWN_FIELD',
    })
  })

  it('returns the same webhook and secret for a repeated request with one Idempotency-Key', async () => {
    const { bearer } = await server.person()
    const send = () =>
      bearer.post(WEBHOOKS, { url: URL_, event_types: ['post.created'] }, { headers: { 'idempotency-key': 'k' } })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(second.body, first.body)
    assert.equal((await bearer.get(WEBHOOKS)).body.webhooks.length, 1)
  })

  it('names every invalid field', async () => {
    const { bearer } = await server.person()
    const issues = async (body: object) => {
      const response = await bearer.post(WEBHOOKS, body)
      return Object.fromEntries(
        response.body.error.fields.map((f: { field: string; code: string }) => [f.field, f.code]),
      )
    }
    assert.deepEqual(await issues({}), { url: 'REQUIRED', event_types: 'REQUIRED' })
    assert.deepEqual(await issues({ url: 1, event_types: 'post.created', description: 2, extra: 3 }), {
      url: 'INVALID_TYPE',
      event_types: 'INVALID_TYPE',
      description: 'INVALID_TYPE',
      extra: 'UNKNOWN_FIELD',
    })
    assert.deepEqual(await issues({ url: URL_, event_types: [] }), { event_types: 'TOO_SHORT' })
    const unknown = await issues({ url: URL_, event_types: ['post.created', 'ping'] })
    assert.deepEqual(Object.values(unknown), ['INVALID_VALUE'])
    for (const url of ['hook', 'http://example.com/', 'ftp://example.com/', 'https://me:pw@example.com/', '']) {
      assert.deepEqual(Object.keys(await issues({ url, event_types: ['post.created'] })), ['url'], url)
    }
    assert.deepEqual(await issues({ url: URL_, event_types: ['post.created'], description: 'x'.repeat(501) }), {
      description: 'TOO_LONG',
    })
  })

  it('refuses private addresses unless they are allowed', async () => {
    const closed = await startTestServer()
    try {
      const { bearer } = await closed.person()
      for (const url of ['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/']) {
        const response = await bearer.post(WEBHOOKS, { url, event_types: ['post.created'] })
        assertError(response, 400, 'VALIDATION_ERROR', { url: 'INVALID_VALUE' })
      }
    } finally {
      await closed.close()
    }
  })

  it('is limited to ten for a user, also under 20 parallel requests', async () => {
    const { bearer } = await server.person()
    const body = { url: URL_, event_types: ['post.created'] }
    const responses = await Promise.all(Array.from({ length: 20 }, () => bearer.post(WEBHOOKS, body)))
    assert.equal(responses.filter(({ status }) => status === 201).length, 10)
    for (const response of responses) if (response.status !== 201) assertError(response, 400, 'LIMIT_REACHED')
    const { webhooks } = (await bearer.get(WEBHOOKS)).body
    assert.equal(webhooks.length, 10)
    await bearer.delete(`${WEBHOOKS}/${webhooks[0].id}`)
    assert.equal((await bearer.post(WEBHOOKS, body)).status, 201)
    assertError(await bearer.post(WEBHOOKS, body), 400, 'LIMIT_REACHED')
  })
})

describe('the list and the single read', () => {
  it('return records without a secret, newest first, and only the caller’s', async () => {
    const { bearer } = await server.person()
    const { bearer: otherUser } = await server.person()
    await registerWebhook(otherUser, URL_)
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await registerWebhook(bearer, `${URL_}/${i}`)).id)
    const { status, body } = await bearer.get(WEBHOOKS)
    assert.equal(status, 200)
    assert.deepEqual(
      body.webhooks.map(({ id }: { id: string }) => id),
      ids.toReversed(),
    )
    for (const record of body.webhooks) {
      assert.deepEqual(Object.keys(record), RECORD)
      assert.deepEqual(await readWebhook(bearer, record.id), record)
    }
  })
})

describe('a change', () => {
  it('sets the fields that are sent and leaves the others', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, URL_, { description: 'old' })
    const other = 'https://localhost:10/other'
    assert.equal((await changeWebhook(bearer, id, { url: other })).url, other)
    const types = ['post.deleted', 'post.updated', 'post.deleted']
    assert.deepEqual((await changeWebhook(bearer, id, { event_types: types })).event_types, types.slice(0, 2))
    assert.equal((await changeWebhook(bearer, id, { description: null })).description, null)
    const after = await readWebhook(bearer, id)
    assert.deepEqual([after.url, after.event_types, after.description], [other, types.slice(0, 2), null])
  })

  it('without fields changes nothing, and a record that was read is accepted as a body', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, URL_)
    const before = await readWebhook(bearer, id)
    assert.deepEqual(await changeWebhook(bearer, id, {}), before)
    const { updated_at, ...rest } = await changeWebhook(bearer, id, { ...before })
    assert.deepEqual({ ...rest, updated_at: before.updated_at }, before)
    assert.ok(updated_at >= before.updated_at)
  })

  it('is rejected with the errors of its fields', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, URL_)
    const patch = (body: object) => bearer.patch(`${WEBHOOKS}/${id}`, body)
    assertError(await patch({ url: 'http://example.com/' }), 400, 'VALIDATION_ERROR', { url: 'INVALID_VALUE' })
    assertError(await patch({ url: null }), 400, 'VALIDATION_ERROR', { url: 'INVALID_TYPE' })
    assertError(await patch({ status: 'paused' }), 400, 'VALIDATION_ERROR', { status: 'INVALID_VALUE' })
    assertError(await patch({ event_types: [] }), 400, 'VALIDATION_ERROR', { event_types: 'TOO_SHORT' })
    assert.equal((await readWebhook(bearer, id)).url, URL_)
  })

  it('to disabled ends queued deliveries, and to active resets the failures to 0 without resuming them', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, URL_)
    await createPost(bearer)
    assert.equal((await deliveriesOf(bearer, id))[0]?.status, 'pending')

    const off = await changeWebhook(bearer, id, { status: 'disabled' })
    assert.equal(off.disabled_reason, 'disabled_by_owner')
    assert.ok(off.disabled_at)
    const ended = await deliveriesOf(bearer, id)
    assert.deepEqual(
      ended.map(({ status, error, next_attempt_at }) => ({ status, error, next_attempt_at })),
      [{ status: 'failed', error: 'webhook_disabled', next_attempt_at: null }],
    )
    await createPost(bearer)
    assert.equal((await deliveriesOf(bearer, id)).length, 1, 'a disabled webhook gets no deliveries')

    await server.context.db.updateTable('webhooks').set({ consecutive_failures: 3 }).where('id', '=', id).execute()
    const on = await changeWebhook(bearer, id, { status: 'active' })
    assert.deepEqual([on.consecutive_failures, on.disabled_at, on.disabled_reason], [0, null, null])
    assert.deepEqual(await deliveriesOf(bearer, id), ended)
  })
})

describe('deletion', () => {
  it('is permanent, and deletes the log', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, URL_)
    await createPost(bearer)
    const response = await bearer.delete(`${WEBHOOKS}/${id}`)
    assert.deepEqual([response.status, response.body], [200, { deleted: true }])
    assertError(await bearer.get(`${WEBHOOKS}/${id}`), 404, 'NOT_FOUND')
    assertError(await bearer.get(`${WEBHOOKS}/${id}/deliveries`), 404, 'NOT_FOUND')
    assertError(await bearer.delete(`${WEBHOOKS}/${id}`), 404, 'NOT_FOUND')
    const left = await server.context.db.selectFrom('deliveries').select('id').where('webhook_id', '=', id).execute()
    assert.deepEqual(left, [])
  })
})

/** Every endpoint of one webhook; `delivery` is the id of any delivery. */
const calls = (id: string): [method: string, path: string, body?: object][] => [
  ['GET', id],
  ['PATCH', id, { description: 'x' }],
  ['DELETE', id],
  ['GET', `${id}/deliveries`],
  ['POST', `${id}/test`],
  ['POST', `${id}/deliveries/${randomUUID()}/redeliver`],
  ['POST', `${id}/redeliver`, { since: new Date().toISOString() }],
  ['POST', `${id}/rotate-secret`],
]

describe('every endpoint', () => {
  it('needs a credential: 401', async () => {
    for (const [method, path, body] of [
      ['GET', ''] as const,
      ['POST', '', { url: URL_, event_types: ['post.created'] }] as const,
      ...calls(randomUUID()),
    ]) {
      assertError(
        await server.anyone.send(method, `${WEBHOOKS}/${path}`.replace(/\/$/, ''), { body }),
        401,
        'UNAUTHORIZED',
      )
    }
  })

  it('needs the Premium plan: 403', async () => {
    const { session } = await server.person({ plan: 'free' })
    for (const [method, path, body] of [
      ['GET', ''] as const,
      ['POST', '', { url: URL_, event_types: ['post.created'] }] as const,
      ...calls(randomUUID()),
    ]) {
      assertError(await session.send(method, `${WEBHOOKS}/${path}`.replace(/\/$/, ''), { body }), 403, 'PLAN_REQUIRED')
    }
  })

  it('is the same 404 for another user’s webhook, an unknown one and a malformed id', async () => {
    const { bearer } = await server.person()
    const owner = await server.person()
    const { id } = await registerWebhook(owner.bearer, URL_)
    for (const [index] of calls(id).entries()) {
      const responses = await Promise.all(
        [id, randomUUID(), 'no-id'].map(async wanted => {
          const [method, path, body] = calls(wanted)[index]!
          const response = await bearer.send(method, `${WEBHOOKS}/${path}`, { body })
          assertError(response, 404, 'NOT_FOUND')
          return { ...response.body.error, request_id: '' }
        }),
      )
      assert.deepEqual(responses[1], responses[0])
      assert.deepEqual(responses[2], responses[0])
    }
    assert.equal((await readWebhook(owner.bearer, id)).description, null)
  })
})
