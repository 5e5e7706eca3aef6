import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ username: 'alice', plan: 'free' })
})
after(() => server.close())

const logIn = (login: string, password: string) => new Client(server.url).post('/api/v1/session', { login, password })
const withoutRequestId = (body: { error: object }) => ({ error: { ...body.error, request_id: '' } })

describe('POST /api/v1/session', () => {
  it('logs in by username and by e-mail address, in any case', async () => {
    for (const login of ['alice', 'ALICE', 'alice@example.com', 'Alice@EXAMPLE.com']) {
      const client = new Client(server.url)
      const response = await client.logIn(login, alice.password)
      assert.deepEqual(Object.keys(response.body), [
        'id',
        'username',
        'display_name',
        'subscription_plan',
        'avatar_url',
      ])
      assert.equal(response.body.id, alice.account.id)
      assert.equal((await client.get('/api/v1/me')).status, 200)
    }
  })

  it('starts a new session each time and ends the one whose cookie was sent', async () => {
    const { session, account, password } = await server.person()
    const old = new Client(server.url, { cookie: session.cookie! })
    assert.equal((await old.get('/api/v1/me')).status, 200)
    await session.logIn(account.username, password)
    assert.notEqual(session.cookie, old.cookie)
    assertError(await old.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assert.equal((await session.get('/api/v1/me')).status, 200)
  })

  it('never uses a session id chosen by the client', async () => {
    const planted = 'galley_session=0123456789012345678901234567890123456789012345678901234567890123'
    const client = new Client(server.url, { cookie: planted })
    await client.logIn('alice', alice.password)
    assert.notEqual(client.cookie, planted)
    assertError(await new Client(server.url, { cookie: planted }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })

  it('keeps the sessions of other browsers', async () => {
    const { session, account, password } = await server.person()
    await new Client(server.url).logIn(account.username, password)
    assert.equal((await session.get('/api/v1/me')).status, 200)
  })
})

describe('a request that names its user in Galley-User', () => {
  it('is answered with the session of this user only', async () => {
    const bob = await server.person({ plan: 'premium' })
    const asked = (id: string) => ({ headers: { 'galley-user': id } })
    assert.equal((await bob.session.get('/api/v1/me', asked(bob.account.id))).status, 200)
    assert.equal((await bob.session.get('/api/v1/me', asked(bob.account.id.toUpperCase()))).status, 200)
    for (const id of [alice.account.id, '', 'nonsense']) {
      assertError(await bob.session.get('/api/v1/me', asked(id)), 401, 'WRONG_USER')
      const post = { title: 'Of Alice', content: 'x' }
      assertError(await bob.session.post('/api/v1/posts', post, asked(id)), 401, 'WRONG_USER')
      assertError(await bob.session.delete('/api/v1/session', asked(id)), 401, 'WRONG_USER')
    }
    assert.equal((await bob.session.get('/api/v1/posts')).body.total, 0)
    assertError(await server.anyone.get('/api/v1/me', asked(alice.account.id)), 401, 'UNAUTHORIZED')
    // A token is never somebody else's by accident.
    assert.equal((await bob.bearer.get('/api/v1/me', asked(alice.account.id))).status, 200)
    // What needs no credential is read as by anybody.
    assert.equal((await bob.session.get('/api/v1/public/posts', asked(alice.account.id))).status, 200)
  })
})

describe('POST /api/v1/session responds with 400', () => {
  it('and names missing, overlong and unknown fields', async () => {
    const send = (body: object) => server.anyone.post('/api/v1/session', body)
    assertError(await send({}), 400, 'VALIDATION_ERROR', { login: 'REQUIRED', password: 'REQUIRED' })
    assertError(await send({ login: '', password: '' }), 400, 'VALIDATION_ERROR', {
      login: 'TOO_SHORT',
      password: 'TOO_SHORT',
    })
    assertError(
      await send({ login: 'x'.repeat(255), password: 'x'.repeat(201), remember: true }),
      400,
      'VALIDATION_ERROR',
      { login: 'TOO_LONG', password: 'TOO_LONG', remember: 'UNKNOWN_FIELD' },
    )
  })
})

describe('POST /api/v1/session responds with 401', () => {
  it('with the same message for a wrong password and an unknown login, and sets no cookie', async () => {
    const wrong = await logIn('alice', 'not her password')
    assertError(wrong, 401, 'UNAUTHORIZED')
    for (const login of ['nobody', 'nobody@example.com', '%', "' or true --"]) {
      const unknown = await logIn(login, alice.password)
      assert.equal(unknown.status, 401)
      assert.deepEqual(withoutRequestId(unknown.body), withoutRequestId(wrong.body))
      assert.deepEqual(unknown.headers.getSetCookie(), [])
    }
    assert.deepEqual(wrong.headers.getSetCookie(), [])
  })

  it('for a wrong password of a suspended account, as for any other', async () => {
    const { account } = await server.person()
    await sql`update users set suspended_at = now() where id = ${account.id}`.execute(server.context.db)
    const wrong = await logIn(account.username, 'not the password')
    assertError(wrong, 401, 'UNAUTHORIZED')
    assert.deepEqual(withoutRequestId(wrong.body), withoutRequestId((await logIn('nobody', 'x')).body))
  })
})

describe('POST /api/v1/session responds with 403', () => {
  it('for a suspended account with the right password, and sets no cookie', async () => {
    const { account, password } = await server.person()
    await sql`update users set suspended_at = now() where id = ${account.id}`.execute(server.context.db)
    const response = await logIn(account.username, password)
    assertError(response, 403, 'FORBIDDEN')
    assert.deepEqual(response.headers.getSetCookie(), [])
  })
})
