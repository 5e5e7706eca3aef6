import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { assertError, Client } from './support/client.ts'
import { eventually } from './support/eventually.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'
import { type Person, startTestServer, TEST_SECRET_KEY, type TestServer } from './support/test-server.ts'

const SECOND = 1000

let database: TestDatabase
let here: TestServer
let there: TestServer
before(async () => {
  database = await createTestDatabase()
  here = await startTestServer({ database })
  there = await startTestServer({ database })
})
after(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

/** The same person's clients, at the other node. */
const atTheOther = ({ session, token }: Person) => ({
  session: new Client(there.url, { cookie: session.cookie! }),
  bearer: new Client(there.url, { token }),
})

/** Has been asked before, so that a cache would answer. */
async function warm(...clients: Client[]): Promise<void> {
  for (const client of clients) assert.equal((await client.get('/api/v1/me')).status, 200)
}

/** The operator's command line, a third process on the same database. */
async function operator(...args: string[]): Promise<void> {
  const main = join(import.meta.dirname, '../src/main.ts')
  const env = { ...process.env, DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY }
  await promisify(execFile)(process.execPath, [main, ...args], { env })
}

describe('within a second, the other node', () => {
  it('refuses a token that was revoked here', async () => {
    const alice = await here.person()
    const { bearer } = atTheOther(alice)
    await warm(bearer)
    const [{ id }] = (await alice.session.get('/api/v1/tokens')).body.tokens
    assert.equal((await alice.session.delete(`/api/v1/tokens/${id}`)).status, 200)
    await eventually(async () => assertError(await bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED'), SECOND)
  })

  it('refuses a session that was ended here', async () => {
    const alice = await here.person()
    const { session } = atTheOther(alice)
    await warm(session)
    await alice.session.delete('/api/v1/session')
    await eventually(async () => assertError(await session.get('/api/v1/me'), 401, 'UNAUTHORIZED'), SECOND)
  })

  it('refuses the other sessions after a change of password here, and keeps the one that made it', async () => {
    const alice = await here.person()
    const browser = new Client(there.url)
    await browser.logIn(alice.account.username, alice.password)
    const { session } = atTheOther(alice)
    await warm(browser, session)
    const change = { password: 'another passphrase', current_password: alice.password }
    assert.equal((await alice.session.patch('/api/v1/me', change)).status, 200)
    await eventually(async () => assertError(await browser.get('/api/v1/me'), 401, 'UNAUTHORIZED'), SECOND)
    await warm(session)
  })

  it('and this one refuse an account that the operator suspends', async () => {
    const alice = await here.person()
    const other = atTheOther(alice)
    const clients = [alice.session, alice.bearer, other.session, other.bearer]
    await warm(...clients)
    await operator('users', 'suspend', alice.account.username)
    for (const client of clients) {
      await eventually(async () => assertError(await client.get('/api/v1/me'), 401, 'UNAUTHORIZED'), SECOND)
    }
  })

  it('and this one follow a plan that the operator changes', async () => {
    const alice = await here.person()
    const clients = [alice.bearer, atTheOther(alice).bearer]
    await warm(...clients)
    await operator('users', 'set-plan', alice.account.username, 'free')
    for (const client of clients) {
      await eventually(async () => assertError(await client.get('/api/v1/me'), 403, 'PLAN_REQUIRED'), SECOND)
    }
  })
})

describe('a node that cannot hear the others', () => {
  /** Ends the connections that the nodes listen on, and waits until the other node knows. */
  async function endListening(): Promise<void> {
    const { bus, db } = there.context
    let lost = false
    bus.subscribe(({ about }) => {
      if (about === 'everything') lost = true
    })
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'galley bus' and datname = current_database()`.execute(db)
    await eventually(() => assert.ok(lost || !bus.listening))
  }

  it('trusts no cache: it sees a change at once that nobody announced', async () => {
    const alice = await here.person()
    const { session, bearer } = atTheOther(alice)
    await warm(session, bearer)
    await endListening()
    await sql`update users set suspended_at = now() where id = ${alice.account.id}`.execute(here.context.db)
    assertError(await session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assertError(await bearer.get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })

  it('goes on serving, and hears again after a while', async () => {
    const alice = await here.person()
    const { bearer } = atTheOther(alice)
    await endListening()
    await warm(bearer)
    await eventually(() => assert.ok(there.context.bus.listening))
    await warm(bearer)
    const [{ id }] = (await alice.session.get('/api/v1/tokens')).body.tokens
    await alice.session.delete(`/api/v1/tokens/${id}`)
    await eventually(async () => assertError(await bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED'), SECOND)
  })
})
