import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { isAlive } from '../../../src/platform/db/embedded/processes.ts'
import { Client } from '../../support/client.ts'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { changePost } from '../../support/posts/posts.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { NO_RATE_LIMITS, ServerProcess, until } from '../../support/processes/galley-process.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

/** Creates accounts and reads the database; it gets no requests. */
let observer: TestServer
let server: ServerProcess
let alice: Person
let bearer: Client

before(async () => {
  observer = await startTestServer()
  alice = await observer.person()
  server = await ServerProcess.ready({ ...NO_RATE_LIMITS, DATABASE_URL: observer.database.url, WORKERS: '2' })
  bearer = new Client(server.url, { token: alice.token })
})
after(async () => {
  await server?.stop('SIGKILL')
  await observer.close()
})

/** Read by three readers. */
let viewedId: string

async function views(id: string): Promise<number> {
  const post = observer.context.db.selectFrom('posts').select('view_count').where('id', '=', id)
  return (await post.executeTakeFirstOrThrow()).view_count
}

const agent = new Agent({ keepAlive: false })

/** On a connection of its own, which may reach any process. */
async function get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  request(`${server.url}${path}`, { agent, headers, timeout: 30_000 }, response => {
    text(response).then(body => resolve({ status: response.statusCode ?? 0, body }), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

/** The number of answered requests to /healthz. */
async function countHealthz(): Promise<number> {
  const { body } = await get('/metrics')
  return Number(/http_requests_total\{method="GET",route="\/healthz",status="200"\} (\d+)/.exec(body)?.[1] ?? 0)
}

const childrenOf = async (pid: number): Promise<number[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid='])
  const rows = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

/** How many processes serve requests: each has a connection for messages. */
async function requestProcesses(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'galley bus' and state is not null`.execute(
    observer.context.db,
  )
  // The observer and the main process have one each.
  return (rows[0]?.count ?? 0) - 2
}

describe('a server with WORKERS=2', () => {
  it('has one process for jobs and two for requests, and /readyz reports the jobs', async () => {
    assert.equal(await requestProcesses(), 2)
    for (let i = 0; i < 4; i++) {
      const { status, body } = await get('/readyz')
      assert.equal(status, 200)
      assert.deepEqual(JSON.parse(body).checks, { database: 'ok', migrations: 'ok', worker: 'ok' })
    }
  })

  it('sums the metrics of all processes, whichever answers', async () => {
    const before = await countHealthz()
    for (let i = 0; i < 20; i++) assert.equal((await get('/healthz')).status, 200)
    for (let i = 0; i < 4; i++) assert.equal(await countHealthz(), before + 20)
    assert.match((await get('/metrics')).body, /^galley_webhook_queue_depth 0$/m)
  })

  it('shows a change at once on every connection', async () => {
    const { id } = await publish(alice.bearer, { tags: ['processes'] })
    for (const title of ['One', 'Two', 'Three']) {
      for (let i = 0; i < 6; i++) await get(`${PUBLIC}/posts/${id}`)
      await changePost(bearer, id, { title })
      for (let i = 0; i < 6; i++) {
        assert.equal(JSON.parse((await get(`${PUBLIC}/posts/${id}`)).body).title, title)
        assert.equal(JSON.parse((await get(`${PUBLIC}/posts?tag=processes`)).body).posts[0].title, title)
      }
    }
  })

  it('replaces processes that were killed, and still counts a reader once', async () => {
    const { id } = await publish(alice.bearer)
    const read = async () => {
      for (const reader of ['one', 'two', 'three']) await get(`${PUBLIC}/posts/${id}`, { 'user-agent': reader })
    }
    await read()
    await until('the views are written', async () => (await views(id)) === 3)
    const listening = () => server.log.filter(({ msg }) => msg.startsWith('Server listening')).length
    for (const killed of await childrenOf(server.pid)) {
      const before = listening()
      process.kill(killed, 'SIGKILL')
      await until('its successor listens', () => listening() > before)
    }
    await until('there are two', async () => (await requestProcesses()) === 2)
    await read()
    viewedId = id
    assert.equal((await get('/readyz')).status, 200)
    assert.ok(server.log.some(({ msg }) => /is started again now: it ended with SIGKILL/.test(msg)))
  })

  it('finishes running requests when it stops, and leaves no process', async () => {
    const { id } = await publish(alice.bearer)
    const children = await childrenOf(server.pid)
    const lock = await observer.context.db.startTransaction().execute()
    await sql`lock table posts in share row exclusive mode`.execute(lock)
    const response = changePost(bearer, id, { title: 'Late' })
    await until('the request waits', async () => (await sql.raw(LOCK_WAITERS).execute(lock)).rows.length > 0)
    server.child.kill('SIGTERM')
    await until('it stops', () => server.log.some(({ msg }) => msg.startsWith('SIGTERM: stopping')))
    await lock.rollback().execute()
    assert.equal((await response).title, 'Late')
    assert.equal(await server.exited, 0)
    for (const pid of children) assert.equal(isAlive(pid), false)
    assert.equal(await views(viewedId), 3, 'all views are written')
  })

  it('ends a running backup when it stops', async () => {
    const bucket = createServer(socket => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(bucket, 'listening')
    after(() => bucket.close())
    const { port } = bucket.address() as AddressInfo
    const backupRuns = once(bucket, 'connection')
    server = await ServerProcess.ready({
      DATABASE_URL: observer.database.url,
      WORKERS: '2',
      BACKUP_SCHEDULE: '6h',
      BACKUP_TO: 's3://never-answers/',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    await backupRuns
    const children = await childrenOf(server.pid)
    assert.equal(children.length, 3, 'two for requests, and the backup')
    assert.equal(await server.stop(), 0)
    for (const pid of children) assert.equal(isAlive(pid), false)
  })
})
