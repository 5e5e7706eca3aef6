import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PASSKEYS_MAX_PER_USER } from '@galley/contract/limits'
import { sql } from 'kysely'
import { resetLink } from '../../../src/identity/accounts/mails/account-mails.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { ageSessions } from '../../support/accounts/age-sessions.ts'
import { Authenticator } from '../../support/accounts/authenticator.ts'
import { type Answer, assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const ORIGIN = 'https://galley.example'

let server: TestServer
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: ORIGIN } })
})
after(() => server.close())

async function options(client: Client, path: string) {
  const answer = await client.post(path)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const add = async ({ session }: Person, key: Authenticator, name = 'Phone'): Promise<Answer> =>
  session.post('/api/v1/passkeys', { name, credential: key.create(await options(session, '/api/v1/passkeys/options')) })
const startUse = () => options(server.anyone, '/api/v1/session/passkey/options')
const logIn = (credential: unknown) => {
  const client = new Client(server.url)
  return client.post('/api/v1/session/passkey', { credential }).then(answer => ({ client, answer }))
}

async function personWithPasskey() {
  const person = await server.person()
  const key = new Authenticator(ORIGIN)
  const { status, body } = await add(person, key)
  assert.equal(status, 201, JSON.stringify(body))
  return { person, key, id: body.id as string }
}

describe('passkeys', () => {
  it('are added, listed, renamed and removed', async () => {
    const { person, id } = await personWithPasskey()
    const { session } = person
    const listed = await session.get('/api/v1/passkeys')
    assert.equal(listed.body.available, true)
    assert.deepEqual(Object.keys(listed.body.passkeys[0]), ['id', 'name', 'created_at', 'last_used_at'])
    const renamed = await session.patch(`/api/v1/passkeys/${id}`, { name: ' Old phone ' })
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'Old phone'])
    assert.deepEqual((await session.delete(`/api/v1/passkeys/${id}`)).body, { ok: true })
    assert.deepEqual((await session.get('/api/v1/passkeys')).body.passkeys, [])
    assertError(await session.delete(`/api/v1/passkeys/${id}`), 404, 'NOT_FOUND')
  })

  it('are neither created nor used in a frame on a page of another site', async () => {
    const { key } = await personWithPasskey()
    for (const page of [
      { crossOrigin: true },
      { crossOrigin: true, topOrigin: 'https://evil.example' },
      { crossOrigin: false, topOrigin: 'https://evil.example' },
    ]) {
      const created = new Authenticator(ORIGIN)
      Object.assign(created, { page })
      assertError(await add(await server.person(), created), 400, 'VALIDATION_ERROR', { credential: 'INVALID_VALUE' })
      Object.assign(key, { page })
      assertError((await logIn(key.get(await startUse()))).answer, 401, 'UNAUTHORIZED')
    }
  })

  it('log in without a login name, and again', async () => {
    const { person, key } = await personWithPasskey()
    for (let i = 0; i < 2; i++) {
      const { client, answer } = await logIn(key.get(await startUse()))
      assert.deepEqual([answer.status, answer.body.id], [200, person.account.id])
      assert.equal((await client.post('/api/v1/tokens', { name: 'laptop' })).status, 200)
    }
    const { body } = await person.session.get('/api/v1/passkeys')
    assert.equal(typeof body.passkeys[0].last_used_at, 'string')
  })

  it('answer each challenge once, and only within its time', async () => {
    const { key } = await personWithPasskey()
    const credential = key.get(await startUse())
    assert.equal((await logIn(credential)).answer.status, 200)
    assertError((await logIn(credential)).answer, 401, 'UNAUTHORIZED')
    const late = key.get(await startUse())
    await sql`update passkey_challenges set expires_at = now()`.execute(server.context.db)
    assertError((await logIn(late)).answer, 401, 'UNAUTHORIZED')
    const invented = key.get({ options: { rpId: 'galley.example', challenge: 'A'.repeat(43) } })
    assertError((await logIn(invented)).answer, 401, 'UNAUTHORIZED')
  })

  it('are rejected from another site, without a check of the user, with an old count, and for another purpose', async () => {
    const { person, key } = await personWithPasskey()
    const elsewhere = new Authenticator('https://evil.example')
    assertError(await add(person, elsewhere), 400, 'VALIDATION_ERROR', { credential: 'INVALID_VALUE' })
    key.verifiesUser = false
    assertError((await logIn(key.get(await startUse()))).answer, 401, 'UNAUTHORIZED')
    key.verifiesUser = true
    const forAdding = await options(person.session, '/api/v1/passkeys/options')
    const { challenge } = forAdding.options
    assertError((await logIn(key.get({ options: { rpId: 'galley.example', challenge } }))).answer, 401, 'UNAUTHORIZED')
    const earlier = key.get(await startUse())
    assert.equal((await logIn(key.get(await startUse()))).answer.status, 200)
    assertError((await logIn(earlier)).answer, 401, 'UNAUTHORIZED')
  })

  it('belong to one account: the challenge and the passkey of another are rejected', async () => {
    const { person, key, id } = await personWithPasskey()
    const other = await server.person()
    const foreign = await options(other.session, '/api/v1/passkeys/options')
    const credential = new Authenticator(ORIGIN).create(foreign)
    assertError(await person.session.post('/api/v1/passkeys', { name: 'a', credential }), 400, 'VALIDATION_ERROR')
    assertError(await add(other, key), 400, 'VALIDATION_ERROR')
    assertError(await other.session.patch(`/api/v1/passkeys/${id}`, { name: 'a' }), 404, 'NOT_FOUND')
    assertError(await other.session.delete(`/api/v1/passkeys/${id}`), 404, 'NOT_FOUND')
    const confirm = async () =>
      other.session.post('/api/v1/session/confirm/passkey', { credential: key.get(await startUse()) })
    assertError(await confirm(), 400, 'VALIDATION_ERROR', { credential: 'INVALID_VALUE' })
  })

  it('confirm a session, and need a confirmed one to be added or removed', async () => {
    const { person, key, id } = await personWithPasskey()
    await ageSessions(server, person)
    const { session } = person
    assertError(await session.post('/api/v1/passkeys/options'), 403, 'REAUTHENTICATION_REQUIRED')
    const another = { name: 'a', credential: {} }
    assertError(await session.post('/api/v1/passkeys', another), 403, 'REAUTHENTICATION_REQUIRED')
    assertError(await session.delete(`/api/v1/passkeys/${id}`), 403, 'REAUTHENTICATION_REQUIRED')
    const credential = key.get(await startUse())
    assert.equal((await session.post('/api/v1/session/confirm/passkey', { credential })).status, 200)
    assert.equal((await session.delete(`/api/v1/passkeys/${id}`)).status, 200)
    assertError((await logIn(key.get(await startUse()))).answer, 401, 'UNAUTHORIZED')
  })

  it('are removed when the password is reset, and the owner is notified of both', async () => {
    const { person, key } = await personWithPasskey()
    const { context } = server
    const url = await transact(context, trx => resetLink(context, trx, person.account.id, null))
    const token = new URL(url).searchParams.get('token')
    const reset = { token, password: 'another horse battery' }
    assert.equal((await server.anyone.post('/api/v1/password-reset/confirm', reset)).status, 200)
    assertError((await logIn(key.get(await startUse()))).answer, 401, 'UNAUTHORIZED')
    const owner = new Client(server.url)
    await owner.logIn(person.account.username, reset.password)
    const { body } = await owner.get('/api/v1/reader/notifications')
    const details = body.notifications.map(({ detail }: { detail: string }) => detail)
    assert.deepEqual(details.sort(), ['passkey_added', 'password_changed'])
  })

  it('of a suspended account do not log in', async () => {
    const { person, key } = await personWithPasskey()
    await sql`update users set suspended_at = now() where id = ${person.account.id}`.execute(server.context.db)
    assertError((await logIn(key.get(await startUse()))).answer, 403, 'FORBIDDEN')
  })

  it('that are malformed are rejected, not reported as faults of the server', async () => {
    const person = await server.person()
    for (const credential of [
      {},
      { id: 5 },
      { id: 'a', rawId: 'b', response: null },
      { id: 'a', response: { clientDataJSON: '%' } },
    ]) {
      assertError((await logIn(credential)).answer, 401, 'UNAUTHORIZED')
      assertError(await person.session.post('/api/v1/passkeys', { name: 'a', credential }), 400, 'VALIDATION_ERROR')
    }
  })

  it('are limited in number', async () => {
    const { person, id } = await personWithPasskey()
    await sql`
      insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name)
      select gen_random_uuid(), user_id, gen_random_uuid(), public_key, 0, '{}', name from passkeys,
        generate_series(2, ${PASSKEYS_MAX_PER_USER}) where id = ${id}`.execute(server.context.db)
    assertError(await person.session.post('/api/v1/passkeys/options'), 400, 'LIMIT_REACHED')
  })
})

describe('a site whose address is an IP address or without https', () => {
  for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://galley.example'])
    it(`says that it has no passkeys: ${PUBLIC_URL}`, async () => {
      const local = await startTestServer({ env: { PUBLIC_URL } })
      try {
        const { session } = await local.person()
        assert.equal((await session.get('/api/v1/passkeys')).body.available, false)
        assertError(await session.post('/api/v1/passkeys/options'), 403, 'FORBIDDEN')
        assertError(await local.anyone.post('/api/v1/session/passkey/options'), 403, 'FORBIDDEN')
      } finally {
        await local.close()
      }
    })
})
