import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { findAccountByLogin } from '../../../src/identity/accounts/account-store.ts'
import { resetLink } from '../../../src/identity/accounts/mails/account-mails.ts'
import { waitAfter } from '../../../src/identity/accounts/sessions/login-failures.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { type MailServer, startMailServer } from '../../support/accounts/mail-server.ts'
import { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const HOME = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }
const ELSEWHERE = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0 Safari/537.36' }
const PASSWORD = 'correct horse battery'
let mail: MailServer
let server: TestServer
before(async () => {
  mail = await startMailServer()
  // The addresses of clients come from a header, so that the limit by address does not end the test.
  server = await startTestServer({
    mailSender: true,
    env: { ...mail.env, RATE_LIMIT_LOGINS: '3', TRUST_PROXY: 'true' },
  })
})
after(async () => {
  await server.close()
  await mail.close()
})

let hosts = 0
/** From another address of the same network each time. */
const attempt = (
  login: string,
  password: string,
  headers: Record<string, string>,
  { network = '192.0', client = new Client(server.url) } = {},
) =>
  client.post(
    '/api/v1/session',
    { login, password },
    { headers: { ...headers, 'x-forwarded-for': `${network}.2.${++hosts}` } },
  )

async function signUp(username: string) {
  const account = { username, email: `${username}@example.com`, password: PASSWORD }
  const headers = { ...HOME, 'x-forwarded-for': '192.0.2.250', 'sec-fetch-site': 'same-origin' }
  const response = await new Client(server.url).post('/api/v1/signup', account, { headers })
  assert.equal(response.status, 201)
  const [, device = ''] = response.headers.getSetCookie()
  assert.match(device, /^galley_device=\w{64}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  return { ...account, client: new Client(server.url, { cookie: device.split(';')[0] ?? '' }) }
}

/** As if the minute of the rate limit were over. */
const passMinute = () => sql`delete from rate_limit_windows`.execute(server.context.db)

describe('failed log-ins', () => {
  it('make others wait longer and longer, and never the owner at a known device', async () => {
    const { username, client } = await signUp('victim')
    const statuses = []
    for (let i = 0; i < 5; i++)
      statuses.push((await attempt(username, 'a guess', ELSEWHERE, { network: '198.51' })).status)
    assert.deepEqual(statuses, [401, 401, 401, 429, 429])
    const { rows } = await sql<{ failures: number }>`
      select failures from login_failures where key = 'login:victim'`.execute(server.context.db)
    assert.deepEqual(rows, [{ failures: 3 }])
    // The same kind of browser in the same network tells nothing about an account that was used there.
    assert.equal((await attempt(username, PASSWORD, HOME)).status, 429)
    assert.equal((await attempt(username, PASSWORD, HOME, { client })).status, 200)
  })

  it('of a username do not tell which e-mail address belongs to it, or keep its owner from changing the password', async () => {
    const { username, email, client } = await signUp('private')
    const headers = { ...HOME, 'x-forwarded-for': '192.0.2.251' }
    const owner = await client.post('/api/v1/session', { login: email, password: PASSWORD }, { headers })
    assert.equal(owner.status, 200)
    for (let i = 0; i < 4; i++) await attempt(username, 'a guess', ELSEWHERE, { network: '198.51' })
    assert.equal((await attempt(username, 'a guess', ELSEWHERE, { network: '198.51' })).status, 429)
    assert.equal((await attempt(email, 'a guess', ELSEWHERE, { network: '198.51' })).status, 401)
    const change = { password: 'another horse battery', current_password: PASSWORD }
    assert.equal((await client.patch('/api/v1/me', change)).status, 200)
  })

  it('of all logins of an account count together, which looks like a wrong password', async () => {
    const { username, email, client } = await signUp('twice')
    for (const login of [username, email, username]) {
      assert.equal((await attempt(login, 'a guess', ELSEWHERE, { network: '198.51' })).status, 401)
    }
    assert.equal((await attempt(email, PASSWORD, ELSEWHERE, { network: '198.51' })).status, 401)
    assert.equal((await attempt(email, PASSWORD, HOME, { client })).status, 200)
  })

  it('are forgotten with a new password, at the devices of the owner as well', async () => {
    const { username, email, client } = await signUp('forgetful')
    const { db } = server.context
    const account = await findAccountByLogin(db, email)
    const failures = async () => {
      const { rows } = await sql`
        select from login_failures where key like ${`%:${username}%`} or key like ${`%account:${account?.id}`}`.execute(
        db,
      )
      return rows.length
    }
    assert.equal((await attempt(username, 'a guess', HOME, { client })).status, 401)
    assert.equal((await attempt(email, 'a guess', ELSEWHERE, { network: '198.51' })).status, 401)
    assert.equal(await failures(), 4)
    const url = await transact(server.context, trx => resetLink(server.context, trx, account?.id ?? '', null))
    const token = new URL(url).searchParams.get('token')
    const reset = await server.anyone.post('/api/v1/password-reset/confirm', { token, password: 'another horse' })
    assert.equal(reset.status, 200)
    assert.equal(await failures(), 0)
  })

  it('are forgotten with a log-in, so that they do not add up', async () => {
    const { username } = await signUp('clumsy')
    for (let i = 0; i < 2; i++) assert.equal((await attempt(username, 'a guess', ELSEWHERE)).status, 401)
    assert.equal((await attempt(username, PASSWORD, ELSEWHERE)).status, 200)
    const { rows } = await sql`
      select from login_failures f join users u on f.key in ('login:clumsy', 'account:' || u.id)
      where u.username = ${username}`.execute(server.context.db)
    assert.equal(rows.length, 0)
  })

  it('are counted in the same way for a login that no account has', async () => {
    const statuses = []
    for (let i = 0; i < 5; i++)
      statuses.push((await attempt('nobody', 'a guess', ELSEWHERE, { network: '198.51' })).status)
    assert.deepEqual(statuses, [401, 401, 401, 429, 429])
  })

  it('never lock an account for ever', () => {
    assert.equal(waitAfter(9, 10), 0)
    assert.equal(waitAfter(10, 10), 60_000)
    assert.equal(waitAfter(12, 10), 240_000)
    assert.equal(waitAfter(1_000_000, 10), 15 * 60_000)
  })
})

describe('a log-in from a new device', () => {
  it('is reported by one mail, which does not quote the user agent; the first device and its updates are not reported', async () => {
    const { username, email } = await signUp('traveller')
    const updated = { 'user-agent': HOME['user-agent'].replace('140.0', '141.0') }
    assert.equal((await attempt(username, PASSWORD, updated)).status, 200)
    const evil = { 'user-agent': `${ELSEWHERE['user-agent']} call +1 555 0100 now` }
    assert.equal((await attempt(username, PASSWORD, evil, { network: '198.51' })).status, 200)
    await passMinute()
    assert.equal((await attempt(username, PASSWORD, evil, { network: '198.51' })).status, 200)
    const told = () => mail.to(email).filter(({ subject }) => subject === 'Log-in from a new device')
    await eventually(() => assert.equal(told().length, 1))
    assert.match(told()[0]?.text ?? '', /Device: Chrome, Linux/)
    assert.doesNotMatch(told()[0]?.text ?? '', /555/)
  })

  it('is found by its network, also if a dual-stack socket writes an IPv4 address in its IPv6 form', async () => {
    const { username } = await signUp('mapped')
    const reports = async () => {
      const { rows } = await sql`
        select from notifications n join users u on u.id = n.user_id
        where u.username = ${username} and n.detail = 'new_device'`.execute(server.context.db)
      return rows.length
    }
    assert.equal((await attempt(username, PASSWORD, HOME, { network: '::ffff:192.0' })).status, 200)
    assert.equal(await reports(), 0)
    assert.equal((await attempt(username, PASSWORD, HOME, { network: '::ffff:198.51' })).status, 200)
    assert.equal(await reports(), 1)
  })

  it('is reported to Japanese readers with the time in Japan', async () => {
    const { username, email } = await signUp('ryokan')
    await sql`update users set language = 'ja' where username = ${username}`.execute(server.context.db)
    assert.equal((await attempt(username, PASSWORD, ELSEWHERE, { network: '198.51' })).status, 200)
    const told = () => mail.to(email).filter(({ subject }) => subject === '新しい端末からログインがありました')
    await eventually(() => assert.equal(told().length, 1))
    assert.match(told()[0]?.text ?? '', /\n端末：Chrome, Linux\n日時：\d{4}年\d+月\d+日 \d\d:\d\d JST\n/)
  })
})
