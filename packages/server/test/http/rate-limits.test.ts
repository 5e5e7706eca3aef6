import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Environment } from '../../src/platform/config.ts'
import { type Answer, assertError, Client } from '../support/client.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const MINUTE_MS = 60_000

let server: TestServer
let nowMs: number

async function start(env: Environment): Promise<void> {
  nowMs = Date.parse('2030-01-01T12:00:00Z')
  server = await startTestServer({ env: { TRUST_PROXY: 'true', ...env }, clock: { now: () => new Date(nowMs) } })
}
afterEach(() => server.close())

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const logIn = (login: string, password: string, address: string) =>
  new Client(server.url).post('/api/v1/session', { login, password }, from(address))

const rateLimitHeaders = ({ headers }: Answer) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map(name => headers.get(name))

function assertLimited(response: Answer, limit: number, seconds: number): void {
  assertError(response, 429, 'RATE_LIMITED')
  assert.deepEqual(rateLimitHeaders(response), [String(limit), '0', String(seconds), String(seconds)])
}

describe('RATE_LIMIT_REQUESTS', () => {
  it('counts an account’s requests, by session and by token together, and reports how many are left', async () => {
    await start({ RATE_LIMIT_REQUESTS: '3' })
    const { session, bearer } = await server.person()
    assert.deepEqual(rateLimitHeaders(await session.get('/api/v1/me')), ['3', '2', '60', null])
    nowMs += 20_000
    assert.deepEqual(rateLimitHeaders(await bearer.get('/api/v1/me')), ['3', '1', '40', null])
    assert.deepEqual(rateLimitHeaders(await session.get('/api/v1/tokens')), ['3', '0', '40', null])
    assertLimited(await session.get('/api/v1/me'), 3, 40)
    assertLimited(await bearer.get('/api/v1/me'), 3, 40)
  })

  it('is reset after a minute', async () => {
    await start({ RATE_LIMIT_REQUESTS: '1' })
    const { session } = await server.person()
    assert.equal((await session.get('/api/v1/me')).status, 200)
    nowMs += MINUTE_MS - 1
    assertLimited(await session.get('/api/v1/me'), 1, 1)
    nowMs += 1
    assert.equal((await session.get('/api/v1/me')).status, 200)
    assertLimited(await session.get('/api/v1/me'), 1, 60)
  })

  it('counts accounts separately, even from one address', async () => {
    await start({ RATE_LIMIT_REQUESTS: '2' })
    const alice = await server.person()
    const bob = await server.person()
    for (let i = 0; i < 2; i++) assert.equal((await alice.session.get('/api/v1/me')).status, 200)
    assertLimited(await alice.session.get('/api/v1/me'), 2, 60)
    assert.equal((await bob.session.get('/api/v1/me')).status, 200)
  })

  it('counts requests with an invalid credential by address', async () => {
    await start({ RATE_LIMIT_REQUESTS: '2' })
    const guess = (address: string) => new Client(server.url, { token: 'guess' }).get('/api/v1/me', from(address))
    assertError(await guess('192.0.2.1'), 401, 'UNAUTHORIZED')
    assertError(await guess('192.0.2.1'), 401, 'UNAUTHORIZED')
    assertLimited(await guess('192.0.2.1'), 2, 60)
    assertError(await guess('192.0.2.2'), 401, 'UNAUTHORIZED')
  })

  it('counts refused requests of an account too', async () => {
    await start({ RATE_LIMIT_REQUESTS: '2' })
    const { bearer } = await server.person()
    for (let i = 0; i < 2; i++) assertError(await bearer.get('/api/v1/tokens'), 403, 'SESSION_REQUIRED')
    assertLimited(await bearer.get('/api/v1/tokens'), 2, 60)
  })
})

