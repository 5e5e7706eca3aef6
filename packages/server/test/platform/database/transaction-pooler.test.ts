import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { openDatabase } from '../../../src/platform/db/connection/database.ts'
import { retryTransaction } from '../../../src/platform/db/transact.ts'
import { Client } from '../../support/client.ts'
import { startTransactionPooler, type TransactionPooler } from '../../support/database/transaction-pooler.ts'
import { eventually } from '../../support/eventually.ts'
import { CommandProcess } from '../../support/processes/command-process.ts'
import { NO_RATE_LIMITS, runGalley, ServerProcess } from '../../support/processes/galley-process.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

const PASSWORD = 'correct horse battery'
const AUTHORS = ['alice', 'bob', 'carol']

describe('behind a pooler that may use another session for each transaction', () => {
  let database: TestDatabase
  let pooler: TransactionPooler
  let server: ServerProcess
  let settings: Record<string, string>
  const commands = new CommandProcess()
  before(async () => {
    database = await createTestDatabase('template0')
    pooler = await startTransactionPooler(database, 3)
    settings = { DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: database.url, DATABASE_PREPARED: 'false' }
    server = await ServerProcess.ready({ ...settings, ...NO_RATE_LIMITS })
  })
  after(async () => {
    await commands.end()
    await server?.stop()
    await pooler.close()
    await database.drop()
  })

  it('authors publish at the same time, readers react, scheduled posts appear and commands work', async () => {
    const authors = await Promise.all(AUTHORS.map(signUp))
    const posts = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const post = { title: `Post ${i}`, content: 'Text', status: 'published', tags: ['one'] }
        return authors[i % authors.length]!.post('/api/v1/posts', post)
      }),
    )
    for (const { status, body } of posts) assert.equal(status, 201, JSON.stringify(body))
    const likes = await Promise.all(
      posts.map(({ body }) => authors[0]!.send('PUT', `/api/v1/reader/posts/${body.id}/like`)),
    )
    for (const { status, body } of likes) assert.equal(status, 200, JSON.stringify(body))

    const anyone = new Client(server.url)
    assert.equal((await anyone.get('/api/v1/public/posts?tag=one')).body.total, 12)
    const { body } = await anyone.get(`/api/v1/public/posts/${posts[0]!.body.slug}`)
    assert.equal(body.title, 'Post 0')

    const soon = new Date(Date.now() + 1500).toISOString()
    const scheduled = { title: 'Later', content: 'Text', status: 'scheduled', scheduled_for: soon, tags: ['two'] }
    const { status, body: created } = await authors[1]!.post('/api/v1/posts', scheduled)
    assert.equal(status, 201, JSON.stringify(created))
    await eventually(async () => {
      assert.equal((await anyone.get('/api/v1/public/posts?tag=two')).body.total, 1)
    }, 20_000)

    const { code, stdout, stderr } = await commands.run(['users', 'list', '--json'], settings)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.equal(JSON.parse(stdout).users.length, AUTHORS.length)
    assert.deepEqual(
      server.log.filter(({ level }) => level === 'warn' || level === 'error'),
      [],
    )
    assert.ok(Math.min(...pooler.transactions) > 10, `sessions had ${pooler.transactions} transactions`)
  })

  it('nothing starts without a direct connection, and no lock stays in a session of the pooler', async () => {
    const { DATABASE_LISTEN_URL: _, ...withoutDirect } = settings
    // Each waits some seconds for a message that does not arrive.
    const rejected = [
      runGalley(['serve'], { ...withoutDirect, PORT: '0' }),
      commands.run(['users', 'list'], withoutDirect),
    ]
    for (const { code, stderr } of await Promise.all(rejected)) {
      assert.equal(code, 1)
      assert.match(stderr, /^The database is reached through a pooler .*DATABASE_LISTEN_URL.*\n$/)
    }
    const { code } = await commands.run(['users', 'list'], settings)
    assert.equal(code, 0)
  })

  async function signUp(username: string): Promise<Client> {
    const session = new Client(server.url)
    const account = { username, email: `${username}@example.com`, password: PASSWORD }
    const signedUp = await session.post('/api/v1/signup', account)
    assert.equal(signedUp.status, 201, JSON.stringify(signedUp.body))
    await commands.run(['users', 'set-plan', username, 'premium'], settings)
    await session.logIn(username, PASSWORD)
    return new Client(server.url, { token: (await session.post('/api/v1/tokens', { name: 'test' })).body.token })
  }
})

describe('behind such a pooler without DATABASE_PREPARED=false', () => {
  const USES = 50
  let database: TestDatabase
  let pooler: TransactionPooler
  before(async () => {
    database = await createTestDatabase('template0')
    pooler = await startTransactionPooler(database, 3)
  })
  after(async () => {
    await pooler.close()
    await database.drop()
  })

  function openProcess() {
    const warnings: string[] = []
    const log = pino({ level: 'warn' }, { write: line => void warnings.push(JSON.parse(line).msg) })
    return { warnings, ...openDatabase({ connectionString: pooler.url }, { poolMax: 2 }, log) }
  }

  it('a process never executes the statement of another one', async () => {
    const [one, other] = [openProcess(), openProcess()]
    for (let i = 0; i < USES; i++) {
      assert.deepEqual((await sql`select ${i}::int as one`.execute(one.db)).rows, [{ one: i }])
      assert.deepEqual((await sql`select ${i}::int as other`.execute(other.db)).rows, [{ other: i }])
    }
    await one.close()
    await other.close()
  })

  it('transactions work, and one warning names the setting', async () => {
    const { db, close, warnings } = openProcess()
    const double = (value: number) => sql<{ doubled: number }>`select ${value}::int * 2 as doubled`
    const inTransaction = (value: number) =>
      retryTransaction(() => db.transaction().execute(trx => double(value).execute(trx)))
    for (let i = 0; i < USES; i++) {
      const results = await Promise.all([inTransaction(i), inTransaction(i)])
      for (const { rows } of results) assert.deepEqual(rows, [{ doubled: 2 * i }])
    }
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /Set DATABASE_PREPARED=false/)
    await close()
  })
})
