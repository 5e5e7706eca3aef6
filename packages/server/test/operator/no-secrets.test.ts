import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { ENTRY } from '../support/processes/galley-process.ts'
import { createTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../support/test-database.ts'

const PASSWORD = 'sesame-open-7f3a'
const NEXT_PASSWORD = 'sesame-close-91bc'
const GUESS = 'sesame-guess-55de'

let database: TestDatabase
let server: ChildProcess
let log = ''
/** Every secret, by its name. */
const secrets: Record<string, string> = { PASSWORD, NEXT_PASSWORD, GUESS, TEST_SECRET_KEY }
const lists: string[] = []

before(async () => {
  database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    PORT: '0',
    LOG_LEVEL: 'trace',
    ACCESS_LOG: 'true',
    SECRET_KEY: TEST_SECRET_KEY,
  }
  server = spawn(process.execPath, [ENTRY, 'serve'], {
    env: { ...process.env, ...env },
  })
  for (const stream of [server.stdout!, server.stderr!]) {
    stream.setEncoding('utf8').on('data', chunk => {
      log += chunk
    })
  }
  const url = await eventually(() => {
    const found = /listening on (http:[^, ]+)/.exec(log)?.[1]
    assert.ok(found, log)
    return found
  }, 90_000)
  await liveThrough(url)
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
})
after(async () => {
  server.kill('SIGKILL')
  await database.drop()
})

/** Typical requests of an account, including failed ones. */
async function liveThrough(url: string): Promise<void> {
  const browser = new Client(url)
  const keep = (name: string) => {
    secrets[name] = browser.cookie!.split('=')[1]!
  }
  const account = { username: 'ali', email: 'ali@example.com', password: PASSWORD }
  assert.equal((await browser.post('/api/v1/signup', account)).status, 201)
  keep('session after sign-up')
  assert.equal((await browser.post('/api/v1/signup', account)).status, 400)
  await browser.logIn('ali', PASSWORD)
  keep('session after log-in')
  assert.equal((await new Client(url).post('/api/v1/session', { login: 'ali', password: GUESS })).status, 401)

  const issue = (name: string, headers = {}) => browser.post('/api/v1/tokens', { name }, { headers })
  const repeatable = { 'idempotency-key': 'once' }
  secrets['token'] = (await issue('ci')).body.token
  secrets['repeatable token'] = (await issue('repeatable', repeatable)).body.token
  secrets['repeated token'] = (await issue('repeatable', repeatable)).body.token
  secrets['default token'] = (await browser.post('/api/v1/token')).body.token
  secrets['unknown token'] = 'not-a-token-at-all'
  for (const name of ['token', 'unknown token']) await new Client(url, { token: secrets[name]! }).get('/api/v1/me')
  await browser.get(`/api/v1/me?token=${secrets['token']}`)

  await browser.get('/categories?token=abc', { headers: { 'x-request-id': 'page-1' } })
  await browser.get('/api/v1/me', { headers: { 'x-request-id': 'api-1' } })
  for (let i = 0; i < 2; i++) {
    await new Client(url).get('/api/v1/public/posts', { headers: { 'x-request-id': 'cached-1' } })
  }

  const device = (await browser.post('/api/v1/device', { client_name: 'a program' })).body
  secrets['device code'] = device.device_code
  secrets['user code'] = device.user_code
  secrets['user code without its dash'] = device.user_code.replace('-', '')
  lists.push(JSON.stringify((await browser.get('/api/v1/tokens')).body))
  assert.equal((await browser.get(`/api/v1/device/${device.user_code}`)).status, 200)
  assert.equal((await browser.post('/api/v1/device/token', { device_code: device.device_code })).status, 400)
  assert.equal((await browser.post('/api/v1/device/refuse', { user_code: device.user_code })).status, 200)

  const change = { password: NEXT_PASSWORD, current_password: GUESS }
  assert.equal((await browser.patch('/api/v1/me', change)).status, 400)
  assert.equal((await browser.patch('/api/v1/me', { ...change, current_password: PASSWORD })).status, 200)
  const broken = { raw: `{"login": "ali", "password": "${PASSWORD}"`, headers: { 'content-type': 'application/json' } }
  assert.equal((await browser.send('POST', '/api/v1/session', broken)).status, 400)
  for (const path of ['/api/v1/tokens', '/api/v1/me']) lists.push(JSON.stringify((await browser.get(path)).body))
}

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const parts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      parts.push(...rows.map(({ row }) => row))
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}

function assertHoldsNone(text: string): void {
  for (const [name, secret] of Object.entries(secrets)) {
    for (const encoding of ['utf8', 'hex', 'base64'] as const) {
      const encoded = Buffer.from(secret).toString(encoding).replace(/=+$/, '')
      assert.ok(!text.includes(encoded), `${name} is there as ${encoding}`)
    }
  }
}

describe('passwords, sessions and tokens', () => {
  it('are in no table', async () => {
    const everything = await dump()
    assert.ok(everything.includes('ali@example.com') && everything.includes('$argon2id$'))
    assertHoldsNone(everything)
  })

  it('are not in the log, even at its most detailed level', () => {
    assert.match(log, /"msg":"request"/)
    assert.ok(log.includes('/api/v1/session'))
    assertHoldsNone(log)
  })

  it('are not needed to tell from the access log who asked for what', () => {
    const lines = log.split('\n').flatMap(line => (line.includes('"msg":"request"') ? [JSON.parse(line)] : []))
    const of = (id: string) => lines.filter(line => line.request_id === id)
    const [api, page] = [of('api-1'), of('page-1')]
    assert.deepEqual([api.length, page.length], [1, 1], 'the API calls of a page are not logged')
    assert.deepEqual([api[0].method, api[0].path, api[0].status], ['GET', '/api/v1/me', 200])
    assert.match(api[0].user, /^[0-9a-f-]{36}$/)
    assert.deepEqual([page[0].path, page[0].status, page[0].user], ['/categories', 200, api[0].user])
    for (const { ms, bytes } of [api[0], page[0]]) assert.ok(ms >= 0 && bytes > 100)
    const [first, cached] = of('cached-1')
    assert.ok(first.bytes > 0)
    assert.equal(cached.bytes, first.bytes)
    assert.match(api[0].client, /^(::ffff:)?127\.0\.0\.1$/)
  })

  it('are in no list and no record', () => {
    assert.ok(lists.every(list => list.length > 50))
    for (const list of lists) assertHoldsNone(list)
  })
})