describe('RATE_LIMIT_LOGINS', () => {
  it('applies to an address, whichever accounts it tries', async () => {
    await start({ RATE_LIMIT_LOGINS: '3' })
    for (const login of ['a', 'b', 'c']) assertError(await logIn(login, 'x', '192.0.2.1'), 401, 'UNAUTHORIZED')
    assertLimited(await logIn('d', 'x', '192.0.2.1'), 3, 60)
    assertError(await logIn('d', 'x', '192.0.2.2'), 401, 'UNAUTHORIZED')
    nowMs += MINUTE_MS
    assertError(await logIn('d', 'x', '192.0.2.1'), 401, 'UNAUTHORIZED')
  })

  it('applies to an account, whichever addresses try it and by whichever of its login names', async () => {
    await start({ RATE_LIMIT_LOGINS: '4' })
    const { account, password } = await server.person({ username: 'alice' })
    nowMs += MINUTE_MS
    const logins = ['alice', 'ALICE', account.email, account.email.toUpperCase()]
    for (const [i, login] of logins.entries()) {
      assertError(await logIn(login, 'a guess', `192.0.2.${i}`), 401, 'UNAUTHORIZED')
    }
    nowMs += 10_000
    // A 429 for a login that was tried twice would tell that an account has both logins. It looks like a wrong password.
    for (const [i, login] of logins.entries()) {
      assertError(await logIn(login, password, `192.0.2.${10 + i}`), 401, 'UNAUTHORIZED')
    }
    for (const [i, login] of logins.entries()) {
      assertLimited(await logIn(login, password, `192.0.2.${20 + i}`), 4, 50)
    }
    nowMs += 60_000
    assert.equal((await logIn('alice', password, '192.0.2.30')).status, 200)
  })

  it('does not reveal whether an account exists', async () => {
    await start({ RATE_LIMIT_LOGINS: '2' })
    await server.person({ username: 'alice' })
    nowMs += MINUTE_MS
    const responses = async (login: string) => {
      const statuses = []
      for (let i = 0; i < 4; i++) statuses.push((await logIn(login, 'a guess', `192.0.2.${i}`)).status)
      nowMs += MINUTE_MS
      return statuses
    }
    assert.deepEqual(await responses('alice'), [401, 401, 429, 429])
    assert.deepEqual(await responses('nobody'), [401, 401, 429, 429])
    // After repeated failures, both wait longer.
    assert.deepEqual(await responses('Nobody'), [401, 429, 429, 429])
    assert.deepEqual(await responses('ALICE'), [401, 429, 429, 429])
  })

  it('applies to guesses of the current password in a stolen session', async () => {
    await start({ RATE_LIMIT_LOGINS: '3' })
    const { session, password } = await server.person()
    nowMs += MINUTE_MS
    const change = (current_password: string) =>
      session.patch('/api/v1/me', { password: 'another passphrase', current_password })
    for (let i = 0; i < 3; i++) assertError(await change('a guess'), 400, 'VALIDATION_ERROR')
    const rejected = await change(password)
    assertError(rejected, 429, 'RATE_LIMITED')
    assert.equal(rejected.headers.get('retry-after'), '60')
    assert.equal((await session.get('/api/v1/me')).status, 200)
  })
})

describe('RATE_LIMIT_SIGNUPS', () => {
  it('applies to an address, for an hour', async () => {
    await start({ RATE_LIMIT_SIGNUPS: '2' })
    const signUp = (username: string, address: string) => {
      const body = { username, email: `${username}@example.com`, password: 'correct horse' }
      return new Client(server.url).post('/api/v1/signup', body, from(address))
    }
    assert.deepEqual(rateLimitHeaders(await signUp('first', '192.0.2.1')), ['2', '1', '3600', null])
    assert.equal((await signUp('second', '192.0.2.1')).status, 201)
    assertLimited(await signUp('third', '192.0.2.1'), 2, 3600)
    assert.equal((await signUp('third', '192.0.2.2')).status, 201)
    nowMs += 60 * MINUTE_MS
    assert.equal((await signUp('fourth', '192.0.2.1')).status, 201)
  })
})

describe('RATE_LIMIT_SEARCHES', () => {
  it('is the limit that a refused search reports, for public and own posts', async () => {
    await start({ RATE_LIMIT_SEARCHES: '1' })
    const { session } = await server.person()
    const search = (q: string) => server.anyone.get(`/api/v1/public/search?q=${q}`, from('192.0.2.1'))
    assert.equal((await search('rain')).status, 200)
    assertLimited(await search('snow'), 1, 60)
    assert.equal((await session.get('/api/v1/posts?q=rain')).status, 200)
    assertLimited(await session.get('/api/v1/posts?q=rain'), 1, 60)
  })
})

