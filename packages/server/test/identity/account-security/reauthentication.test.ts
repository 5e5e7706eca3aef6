import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'
import { sql } from 'kysely'
import { ageSessions } from '../../support/accounts/age-sessions.ts'
import { assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

async function requestDevice(): Promise<string> {
  const { body } = await server.anyone.post('/api/v1/device', { client_name: 'A program' })
  return (body as { user_code: string }).user_code
}

async function registerClient(): Promise<string> {
  const response = await server.anyone.post('/oauth/register', {
    client_name: 'A program',
    redirect_uris: ['http://127.0.0.1:4000/callback'],
  })
  return (response.body as { client_id: string }).client_id
}

type Send = (person: Person) => Promise<{ status: number; body: unknown }>

const NEEDED_FOR: Partial<Record<EndpointName, Send>> = {
  makeRecoveryCodes: ({ session }) => session.post('/api/v1/recovery-codes'),
  startPasskey: ({ session }) => session.post('/api/v1/passkeys/options'),
}

/** In passkeys.test.ts. */
const TESTED_WITH_PASSKEYS = ['addPasskey', 'removePasskey']

/** The contract asks for a session and nothing else. */
const NOT_NEEDED_FOR: Readonly<Record<string, Send>> = {
  'POST /tokens': ({ session }) => session.post('/api/v1/tokens', { name: 'laptop' }),
  'POST /token': ({ session }) => session.post('/api/v1/token', {}),
  'DELETE /tokens/:id': async ({ session }) => {
    const { body } = await session.post('/api/v1/tokens', { name: 'phone' })
    return session.delete(`/api/v1/tokens/${body.id}`)
  },
  'POST /device/approve': async ({ session }) =>
    session.post('/api/v1/device/approve', { user_code: await requestDevice() }),
  'POST /oauth/approve': async ({ session }) =>
    session.post('/api/v1/oauth/approve', {
      client_id: await registerClient(),
      redirect_uri: 'http://127.0.0.1:4000/callback',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      scopes: ['posts:read'],
    }),
}

describe('re-authentication', () => {
  it('covers passkeys and recovery codes, and no other endpoint', () => {
    const protectedNames = (Object.keys(endpoints) as EndpointName[]).filter(
      name => 'reauthentication' in endpoints[name],
    )
    assert.deepEqual([...Object.keys(NEEDED_FOR), ...TESTED_WITH_PASSKEYS].sort(), protectedNames.sort())
  })

  for (const [name, send] of Object.entries(NOT_NEEDED_FOR)) {
    it(`is not needed for ${name}, however old the session is`, async () => {
      const person = await server.person()
      await ageSessions(server, person)
      const { status, body } = await send(person)
      assert.equal(status, 200, JSON.stringify(body))
    })
  }

  for (const [name, send] of Object.entries(NEEDED_FOR)) {
    it(`is needed for ${name} long after the log-in, and the password is proof again`, async () => {
      const person = await server.person()
      await ageSessions(server, person)
      assertError((await send(person)) as never, 403, 'REAUTHENTICATION_REQUIRED')
      const confirmed = await person.session.post('/api/v1/session/confirm', { password: person.password })
      assert.deepEqual([confirmed.status, confirmed.body], [200, { ok: true }])
      const accepted = await send(person)
      assert.ok(accepted.status < 300, JSON.stringify(accepted.body))
    })
  }

  it('is not needed within ten minutes after a log-in', async () => {
    const { account, password } = await server.person()
    const client = new Client(server.url)
    assert.equal((await client.post('/api/v1/session', { login: account.username, password })).status, 200)
    assert.equal((await client.post('/api/v1/recovery-codes')).status, 200)
  })

  it('with a wrong password proves nothing', async () => {
    const person = await server.person()
    await ageSessions(server, person)
    const wrong = await person.session.post('/api/v1/session/confirm', { password: 'a guess' })
    assertError(wrong, 400, 'VALIDATION_ERROR', { password: 'INVALID_VALUE' })
    assertError(await person.session.post('/api/v1/recovery-codes'), 403, 'REAUTHENTICATION_REQUIRED')
  })

  it('is delayed more and more after wrong passwords, for the session that sent them alone', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_LOGINS: '3' } })
    try {
      const { session, account, password } = await limited.person()
      const confirm = (client: Client, tried: string) => client.post('/api/v1/session/confirm', { password: tried })
      for (let i = 0; i < 3; i++) assertError(await confirm(session, 'a guess'), 400, 'VALIDATION_ERROR')
      await sql`delete from rate_limit_windows`.execute(limited.context.db)
      const response = await confirm(session, password)
      assertError(response, 429, 'RATE_LIMITED')
      assert.ok(Number(response.headers.get('retry-after')) > 50)
      const owner = new Client(limited.url)
      await owner.logIn(account.username, password)
      assert.equal((await confirm(owner, password)).status, 200)
    } finally {
      await limited.close()
    }
  })

  it('counts for one session only, and cannot be done with a token', async () => {
    const person = await server.person()
    const other = new Client(server.url)
    const login = { login: person.account.username, password: person.password }
    assert.equal((await other.post('/api/v1/session', login)).status, 200)
    await ageSessions(server, person)
    assert.equal((await other.post('/api/v1/session/confirm', { password: person.password })).status, 200)
    assertError(await person.session.post('/api/v1/recovery-codes'), 403, 'REAUTHENTICATION_REQUIRED')
    const byToken = await person.bearer.post('/api/v1/session/confirm', { password: person.password })
    assertError(byToken, 403, 'SESSION_REQUIRED')
  })
})
