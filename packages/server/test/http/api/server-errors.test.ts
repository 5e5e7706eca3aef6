import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Answer, assertError, Client } from '../../support/client.ts'
import { startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { ServerProcess } from '../../support/processes/galley-process.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

describe('500', () => {
  it('does not reveal the cause', async () => {
    const broken = await startTestServer()
    try {
      const { session } = await broken.person()
      await sql`drop table sessions`.execute(broken.context.db)
      const response: Answer = await session.get('/api/v1/me')
      assertError(response, 500, 'INTERNAL_ERROR', {})
      assert.doesNotMatch(JSON.stringify(response.body), /sessions|relation|42P01|\.ts|pg|kysely/i)
      assert.equal((await broken.anyone.get('/healthz')).status, 200)
    } finally {
      await broken.close()
    }
  })
})

describe('503', () => {
  it('is returned while the database is down, and no longer when it is back', async () => {
    const proxy = await startDatabaseProxy(await createTestDatabase())
    const cutOff = await startTestServer({ database: proxy.database })
    try {
      const { session, account, password } = await cutOff.person()
      await proxy.cut()
      const responses = [
        await session.get('/api/v1/me'),
        await session.patch('/api/v1/me', { display_name: 'Al' }),
        await new Client(cutOff.url).post('/api/v1/session', { login: account.username, password }),
      ]
      for (const response of responses) {
        assertError(response, 503, 'UNAVAILABLE', {})
        assert.equal(response.headers.get('retry-after'), '1')
      }
      assert.equal((await cutOff.anyone.get('/healthz')).status, 200)
      const ready = await cutOff.anyone.get('/readyz')
      assert.equal(ready.status, 503)
      assert.equal(ready.body.checks.database, 'failed')
      await proxy.restore()
      await eventually(async () => assert.equal((await session.get('/api/v1/me')).status, 200))
      await eventually(async () => assert.equal((await cutOff.anyone.get('/readyz')).status, 200))
    } finally {
      await cutOff.close()
      await proxy.database.drop()
    }
  })

  it('is logged in one short line for each request while the database is down', async () => {
    const proxy = await startDatabaseProxy(await createTestDatabase())
    const cutOff = await ServerProcess.ready({ DATABASE_URL: proxy.database.url })
    try {
      await proxy.cut()
      const { status, body } = await new Client(cutOff.url).get('/api/v1/public/posts?offset=7')
      assert.equal(status, 503)
      const { request_id } = body.error
      const line = await eventually(() => {
        const found = cutOff.log.find(line => line.request_id === request_id)
        assert.ok(found !== undefined)
        return found
      })
      assert.match(line.msg, /^the database is not available: ./)
      assert.deepEqual(Object.keys(line).sort(), ['level', 'msg', 'request_id', 'time'])
    } finally {
      await cutOff.stop('SIGKILL')
      await proxy.database.drop()
    }
  })

  it('is returned when the database fails during a transaction', async () => {
    const database = await createTestDatabase()
    const proxy = await startDatabaseProxy(database)
    const cutOff = await startTestServer({ database: proxy.database })
    const other = await startTestServer({ database })
    try {
      const { bearer } = await cutOff.person()
      const { id } = await createPost(bearer)
      await other.context.db.transaction().execute(async trx => {
        await sql`select from posts where id = ${id} for update`.execute(trx)
        const response = bearer.patch(`${POSTS}/${id}`, { title: 'Waits for the lock' })
        await eventually(async () => {
          const { rows } = await sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(trx)
          assert.equal(rows.length, 1)
        })
        await proxy.cut()
        assertError(await response, 503, 'UNAVAILABLE', {})
      })
    } finally {
      await cutOff.close()
      await other.close()
      await proxy.database.drop()
    }
  })
})
