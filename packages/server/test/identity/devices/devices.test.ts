import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TOKEN_SCOPES } from '@galley/contract/identity/scopes'
import type { DeviceRequest } from '@galley/contract/schemas/identity/devices'
import { sql } from 'kysely'
import { createHandlers } from '../../../src/job-handlers.ts'
import { assertError, Client } from '../../support/client.ts'
import { setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const DEVICE = '/api/v1/device'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://galley.example' } })
  alice = await server.person()
})
after(() => server.close())

async function requestDevice(body: Record<string, unknown> = {}): Promise<DeviceRequest> {
  const response = await server.anyone.post(DEVICE, { client_name: 'gly on laptop', ...body })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}
const poll = (device_code: string) => server.anyone.post(`${DEVICE}/token`, { device_code })
const read = ({ session }: Person, code: string) => session.get(`${DEVICE}/${encodeURIComponent(code)}`)
const approve = ({ session }: Person, user_code: string, more = {}) =>
  session.post(`${DEVICE}/approve`, { user_code, ...more })
const reject = ({ session }: Person, user_code: string) => session.post(`${DEVICE}/refuse`, { user_code })
const expireAll = () => sql`update device_codes set expires_at = now()`.execute(server.context.db)

describe('POST /api/v1/device', () => {
  it('answers two codes and the page where the second is typed', async () => {
    const device = await requestDevice()
    assert.match(device.device_code, /^[A-Za-z0-9]{64}$/)
    assert.match(device.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.equal(device.verification_uri, 'https://galley.example/device')
    assert.equal(device.verification_uri_complete, `https://galley.example/device?user_code=${device.user_code}`)
    assert.deepEqual([device.expires_in, device.interval], [600, 5])
  })

  it('rejects a program without a name, and unknown scopes', async () => {
    const send = (body: object) => server.anyone.post(DEVICE, body)
    assertError(await send({}), 400, 'VALIDATION_ERROR', { client_name: 'REQUIRED' })
    for (const client_name of ['', ' ', '\u202e\u2066']) {
      assertError(await send({ client_name }), 400, 'VALIDATION_ERROR', { client_name: 'TOO_SHORT' })
    }
    assertError(await send({ client_name: 'x', scopes: ['all'] }), 400, 'VALIDATION_ERROR', {
      'scopes.0': 'INVALID_VALUE',
    })
  })

  it('removes marks that change the direction of a name', async () => {
    const { user_code } = await requestDevice({ client_name: 'gly\u202e evil\n' })
    assert.equal((await read(alice, user_code)).body.client_name, 'gly evil')
  })
})

describe('GET /api/v1/device/:user_code', () => {
  it('tells the logged-in person who asks for what', async () => {
    const { user_code } = await requestDevice({ scopes: ['posts:write', 'posts:read'] })
    const { status, body } = await read(alice, user_code)
    assert.equal(status, 200)
    const { created_at, expires_at, ...rest } = body
    assert.deepEqual(rest, {
      user_code,
      client_name: 'gly on laptop',
      scopes: ['posts:read', 'posts:write'],
      replaces_token: false,
    })
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), 600_000)
  })

  it('finds a code in lower case, without the dash, with other dashes and with spaces', async () => {
    const { user_code } = await requestDevice()
    const [first, second] = user_code.split('-')
    for (const typed of [`${first}${second}`, user_code.toLowerCase(), ` ${first} ${second} `, `${first}–${second}`]) {
      assert.equal((await read(alice, typed)).body.user_code, user_code, typed)
    }
  })

  it('says if an active token of that name would be replaced', async () => {
    const person = await server.person()
    const { user_code } = await requestDevice({ client_name: 'test' })
    assert.equal((await read(person, user_code)).body.replaces_token, true)
  })

  it('is the same 404 for unknown, malformed, expired, approved and rejected codes', async () => {
    const expired = (await requestDevice()).user_code
    await expireAll()
    const approved = (await requestDevice()).user_code
    assert.equal((await approve(await server.person(), approved)).status, 200)
    const rejected = (await requestDevice()).user_code
    assert.equal((await reject(alice, rejected)).status, 200)
    const texts = new Set<string>()
    for (const code of [expired, approved, rejected, 'BBBB-BBBB', 'AEIO-UAEI', 'x', 'é'.repeat(50)]) {
      for (const response of [await read(alice, code), await approve(alice, code), await reject(alice, code)]) {
        assertError(response, 404, 'NOT_FOUND')
        texts.add(response.body.error.message)
      }
    }
    assert.equal(texts.size, 1)
  })

  it('needs a session, as the decision does', async () => {
    const { user_code } = await requestDevice()
    const { bearer } = alice
    assertError(await server.anyone.get(`${DEVICE}/${user_code}`), 401, 'UNAUTHORIZED')
    assertError(await bearer.get(`${DEVICE}/${user_code}`), 403, 'SESSION_REQUIRED')
    assertError(await bearer.post(`${DEVICE}/approve`, { user_code }), 403, 'SESSION_REQUIRED')
    assertError(await bearer.post(`${DEVICE}/refuse`, { user_code }), 403, 'SESSION_REQUIRED')
    const elsewhere = { headers: { origin: 'https://evil.example' } }
    assertError(await alice.session.post(`${DEVICE}/approve`, { user_code }, elsewhere), 403, 'CROSS_SITE')
  })
})

