import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { createHandlers } from '../../../src/job-handlers.ts'
import { type Database, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { CRONTAB, type TaskHandlers } from '../../../src/platform/jobs/tasks.ts'
import { openWorkerPool, startWorker, type Worker } from '../../../src/platform/jobs/worker.ts'
import { Client } from '../../support/client.ts'
import { createPost } from '../../support/posts/posts.ts'
import { ServerProcess, until } from '../../support/processes/galley-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let database: Database
let pool: pg.Pool
before(async () => {
  server = await startTestServer()
  database = openDatabase(server.database.connection, { poolMax: 12 }, server.context.log)
  pool = database.pool
})
after(async () => {
  await database.close()
  await server.close()
})

const names = async (query: string) => (await pool.query(query)).rows.map(row => row.name)

describe('the task purge-expired', () => {
  /** A row of this age (or, if it is negative, still in force for as long) with the text `key` in a column that is unique. */
  const rows: Record<string, { column: string; insert: string; gone: string; kept: string }> = {
    sessions: {
      ...{ column: 'token_hash', gone: '1 second', kept: '-1 minute' },
      insert:
        'insert into sessions (id, user_id, token_hash, expires_at) values (gen_random_uuid(), $1, $2, now() - $3)',
    },
    idempotency_keys: {
      ...{ column: 'key', gone: '24 hours 1 minute', kept: '23 hours 59 minutes' },
      insert: `insert into idempotency_keys (user_id, key, request_hash, created_at)
        values ($1, encode($2, 'escape'), '', now() - $3)`,
    },
    device_codes: {
      ...{ column: 'device_code_hash', gone: '1 second', kept: '-1 minute' },
      insert: `insert into device_codes (status, user_id, device_code_hash, user_code_hash, client_name, expires_at)
        values ('approved', $1, $2, $2, '', now() - $3)`,
    },
    preview_links: {
      ...{ column: 'id', gone: '1 second', kept: '-1 minute' },
      insert: `insert into preview_links (id, post_id, expires_at)
        select md5($2)::uuid, id, now() - $3 from posts where author_id = $1`,
    },
    account_links: {
      ...{ column: 'token_hash', gone: '1 second', kept: '-1 minute' },
      insert: `insert into account_links (user_id, token_hash, purpose, email, expires_at)
        values ($1, $2, 'verify', '', now() - $3)`,
    },
    passkey_challenges: {
      ...{ column: 'challenge_hash', gone: '1 second', kept: '-1 minute' },
      insert: 'insert into passkey_challenges (user_id, challenge_hash, expires_at) values ($1, $2, now() - $3)',
    },
    login_failures: {
      ...{ column: 'key', gone: '24 hours 1 minute', kept: '23 hours' },
      insert: `insert into login_failures (key, failures, last_failed_at)
        values (encode($2, 'escape') || left($1::text, 0), 5, now() - $3)`,
    },
    known_devices: {
      ...{ column: 'device_hash', gone: '181 days', kept: '179 days' },
      insert: 'insert into known_devices (user_id, device_hash, last_used_at) values ($1, $2, now() - $3)',
    },
    oauth_codes: {
      ...{ column: 'code_hash', gone: '1 second', kept: '-1 minute' },
      insert: `insert into oauth_codes (user_id, code_hash, client_id, client_name, redirect_uri, code_challenge, scopes, expires_at)
        values ($1, $2, '', '', '', '', '{}', now() - $3)`,
    },
    oauth_clients: {
      ...{ column: 'id', gone: '25 hours', kept: '23 hours' },
      insert: `insert into oauth_clients (id, name, redirect_uris, created_at)
        values (md5($2)::uuid, left($1::text, 0), '{}', now() - $3)`,
    },
    agent_calls: {
      ...{ column: 'id', gone: '31 days', kept: '29 days' },
      insert: `insert into agent_calls (user_id, id, client_name, tool, is_error, created_at)
        values ($1, md5($2)::uuid, '', '', false, now() - $3)`,
    },
    rate_limit_windows: {
      ...{ column: 'key', gone: '61 seconds', kept: '50 seconds' },
      insert: `insert into rate_limit_windows (key, window_ms, calls, started_at)
        values (encode($2, 'escape') || left($1::text, 0), 60000, 9, now() - $3)`,
    },
  }

  const keys = ['gone', 'kept'] as const
  const formsOf = (key: string) => [
    key,
    `\\x${Buffer.from(key).toString('hex')}`,
    hash('md5', key).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  ]

  it('deletes what has expired from each table, and nothing that is still in force', async () => {
    const { account, bearer } = await server.person()
    await createPost(bearer)
    for (const [table, { insert, gone, kept }] of Object.entries(rows)) {
      await pool.query(`delete from ${table}`)
      for (const [key, age] of Object.entries({ gone, kept })) {
        const sent = insert.replace('$3', '$3::interval').replace('$2', '$2::bytea')
        await pool.query(sent, [account.id, Buffer.from(key), age])
      }
    }
    await createHandlers(server.context)['purge-expired']({})
    const left: Record<string, string[]> = {}
    for (const [table, { column }] of Object.entries(rows)) {
      const found = await names(`select ${column}::text as name from ${table}`)
      left[table] = found.map(name => keys.find(key => formsOf(key).includes(name)) ?? name)
    }
    assert.deepEqual(left, Object.fromEntries(Object.keys(rows).map(table => [table, ['kept']])))
  })
})

describe('the job schedule', () => {
  it('contains known tasks only, each once', () => {
    const handlers: Record<string, unknown> = { ...createHandlers(server.context) }
    for (const { task } of CRONTAB) assert.equal(typeof handlers[task], 'function', task)
    assert.equal(new Set(CRONTAB.map(({ task }) => task)).size, CRONTAB.length)
  })

  it('refuses to start if a task has no handler, and names it', async () => {
    const { 'purge-expired': _, ...others } = createHandlers(server.context)
    await assert.rejects(startWorker(pool, others as TaskHandlers, server.context.log), {
      message: /tasks without a handler: purge-expired/,
    })
  })
})

describe('the worker', () => {
  /** A worker with one task of the test; its payloads are collected in `ran`. */
  async function start(
    work: () => Promise<void> = async () => {},
    workerPool = pool,
  ): Promise<{ worker: Worker; ran: string[] }> {
    const ran: string[] = []
    const handlers = {
      ...createHandlers(server.context),
      'purge-expired': async (payload: { mark?: string }) => {
        if (payload.mark === undefined) return
        ran.push(payload.mark)
        await work()
      },
    }
    const worker = await startWorker(workerPool, handlers as TaskHandlers, server.context.log)
    // Until a task is registered, the first transaction that adds a job for it blocks all others that do.
    await until('its tasks are known', async () =>
      (await names('select identifier as name from graphile_worker._private_tasks')).includes('purge-expired'),
    )
    return { worker, ran }
  }

  const addJob = (client: pg.Pool | pg.PoolClient, mark: string) =>
    client.query("select graphile_worker.add_job('purge-expired', $1::json, max_attempts := 3)", [{ mark }])
  const jobs = async () => {
    const { rows } = await pool.query(
      "select locked_at, attempts from graphile_worker._private_jobs where payload::jsonb ? 'mark'",
    )
    return rows as { locked_at: Date | null; attempts: number }[]
  }

  it('runs a job only after the transaction that added it has committed, and never after a rollback', async () => {
    const { worker, ran } = await start()
    const client = await pool.connect()
    try {
      await client.query('begin')
      await addJob(client, 'held')
      await addJob(pool, 'first')
      await until('the job added after it has run', () => ran.includes('first'))
      assert.deepEqual(ran, ['first'])
      await client.query('commit')
      await until('the committed job has run', () => ran.includes('held'))

      await client.query('begin')
      await addJob(client, 'undone')
      await client.query('rollback')
      await addJob(pool, 'last')
      await until('the job added after the rollback has run', () => ran.includes('last'))
      assert.deepEqual(ran, ['first', 'held', 'last'])
    } finally {
      client.release(true)
      await worker.stop()
    }
    assert.equal(worker.running(), false)
  })

  it('finishes a running job before it stops', async () => {
    const gate = Promise.withResolvers<void>()
    const { worker, ran } = await start(() => gate.promise)
    await addJob(pool, 'slow')
    await until('the job runs', () => ran.includes('slow'))
    let stopped = false
    const stop = worker.stop().then(() => {
      stopped = true
    })
    assert.equal((await jobs()).length, 1)
    assert.equal(stopped, false)
    gate.resolve()
    await stop
    assert.deepEqual(await jobs(), [], 'its outcome is written down')
    assert.equal(worker.running(), false)
  })

  it('releases a job that does not finish in time, so that another worker may take it', async () => {
    const { worker, ran } = await start(() => new Promise(() => {}))
    await addJob(pool, 'stuck')
    await until('the job runs', () => ran.includes('stuck'))
    await worker.stop()
    const [job, ...others] = await jobs()
    assert.deepEqual(others, [])
    assert.equal(job?.locked_at, null)
    assert.equal(job?.attempts, 1)
    await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  })

  it('can be stopped while it is restarted', async () => {
    const { worker } = await start()
    const client = await pool.connect()
    let stop: Promise<void> | undefined
    try {
      await client.query('begin; lock table graphile_worker.migrations')
      // Ends the runner. The next one waits for the lock.
      await pool.query(`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 900000}')`)
      await until('the next runner starts', async () => {
        const waiting = await names("select query as name from pg_stat_activity where wait_event_type = 'Lock'")
        return waiting.some(query => query.includes('migrations'))
      })
      stop = worker.stop()
    } finally {
      client.release(true)
    }
    await stop
    assert.equal(worker.running(), false)
    // Set by the runner that has ended.
    process.exitCode = undefined
  })

  it('goes on after the results of several jobs could not be written', async () => {
    const workerPool = openWorkerPool(server.database.connection, server.context.log)
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waiting = [...gates]
    const { worker, ran } = await start(async () => waiting.shift()?.promise, workerPool)
    const client = await pool.connect()
    try {
      await addJob(pool, 'one')
      await addJob(pool, 'two')
      await until('both run', () => ran.length === 2)
      // A lock in this mode needs no transaction id. With one, the events of other tests would wait for this transaction.
      await client.query('begin; lock table graphile_worker._private_jobs in exclusive mode')
      gates[0]!.resolve()
      await until('the first result waits, for the lock or for a connection', async () => {
        const blocked = await names("select query as name from pg_stat_activity where wait_event_type = 'Lock'")
        return workerPool.waitingCount > 0 || blocked.some(query => query.includes('delete from'))
      })
      gates[1]!.resolve()
      await until('the runner was given up', () => !worker.running(), 40_000)
      await client.query('rollback')
      await addJob(pool, 'later')
      await until('the next job has run', () => ran.includes('later'))
    } finally {
      client.release(true)
      await worker.stop()
      await workerPool.end()
      // They are still locked by the runner that has ended.
      await pool.query("delete from graphile_worker._private_jobs where payload::jsonb ? 'mark'")
    }
  })

  it('makes /readyz fail when it has ended, and is restarted as soon as possible', async () => {
    const running = new ServerProcess({ DATABASE_URL: server.database.url, ROLE: 'worker' })
    try {
      await running.untilReady()
      const readyz = () => new Client(running.url).get('/readyz')
      // As if a later release had changed the job tables.
      await pool.query('insert into graphile_worker.migrations (id, breaking) values (900000, true)')
      await pool.query(`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 900000}')`)
      await until('readyz says 503', async () => (await readyz()).status === 503)
      assert.deepEqual((await readyz()).body.checks, { database: 'ok', migrations: 'ok', worker: 'failed' })
      await pool.query('delete from graphile_worker.migrations where id = 900000')
      await running.untilReady()
      await addJob(pool, 'again')
      await until('jobs run again', async () => (await jobs()).length === 0)
    } finally {
      await running.stop('SIGTERM')
    }
  })
})
