import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Client as PgClient } from 'pg'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { isConnectionError, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { type Answer, Client } from '../../support/client.ts'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { upload } from '../../support/posts/upload.ts'
import { databaseProcesses } from '../../support/processes/database-processes.ts'
import {
  DataFolder,
  NO_RATE_LIMITS,
  runGalley,
  ServerProcess,
  signalQuietly,
  until,
} from '../../support/processes/galley-process.ts'
import { SERVER_PROCESSES } from '../../support/processes/isolated-environment.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

const ANSWERS_WITHIN_MS = 12_000
const POOL_MAX = 4
const PASSWORD = 'correct horse battery'
const POST = { title: 'A post', content: 'Text', status: 'published' }

// At the same time, because they wait for time limits.
describe('time limits', { concurrency: true }, () => {
  describe('a database whose processes are paused', { concurrency: false }, () => {
    const folder = new DataFolder()
    let server: ServerProcess
    let anyone: Client
    let author: Client
    before(async () => {
      const own = { DATA_DIR: folder.path, DATABASE_POOL_MAX: String(POOL_MAX), DEFAULT_PLAN: 'premium' }
      server = await ServerProcess.ready({ ...own, ...NO_RATE_LIMITS })
      anyone = new Client(server.url)
      const session = new Client(server.url)
      await session.post('/api/v1/signup', { username: 'alice', email: 'alice@example.com', password: PASSWORD })
      author = new Client(server.url, { token: (await session.post('/api/v1/tokens', { name: 'test' })).body.token })
    })
    after(async () => {
      resume()
      await server.stop('SIGKILL')
      folder.remove()
    })

    afterEach(() => resume())

    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of databaseProcesses(folder.path)) signalQuietly(pid, name)
    }
    const pause = () => signal('SIGSTOP')
    const resume = () => signal('SIGCONT')

    /** A separate connection that observes and holds locks. */
    async function connect(): Promise<PgClient> {
      const client = new PgClient(folder.connection())
      client.on('error', () => {})
      await client.connect()
      return client
    }

    async function assertUnavailable(requests: Record<string, Promise<Answer>>): Promise<void> {
      const started = performance.now()
      const responses = await Promise.all(
        Object.entries(requests).map(async ([what, request]) => ({
          what,
          response: await request,
          ms: performance.now() - started,
        })),
      )
      for (const { what, response, ms } of responses) {
        assert.equal(response.status, 503, `${what}: ${response.status} ${JSON.stringify(response.body).slice(0, 200)}`)
        assert.ok(response.headers.has('retry-after'), `${what} has no Retry-After`)
        assert.ok(ms < ANSWERS_WITHIN_MS, `${what} took ${ms} ms`)
      }
    }

    async function assertReported(): Promise<void> {
      const started = performance.now()
      const { code, stderr } = await runGalley(['users', 'list'], { DATABASE_URL: folder.databaseUrl })
      assert.equal(code, 1)
      assert.match(stderr, /^The database cannot be reached: .*\n$/)
      assert.ok(performance.now() - started < ANSWERS_WITHIN_MS)
    }

    /** Everything works again at once, and the server has no more connections than allowed. */
    async function assertRecovered(look: PgClient): Promise<void> {
      assert.equal((await author.post('/api/v1/posts', POST)).status, 201)
      assert.equal((await anyone.get('/api/v1/public/posts?offset=1')).status, 200)
      await eventually(async () => {
        const { rows } = await look.query(
          "select state, query from pg_stat_activity where application_name = 'galley' and datname = current_database()",
        )
        assert.ok(rows.length <= POOL_MAX * SERVER_PROCESSES, `${rows.length} connections: ${JSON.stringify(rows)}`)
        assert.deepEqual(
          rows.filter(({ state }) => state.startsWith('idle in transaction')),
          [],
        )
        assert.equal((await anyone.get('/readyz')).status, 200)
      }, 15_000)
    }

    it('leaves no request without a response, neither waiting nor new ones, and is reported to operators in one line', async () => {
      const image = await plain('png')
      const look = await connect()
      await look.query('begin; lock table listings in access exclusive mode')
      const underWay = {
        'a list that is being read': anyone.get('/api/v1/public/posts?offset=3'),
        'a post that is being written': author.post('/api/v1/posts', POST),
      }
      await until('both wait', async () => (await look.query(LOCK_WAITERS)).rows.length >= 2)
      pause()
      const page = anyone.send('GET', '/tags/nothing')
      const requests = {
        ...underWay,
        'a page': page,
        'a log-in': anyone.post('/api/v1/session', { login: 'alice', password: PASSWORD }),
        'an upload': upload(author, image, 'a.png', { 'idempotency-key': 'one' }),
        // Requests of one account take turns, so most of these wait for each other first.
        ...Object.fromEntries(
          Array.from({ length: 5 * POOL_MAX }, (_, i) => [
            `draft ${i}`,
            author.post('/api/v1/posts', { ...POST, status: 'draft' }),
          ]),
        ),
        ...Object.fromEntries(
          Array.from({ length: 2 * POOL_MAX }, (_, i) => [
            `list ${i}`,
            anyone.get(`/api/v1/public/posts?offset=${i + 10}`),
          ]),
        ),
      }
      await Promise.all([assertUnavailable(requests), assertReported()])
      assert.equal((await anyone.get('/healthz')).status, 200)
      resume()
      await look.query('rollback')
      await assertRecovered(look)
      await look.end()
    })

    it('makes the result of a commit unknown, and a retry with the same Idempotency-Key finds it', async () => {
      const look = await connect()
      await look.query(`
      create function wait_at_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return null; end $$;
      create constraint trigger slow_commit after insert on posts deferrable initially deferred
      for each row execute function wait_at_commit()`)
      await look.query('begin; select pg_advisory_xact_lock(1)')
      const key = { headers: { 'idempotency-key': 'two' } }
      const writing = author.post('/api/v1/posts', { ...POST, title: 'Once' }, key)
      await until('it waits at its commit', async () => (await look.query(LOCK_WAITERS)).rows.length === 1)
      pause()
      await assertUnavailable({ 'a commit': writing })
      resume()
      await look.query('commit')
      const again = await author.post('/api/v1/posts', { ...POST, title: 'Once' }, key)
      assert.equal(again.status, 201)
      const { rows } = await look.query("select id from posts where title = 'Once'")
      assert.deepEqual(rows, [{ id: again.body.id }])
      await look.query('drop trigger slow_commit on posts')
      await assertRecovered(look)
      await look.end()
    })

    it('does not keep the server from stopping', async () => {
      const requests = Array.from({ length: POOL_MAX }, (_, i) => anyone.get(`/api/v1/public/posts?offset=${i + 50}`))
      await Promise.all(requests)
      pause()
      const hanging = Array.from({ length: POOL_MAX }, (_, i) => anyone.get(`/api/v1/public/posts?offset=${i + 90}`))
      const outcomes = Promise.allSettled(hanging)
      const started = performance.now()
      assert.equal(await server.stop('SIGTERM'), 0)
      const tookMs = performance.now() - started
      assert.ok(tookMs < 10_000, `${tookMs} ms`)
      await outcomes
    })
  })

  describe('a slow statement', { concurrency: true }, () => {
    let testDatabase: TestDatabase
    before(async () => {
      testDatabase = await createTestDatabase()
    })
    after(() => testDatabase.drop())

    it('fails for a request, as a temporary error, and its connection is closed', async () => {
      const { db, pool, close } = openDatabase(testDatabase.connection, { poolMax: 1 }, await createLogger('silent'))
      await assert.rejects(sql`select pg_sleep(7)`.execute(db), isConnectionError)
      await assert.rejects(
        db.transaction().execute(trx => sql`select pg_sleep(7)`.execute(trx)),
        isConnectionError,
      )
      const { rows } = await sql<{ two: number }>`select 1 + 1 as two`.execute(db)
      assert.deepEqual(rows, [{ two: 2 }])
      assert.equal(pool.totalCount, 1)
      await close()
    })

    it('is not limited in a job, in and outside of a transaction', async () => {
      const { backgroundDb: db, close } = openDatabase(
        testDatabase.connection,
        { poolMax: 2 },
        await createLogger('silent'),
      )
      const sleep = sql<{ done: boolean }>`select pg_sleep(7) is not null as done`
      const [alone, inside] = await Promise.all([
        sleep.execute(db),
        db.transaction().execute(trx => sleep.execute(trx)),
      ])
      assert.deepEqual([alone.rows, inside.rows], [[{ done: true }], [{ done: true }]])
      await close()
    })
  })
})
