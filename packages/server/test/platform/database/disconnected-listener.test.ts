import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { Bus } from '../../../src/platform/db/bus.ts'
import { openDatabase } from '../../../src/platform/db/connection/database.ts'
import { assertError, Client } from '../../support/client.ts'
import { startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

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

/** The same person's clients on the other node. */
const atTheOther = ({ session, token }: Person) => ({
  session: new Client(there.url, { cookie: session.cookie! }),
  bearer: new Client(there.url, { token }),
})

/** Sends a first request, so that a cache could answer the next. */
async function warm(...clients: Client[]): Promise<void> {
  for (const client of clients) assert.equal((await client.get('/api/v1/me')).status, 200)
}

describe('a node whose listener hangs', () => {
  it('rejects a token within a second of its revocation at another node', async () => {
    const alice = await here.person()
    const { bearer } = atTheOther(alice)
    await eventually(() => assert.ok(there.context.bus.listening))
    const [{ id }] = (await alice.session.get('/api/v1/tokens')).body.tokens
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'galley bus' and datname = current_database()`.execute(there.context.db)
    await warm(bearer)
    try {
      for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
      assert.equal((await alice.session.delete(`/api/v1/tokens/${id}`)).status, 200)
      await eventually(async () => assertError(await bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED'), SECOND)
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT')
    }
    await eventually(() => assert.ok(there.context.bus.listening))
  })
})

describe('a node that cannot send a message', () => {
  it('sends it as soon as the database is back', async () => {
    const proxy = await startDatabaseProxy(database)
    const lines: string[] = []
    const log = Object.assign(await createLogger('silent'), { warn: (line: string) => void lines.push(line) })
    const { db, close } = openDatabase(proxy.database.connection, { poolMax: 1 }, log)
    const bus = new Bus(proxy.database.connection, db, log)
    const heard: string[] = []
    there.context.bus.subscribe(message => {
      if (message.about === 'public') heard.push(...message.subjects)
    })
    try {
      await proxy.cut()
      bus.sendSoon([{ about: 'public', subjects: ['a change'] }])
      await eventually(() => assert.match(lines.join(), /other nodes could not be notified/))
      await proxy.restore()
      await eventually(() => assert.deepEqual(heard, ['a change']))
    } finally {
      await bus.close()
      await close()
      await proxy.cut()
    }
  })
})

describe('a node whose listener is disconnected', () => {
  /** Ends the nodes' listener connections, and waits until the other node has noticed. */
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

  it('uses no cache: it sees changes at once without a notification', async () => {
    const alice = await here.person()
    const { session, bearer } = atTheOther(alice)
    await warm(session, bearer)
    await endListening()
    await sql`update users set suspended_at = now() where id = ${alice.account.id}`.execute(here.context.db)
    assertError(await session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assertError(await bearer.get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })

  it('continues to serve, and reconnects its listener', async () => {
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
