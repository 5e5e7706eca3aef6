import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Client as PgClient } from 'pg'
import { Client } from '../support/client.ts'
import { LOCK_WAITERS } from '../support/database/lock-waiters.ts'
import { createPost } from '../support/posts/posts.ts'
import { DataFolder, ENTRY, ServerProcess, statusOf, until } from '../support/processes/galley-process.ts'
import { isolatedEnvironment } from '../support/processes/isolated-environment.ts'
import { RECEIVER_ENV, startReceiver } from '../support/receiver.ts'
import { createTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../support/test-database.ts'
import { registerWebhook } from '../support/webhooks.ts'

const servers: ServerProcess[] = []
const folders: DataFolder[] = []
const databases: TestDatabase[] = []

after(async () => {
  for (const server of servers) await server.stop('SIGKILL')
  for (const folder of folders) await folder.remove()
  for (const database of databases) await database.drop()
})

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = new ServerProcess(settings)
  servers.push(server)
  await server.untilReady()
  return server
}

function newFolder(): DataFolder {
  const folder = new DataFolder()
  folders.push(folder)
  return folder
}

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}

async function connect(connection: ConstructorParameters<typeof PgClient>[0]): Promise<PgClient> {
  const client = new PgClient(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

const readyz = async (server: ServerProcess) => (await new Client(server.url).get('/readyz')).body

const person = (name: string) => ({ username: name, email: `${name}@example.com`, password: 'correct horse battery' })

/** Locks a table in a mode that blocks others, and returns how many wait for it. */
async function lockTable(connection: ConstructorParameters<typeof PgClient>[0], table: string, mode: string) {
  const client = await connect(connection)
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  return {
    waiters: async () => {
      const { rows } = await client.query(LOCK_WAITERS)
      return rows.length
    },
    release: async () => {
      await client.query('rollback')
      await client.end()
    },
  }
}

describe('a server with ROLE=api', () => {
  let database: TestDatabase
  let api: ServerProcess
  before(async () => {
    database = await newDatabase()
    api = await start({ DATABASE_URL: database.url, ROLE: 'api' })
  })

  it('serves everything and runs no jobs; a worker runs jobs and serves only health and metrics', async () => {
    const client = await connect(database.connection)
    const jobs = async () => (await client.query('select 1 from graphile_worker.jobs')).rows.length
    await client.query("select graphile_worker.add_job('purge-expired')")
    assert.deepEqual((await readyz(api)).checks, { database: 'ok', migrations: 'ok', worker: 'off' })
    assert.equal(await statusOf(`${api.url}/api/v1/openapi.json`), 200)
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and query ~* 'listen.*jobs:insert'`,
    )
    assert.equal(rows.length, 0, 'the api process listens for jobs')
    assert.equal(await jobs(), 1)

    const worker = await start({ DATABASE_URL: database.url, ROLE: 'worker' })
    await until('the job has run', async () => (await jobs()) === 0)
    assert.equal((await readyz(worker)).checks.worker, 'ok')
    for (const path of ['/healthz', '/metrics']) assert.equal(await statusOf(worker.url + path), 200, path)
    for (const path of ['/api/v1/me', '/api/v1/openapi.json', '/docs']) {
      assert.equal(await statusOf(worker.url + path), 404, path)
    }
    await client.end()
    assert.equal(await worker.stop(), 0)
  })

  it('finishes running requests and pages when it stops, refuses new ones, and exits 0; further signals change nothing', async () => {
    const users = await lockTable(database.connection, 'users', 'share row exclusive')
    const posts = await lockTable(database.connection, 'posts', 'access exclusive')
    const signedUp = new Client(api.url).post('/api/v1/signup', person('slow'))
    const socket = connectSocket(Number(new URL(api.url).port), '127.0.0.1').setEncoding('utf8')
    let received = ''
    socket.on('data', chunk => {
      received += chunk
    })
    // A page asks the API of its own server.
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await until('the request waits for the lock', async () => (await users.waiters()) > 0)
    await until('the page waits for the lock', async () => (await posts.waiters()) > 0)
    api.child.kill('SIGTERM')
    await until('new connections are rejected', async () => (await statusOf(`${api.url}/healthz`)) === undefined)
    api.child.kill('SIGTERM')
    api.child.kill('SIGINT')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.equal(api.alive, true, 'it waits for the request')
    await users.release()
    assert.equal((await signedUp).status, 201)
    assert.equal(api.alive, true, 'it waits for the page')
    const ended = once(socket, 'end')
    await posts.release()
    await ended
    assert.deepEqual(received.match(/HTTP\/1\.1 .*(?=\r)/g), ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK'])
    assert.match(received.slice(received.lastIndexOf('HTTP/1.1')), /^connection: close\r$/im)
    assert.equal(await api.exited, 0)
    const check = await connect(database.connection)
    const { rows } = await check.query("select 1 from users where username = 'slow'")
    assert.equal(rows.length, 1)
    await check.end()
  })
})

describe('a stop by SIGTERM', () => {
  it('releases the webhook queues at once, also while a client is slow', async () => {
    const database = await newDatabase()
    const receiver = await startReceiver()
    const held: ServerResponse[] = []
    receiver.behave((_request, response) => void held.push(response))
    const server = await start({ DATABASE_URL: database.url, ...RECEIVER_ENV })
    const look = await connect(database.connection)
    try {
      const session = new Client(server.url)
      await session.post('/api/v1/signup', person('sender'))
      await look.query("update users set plan = 'premium'")
      await session.logIn('sender', person('sender').password)
      const { body } = await session.post('/api/v1/tokens', { name: 'stop' })
      const client = new Client(server.url, { token: body.token })
      await registerWebhook(client, receiver.url)
      await createPost(client)
      await until('it is being delivered', () => held.length === 1)
      const slow = connectSocket(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
      // In one write, so that the second request has arrived when the first is answered.
      const started = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
      slow.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /api/v1/session HTTP/1.1\r\nHost: x\r\n${started}`)
      await once(slow, 'data')
      const drip = setInterval(() => slow.write(' '), 200)
      server.child.kill('SIGTERM')
      await until('new connections are rejected', async () => (await statusOf(`${server.url}/healthz`)) === undefined)
      for (const response of held) response.end()
      await until('the queue is let go of, with its result', async () => {
        const { rows } = await look.query(
          'select from webhooks where lease_token is null and not exists (select from undelivered)',
        )
        return rows.length === 1
      })
      assert.equal(server.alive, true, 'the slow client is still waited for')
      clearInterval(drip)
      slow.destroy()
      assert.equal(await server.exited, 0)
      assert.deepEqual(
        server.log.filter(line => line.level !== 'info').map(line => line.msg),
        [],
      )
    } finally {
      await look.end()
      await receiver.close()
    }
  })

  it('works through npm, whose shell ends without forwarding it', async () => {
    const database = await newDatabase()
    const settings = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: newFolder().path, SECRET_KEY: TEST_SECRET_KEY }
    const env = isolatedEnvironment({ ...settings, ROLE: 'worker', npm_lifecycle_event: 'start' })
    const command = ['-c', '"$0" "$1" serve; exit', process.execPath, ENTRY]
    const shell = spawn('sh', command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    shell.stdout.setEncoding('utf8').on('data', text => {
      said += text
    })
    await until('it is ready', () => said.includes('Galley is ready at'))
    shell.kill('SIGTERM')
    // The output is open as long as the server runs.
    await once(shell, 'close')
    assert.match(said, /npm has ended: stopping, waiting for running requests and jobs[\s\S]*"stopped"/)
  })
})