describe('client addresses', () => {
  /** How many different client addresses the server sees for these headers. */
  async function addressesOf(trustProxy: string, claims: readonly string[]): Promise<number> {
    await start({ RATE_LIMIT_REQUESTS: '100', TRUST_PROXY: trustProxy })
    const seen = []
    for (const claim of claims) {
      const { headers } = await new Client(server.url).get('/api/v1/public/categories', from(claim))
      seen.push(headers.get('ratelimit-remaining'))
    }
    return seen.filter(remaining => remaining === '99').length
  }

  it('are the last entry of X-Forwarded-For with TRUST_PROXY=true, so that a client cannot forge them', async () => {
    assert.equal(await addressesOf('true', ['192.0.2.1', '203.0.113.5, 192.0.2.1', '198.51.100.7,192.0.2.1']), 1)
  })

  it('are as many entries from the end as there are proxies', async () => {
    const claims = ['192.0.2.1, 10.0.0.1', '203.0.113.5, 192.0.2.1, 10.0.0.1', '198.51.100.7, 192.0.2.1, 10.0.0.2']
    assert.equal(await addressesOf('2', claims), 1)
  })

  it('are the last entry that is not a listed proxy', async () => {
    const claims = ['192.0.2.1', '203.0.113.5, 192.0.2.1', '198.51.100.7, 192.0.2.1, 127.0.0.1']
    assert.equal(await addressesOf('loopback', claims), 1)
    await server.close()
    // A connection from an address that is not listed is the client itself.
    assert.equal(await addressesOf('10.0.0.0/8', ['192.0.2.1', '192.0.2.2']), 1)
  })

  it('are those of the connection if a proxy sends none, and without the port that some send', async () => {
    assert.equal(await addressesOf('true', ['unknown', 'x'.repeat(500), '', '1.2.3', '-']), 1)
    await server.close()
    assert.equal(await addressesOf('true', ['192.0.2.1', '192.0.2.1:4711', '192.0.2.1:80']), 1)
    await server.close()
    assert.equal(await addressesOf('true', ['2001:db8::1', '[2001:db8::1]:443', '[2001:db8::2]:80']), 1)
  })

  it('are IPv4 addresses in whatever notation a proxy writes them', async () => {
    const same = ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209', '::FFFF:c000:0209', '0:0:0:0:0:ffff:192.0.2.9']
    assert.equal(await addressesOf('true', [...same, '0000:0000::ffff:c000:0209', '[::ffff:c000:209]:443']), 1)
    await server.close()
    assert.equal(
      await addressesOf('true', ['::ffff:c000:209', '::ffff:c000:208', '::ffff:0:c000:209', '::c000:209']),
      3,
    )
    await server.close()
    const proxies = ['203.0.113.1', '::ffff:203.0.113.1', '::ffff:cb00:7101', '0:0:0:0:0:ffff:cb00:7101']
    assert.equal(
      await addressesOf(
        'loopback, 203.0.113.0/24',
        proxies.map(proxy => `192.0.2.9, ${proxy}`),
      ),
      1,
    )
  })

  it('are those of the connection unless a proxy is trusted, so that a forged header has no effect', async () => {
    await start({ RATE_LIMIT_LOGINS: '2', TRUST_PROXY: 'false' })
    for (let i = 0; i < 2; i++) assertError(await logIn(`nobody${i}`, 'x', `192.0.2.${i}`), 401, 'UNAUTHORIZED')
    assertLimited(await logIn('nobody9', 'x', '192.0.2.9'), 2, 60)
  })
})

describe('a limit of 0', () => {
  it('turns the limit off and sends no rate limit headers', async () => {
    await start({ RATE_LIMIT_REQUESTS: '0', RATE_LIMIT_LOGINS: '0', RATE_LIMIT_SIGNUPS: '0' })
    for (let i = 0; i < 12; i++) {
      const response = await logIn('nobody', 'x', '192.0.2.1')
      assertError(response, 401, 'UNAUTHORIZED')
      assert.deepEqual(rateLimitHeaders(response), [null, null, null, null])
    }
  })
})

describe('by default', () => {
  it('the limits are 6,000 requests a minute, 10 log-ins a minute and 20 sign-ups an hour', async () => {
    await start({ RATE_LIMIT_REQUESTS: undefined, RATE_LIMIT_LOGINS: undefined, RATE_LIMIT_SIGNUPS: undefined })
    const { session } = await server.person()
    assert.equal(rateLimitHeaders(await session.get('/api/v1/me'))[0], '6000')
    assert.equal(rateLimitHeaders(await logIn('nobody', 'x', '192.0.2.1'))[0], '10')
    assert.equal(rateLimitHeaders(await new Client(server.url).post('/api/v1/signup', {}, from('192.0.2.1')))[0], '20')
  })
})
