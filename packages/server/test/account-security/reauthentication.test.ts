import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'
import { sql } from 'kysely'
import { ageSessions } from '../support/accounts/age-sessions.ts'
import { assertError, Client } from '../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

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
  const answer = await server.anyone.post('/oauth/register', {
    client_name: 'A program',
    redirect_uris: ['http://127.0.0.1:4000/callback'],
  })
  return (answer.body as { client_id: string }).client_id
}

/** A valid request to each endpoint that needs a recent proof. */
const REQUESTS: Partial<Record<EndpointName, (person: Person) => Promise<{ status: number; body: unknown }>>> = {
  issueToken: ({ session }) => session.post('/api/v1/tokens', { name: 'laptop' }),
  issueDefaultToken: ({ session }) => session.post('/api/v1/token', {}),
  approveDevice: async ({ session }) => session.post('/api/v1/device/approve', { user_code: await requestDevice() }),
  approveOAuth: async ({ session }) =>
    session.post('/api/v1/oauth/approve', {
      client_id: await registerClient(),
      redirect_uri: 'http://127.0.0.1:4000/callback',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      scopes: ['posts:read'],
    }),
  makeRecoveryCodes: ({ session }) => session.post('/api/v1/recovery-codes'),
  startPasskey: ({ session }) => session.post('/api/v1/passkeys/options'),
}

/** In passkeys.test.ts. */
const TESTED_WITH_PASSKEYS = ['addPasskey', 'removePasskey']

describe('re-authentication', () => {
  it('covers every endpoint that makes a lasting credential', () => {
    const protectedNames = (Object.keys(endpoints) as EndpointName[]).filter(
      name => 'reauthentication' in endpoints[name],
    )
    assert.deepEqual(
      Object.keys(REQUESTS).sort(),
      protectedNames.filter(name => !TESTED_WITH_PASSKEYS.includes(name)).sort(),
    )
  })

  for (const [name, send] of Object.entries(REQUESTS)) {
    it(`is needed for ${name} long after the log-in, and the password is proof again`, async () => {
      const person = await server.person()
      await ageSessions(server, person)
      const refused = await send(person)
      assert.equal(refused.status, 403)
      if (name === 'issueDefaultToken') assert.equal(typeof (refused.body as { error: unknown }).error, 'string')
      else assertError(refused as never, 403, 'REAUTHENTICATION_REQUIRED')
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
    assert.equal((await client.post('/api/v1/tokens', { name: 'laptop' })).status, 200)
  })

  it('with a wrong password proves nothing', async () => {
    const person = await server.person()
    await ageSessions(server, person)
    const wrong = await person.session.post('/api/v1/session/confirm', { password: 'a guess' })
    assertError(wrong, 400, 'VALIDATION_ERROR', { password: 'INVALID_VALUE' })
    assertError(await person.session.post('/api/v1/tokens', { name: 'laptop' }), 403, 'REAUTHENTICATION_REQUIRED')
  })

  it('is delayed more and more after wrong passwords, for the session that sent them alone', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_LOGINS: '3' } })
    try {
      const { session, account, password } = await limited.person()
      const confirm = (client: Client, tried: string) => client.post('/api/v1/session/confirm', { password: tried })
      for (let i = 0; i < 3; i++) assertError(await confirm(session, 'a guess'), 400, 'VALIDATION_ERROR')
      await sql`delete from rate_limit_windows`.execute(limited.context.db)
      const answer = await confirm(session, password)
      assertError(answer, 429, 'RATE_LIMITED')
      assert.ok(Number(answer.headers.get('retry-after')) > 50)
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
    assertError(await person.session.post('/api/v1/tokens', { name: 'laptop' }), 403, 'REAUTHENTICATION_REQUIRED')
    const byToken = await person.bearer.post('/api/v1/session/confirm', { password: person.password })
    assertError(byToken, 403, 'SESSION_REQUIRED')
  })

  it('is also needed for the stored answer of an Idempotency-Key that contains a token', async () => {
    const person = await server.person()
    const issue = () =>
      person.session.post('/api/v1/tokens', { name: 'laptop' }, { headers: { 'idempotency-key': 'once' } })
    assert.equal((await issue()).status, 200)
    await ageSessions(server, person)
    assertError(await issue(), 403, 'REAUTHENTICATION_REQUIRED')
  })
})