describe('a server on the embedded database', () => {
  const folder = newFolder()

  it('ends by SIGTERM also while it starts for the first time, without a warning', async () => {
    const server = new ServerProcess({ DATA_DIR: folder.path })
    servers.push(server)
    await until('the start has started', () => server.lines.length > 0)
    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    assert.deepEqual(folder.processes(), [])
    assert.deepEqual(
      server.log.filter(line => line.level !== 'info'),
      [],
    )
  })

  it('uses it again after it has failed, without a restart, even if a job was running, and the log stays readable', async () => {
    const server = await start({ DATA_DIR: folder.path })
    for (let round = 0; round < 2; round++) {
      const connection = folder.connection()
      const client = await connect(connection)
      await client.query('begin; lock table sessions in access exclusive mode')
      const other = await connect(connection)
      await other.query("select graphile_worker.add_job('purge-expired')")
      await until('the job waits for the lock', async () => {
        const { rows } = await other.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
        return rows.length > 0
      })
      const postmaster = folder.postmaster()
      assert.ok(postmaster !== undefined)
      process.kill(postmaster, 'SIGKILL')
      await until('another postmaster runs', () => {
        assert.ok(server.alive, `the server ended: ${server.stderr}`)
        return ![undefined, postmaster].includes(folder.postmaster())
      })
      await server.untilReady()
      await until('jobs run again', async () => {
        // /readyz may be a second old, so the database may still be starting.
        const again = await connect(connection).catch(() => undefined)
        if (again === undefined) return false
        const { rows } = await again.query(
          "select 1 from pg_stat_activity where pid <> pg_backend_pid() and query ~* 'listen.*jobs:insert' and datname = current_database()",
        )
        await again.end()
        return rows.length > 0
      })
    }
    assert.ok(server.log.length < 120, `${server.log.length} lines for two outages:\n${server.lines.join('\n')}`)
    assert.ok(server.stderr.split('\n').length < 60, server.stderr)
    assert.equal(await server.stop(), 0)
    assert.deepEqual(folder.processes(), [])
  })
})