describe('POST /api/v1/device/token', () => {
  it('is pending, then the token with the approved scopes, once', async () => {
    const person = await server.person()
    const { device_code, user_code } = await requestDevice({ scopes: ['posts:read', 'uploads'] })
    assertError(await poll(device_code), 400, 'AUTHORIZATION_PENDING')
    assert.deepEqual((await approve(person, user_code)).body, { ok: true })
    const { status, body } = await poll(device_code)
    assert.equal(status, 200)
    assert.deepEqual([body.name, body.scopes], ['gly on laptop', ['posts:read', 'uploads']])
    const me = await new Client(server.url, { token: body.token }).get('/api/v1/me')
    assert.equal(me.body.username, person.account.username)
    assertError(await poll(device_code), 400, 'EXPIRED_TOKEN')
    const { tokens } = (await person.session.get('/api/v1/tokens')).body
    assert.equal(tokens[0].id, body.id)
  })

  it('gives the token to one of many simultaneous requests', async () => {
    const person = await server.person()
    const { device_code, user_code } = await requestDevice()
    await approve(person, user_code)
    const responses = await Promise.all(Array.from({ length: 8 }, () => poll(device_code)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)])
    assert.equal((await person.session.get('/api/v1/tokens')).body.tokens.length, 2)
  })

  it('gives tokens to several programs of one author at the same time', async () => {
    const person = await server.person()
    const devices: DeviceRequest[] = []
    for (const number of Array(8).keys()) devices.push(await requestDevice({ client_name: `Program ${number}` }))
    for (const { user_code } of devices) assert.equal((await approve(person, user_code)).status, 200)
    const responses = await Promise.all(devices.map(({ device_code }) => poll(device_code)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      Array(8).fill(200),
    )
  })

  it('has all scopes if the program names none, and those that the person leaves', async () => {
    const person = await server.person()
    const all = await requestDevice()
    await approve(person, all.user_code)
    assert.deepEqual((await poll(all.device_code)).body.scopes, TOKEN_SCOPES)
    const some = await requestDevice({ scopes: ['posts:read', 'posts:write'] })
    assertError(await approve(person, some.user_code, { scopes: ['posts:publish'] }), 400, 'VALIDATION_ERROR', {
      'scopes.0': 'INVALID_VALUE',
    })
    await approve(person, some.user_code, { scopes: ['posts:read'] })
    assert.deepEqual((await poll(some.device_code)).body.scopes, ['posts:read'])
  })

  it('is SLOW_DOWN for a program that asks again at once', async () => {
    const { device_code } = await requestDevice()
    assertError(await poll(device_code), 400, 'AUTHORIZATION_PENDING')
    const hurried = await poll(device_code)
    assertError(hurried, 400, 'SLOW_DOWN')
    assert.equal(hurried.headers.get('retry-after'), '5')
    await sql`update device_codes set last_polled_at = now() - interval '5 seconds'`.execute(server.context.db)
    assertError(await poll(device_code), 400, 'AUTHORIZATION_PENDING')
  })

  it('is ACCESS_DENIED after a rejection, and for an account that is suspended before the token is fetched', async () => {
    const rejected = await requestDevice()
    await reject(alice, rejected.user_code)
    for (let i = 0; i < 2; i++) assertError(await poll(rejected.device_code), 400, 'ACCESS_DENIED')
    const person = await server.person()
    const suspended = await requestDevice()
    await approve(person, suspended.user_code)
    await setSuspended(server, person, true)
    assertError(await poll(suspended.device_code), 400, 'ACCESS_DENIED')
  })

  it('is EXPIRED_TOKEN after ten minutes, even if it was approved, and for an unknown code', async () => {
    const pending = await requestDevice()
    const approved = await requestDevice()
    await approve(alice, approved.user_code)
    await expireAll()
    for (const { device_code } of [pending, approved]) assertError(await poll(device_code), 400, 'EXPIRED_TOKEN')
    assertError(await poll('unknown'), 400, 'EXPIRED_TOKEN')
  })

  it('replaces an active token of the same name', async () => {
    const person = await server.person()
    const { device_code, user_code } = await requestDevice({ client_name: 'test' })
    await approve(person, user_code)
    assert.equal((await person.bearer.get('/api/v1/me')).status, 200)
    assert.equal((await poll(device_code)).status, 200)
    assertError(await person.bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
  })
})

describe('POST /api/v1/device/approve', () => {
  it('needs the Premium plan', async () => {
    const free = await server.person({ plan: 'free' })
    const { user_code } = await requestDevice()
    assert.equal((await read(free, user_code)).status, 200)
    assertError(await approve(free, user_code), 403, 'PLAN_REQUIRED')
  })

  it('is LIMIT_REACHED with 10 active tokens, and so is the fetch if the tenth was issued in between', async () => {
    const person = await server.person()
    const issue = (i: number) => person.session.post('/api/v1/tokens', { name: `t${i}` })
    for (let i = 1; i < 9; i++) await issue(i)
    const first = await requestDevice()
    assert.equal((await approve(person, first.user_code)).status, 200)
    await issue(9)
    assertError(await poll(first.device_code), 400, 'LIMIT_REACHED')
    const second = await requestDevice()
    assertError(await approve(person, second.user_code), 400, 'LIMIT_REACHED')
    const { tokens } = (await person.session.get('/api/v1/tokens')).body
    await person.session.delete(`/api/v1/tokens/${tokens[0].id}`)
    assert.equal((await poll(first.device_code)).status, 200)
  })
})

describe('the stored codes', () => {
  it('are hashes only', async () => {
    const { device_code, user_code } = await requestDevice()
    const { rows } = await sql<{ row: string }>`select d::text as row from device_codes d`.execute(server.context.db)
    const stored = rows.map(({ row }) => row).join('\n')
    for (const code of [device_code, user_code, user_code.replace('-', '')]) {
      assert.ok(!stored.includes(code) && !stored.includes(Buffer.from(code).toString('hex')))
    }
  })

  it('are deleted by the task purge-expired after they have expired', async () => {
    await expireAll()
    const { user_code } = await requestDevice()
    await createHandlers(server.context)['purge-expired']({})
    const { rows } = await sql`select from device_codes`.execute(server.context.db)
    assert.equal(rows.length, 1)
    assert.equal((await read(alice, user_code)).status, 200)
  })
})

describe('RATE_LIMIT_DEVICES', () => {
  it('limits requests and guesses of an address, and guesses of an account from many addresses', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_DEVICES: '3', TRUST_PROXY: 'true' } })
    try {
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
      const guess = ({ session }: Person, address: string) => session.get(`${DEVICE}/BBBBBBBB`, from(address))
      const ask = (address: string) => limited.anyone.post(DEVICE, { client_name: 'x' }, from(address))
      for (let i = 0; i < 3; i++) assert.equal((await ask('192.0.2.1')).status, 200)
      assertError(await ask('192.0.2.1'), 429, 'RATE_LIMITED')
      assert.equal((await ask('192.0.2.2')).status, 200)

      const person = await limited.person()
      for (let i = 0; i < 3; i++) assertError(await guess(person, `198.51.100.${i}`), 404, 'NOT_FOUND')
      assertError(await guess(person, '198.51.100.9'), 429, 'RATE_LIMITED')
      const people = await Promise.all([1, 2, 3, 4].map(() => limited.person()))
      const responses = []
      for (const guessing of people) responses.push((await guess(guessing, '203.0.113.1')).status)
      assert.deepEqual(responses, [404, 404, 404, 429])
      for (const [action, address] of [
        ['approve', '203.0.113.2'],
        ['refuse', '203.0.113.3'],
      ]) {
        const decisions = []
        for (const { session } of people) {
          const decide = session.post(`${DEVICE}/${action}`, { user_code: 'BBBBBBBB' }, from(address!))
          decisions.push((await decide).status)
        }
        assert.deepEqual(decisions, [404, 404, 404, 429], action)
      }
    } finally {
      await limited.close()
    }
  })
})
