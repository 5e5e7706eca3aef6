import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { openWorkerPool } from '../../../src/platform/jobs/worker.ts'
import { assertError, type Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let database: TestDatabase
let server: TestServer
let author: Client
let reader: Client
before(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database })
  author = (await server.person({ plan: 'premium' })).bearer
  reader = (await server.person()).session
})
after(async () => {
  await server.close()
  await database.drop()
})

/** As a host does when the disk is nearly full. Open sessions keep their setting, so they may have to be ended. */
async function setReadOnly(mode: 'on' | 'off', { endSessions }: { endSessions: boolean }): Promise<void> {
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database ${database.connection.database} set default_transaction_read_only = ${mode}`)
  if (endSessions) {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  await client.end()
}

it('while the database is read-only, changes respond with 503 and reads work; later both work', async () => {
  const post = { title: 'A post', content: 'Text' }
  await setReadOnly('on', { endSessions: true })
  await eventually(async () => assert.equal((await server.anyone.get('/api/v1/public/posts')).status, 200))
  const ready = await server.anyone.get('/readyz')
  assert.equal(ready.status, 200)
  assert.equal(ready.body.checks.database, 'read_only')
  // Neither client has sent a request before, so nothing about it is cached.
  for (const client of [author, reader]) assert.equal((await client.get('/api/v1/me')).status, 200)
  const rejected = await author.post('/api/v1/posts', post)
  assertError(rejected, 503, 'UNAVAILABLE')
  assert.equal(rejected.headers.get('retry-after'), '1')
  await setReadOnly('off', { endSessions: false })
  await eventually(async () => assert.equal((await server.anyone.get('/readyz')).body.checks.database, 'ok'))
  await eventually(async () => assert.equal((await author.post('/api/v1/posts', post)).status, 201))
})

it('the worker does not keep sessions that began while the database was read-only', async () => {
  await setReadOnly('on', { endSessions: true })
  const pool = openWorkerPool(database.connection, server.context.log)
  const change = async () => {
    const client = await pool.connect()
    await client.query('update users set updated_at = now() where false').finally(() => client.release())
  }
  try {
    await assert.rejects(change(), /read-only/)
    await setReadOnly('off', { endSessions: false })
    await change()
  } finally {
    await pool.end()
  }
})

it('a full disk of the database rejects a change with 507', async () => {
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`
    create function fail_as_full() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on posts execute function fail_as_full()`)
  const rejected = await author.post('/api/v1/posts', { title: 'A post', content: 'Text' })
  assertError(rejected, 507, 'STORAGE_FULL')
  await client.query('drop function fail_as_full cascade')
  await client.end()
})
