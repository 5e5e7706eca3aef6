import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { assertError, type Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let database: TestDatabase
let server: TestServer
let author: Client
before(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database })
  author = (await server.person({ plan: 'premium' })).bearer
})
after(async () => {
  await server.close()
  await database.drop()
})

/** As a host does when the disk is nearly full. Open connections end, because they keep their setting. */
async function setReadOnly(mode: 'on' | 'off'): Promise<void> {
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database ${database.connection.database} set default_transaction_read_only = ${mode}`)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

it('while the database is read-only, changes answer 503 and public reads work; later both work', async () => {
  const post = { title: 'A post', content: 'Text' }
  await setReadOnly('on')
  await eventually(async () => assert.equal((await server.anyone.get('/api/v1/public/posts')).status, 200))
  const refused = await author.post('/api/v1/posts', post)
  assertError(refused, 503, 'UNAVAILABLE')
  assert.equal(refused.headers.get('retry-after'), '1')
  await setReadOnly('off')
  await eventually(async () => assert.equal((await author.post('/api/v1/posts', post)).status, 201))
})
