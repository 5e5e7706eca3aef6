import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../support/eventually.ts'
import { createPost, later } from '../support/posts/posts.ts'
import { TEST_SECRET_KEY } from '../support/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const ROOT = join(import.meta.dirname, '../../../..')

let server: TestServer
let dataDir: string
const workers: ChildProcess[] = []

before(async () => {
  server = await startTestServer()
  dataDir = mkdtempSync(join(tmpdir(), 'galley-workers-'))
  await Promise.all([1, 2, 3].map(startWorkerProcess))
})
after(async () => {
  await Promise.all(
    workers.map(async worker => {
      if (worker.exitCode !== null || worker.signalCode !== null) return
      const exit = once(worker, 'exit')
      worker.kill('SIGTERM')
      await exit
    }),
  )
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts a worker process and resolves when it is ready. */
async function startWorkerProcess(): Promise<void> {
  const worker = spawn(process.execPath, [join(ROOT, 'galley.mjs'), 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      ROLE: 'worker',
      DATA_DIR: dataDir,
      DATABASE_URL: server.database.url,
      SECRET_KEY: TEST_SECRET_KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  workers.push(worker)
  let output = ''
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', chunk => (output += chunk))
  await eventually(() => {
    assert.equal(worker.exitCode, null, output)
    assert.match(output, /Galley is ready/)
  }, 30_000)
}

describe('three worker processes on one database', () => {
  it('publish each scheduled post exactly once, on time and after downtime', async () => {
    const { db } = server.context
    const { bearer, account } = await server.person()
    const posts = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        createPost(bearer, { status: 'scheduled', scheduled_for: later(i % 2 === 0 ? 5000 : 3_600_000) }),
      ),
    )
    // Every other post fell due during downtime; each has several jobs, and several sweeps run.
    await sql`
      update posts set scheduled_for = now() - interval '1 second'
      where author_id = ${account.id} and scheduled_for > now() + interval '10 minutes'`.execute(db)
    for (const { id } of posts) {
      const payload = JSON.stringify({ postId: id })
      await sql`
        select graphile_worker.add_job('publish-post', ${payload}::json, run_at => now() + interval '2 seconds'),
          graphile_worker.add_job('publish-due-posts', '{}'::json)
        from generate_series(1, 3)`.execute(db)
    }
    await eventually(async () => {
      const { rows } = await sql`
        select from posts where author_id = ${account.id} and status = 'published' and published_at is not null`.execute(
        db,
      )
      assert.equal(rows.length, posts.length)
      const waiting = await sql`select from graphile_worker.jobs where run_at <= now()`.execute(db)
      assert.equal(waiting.rows.length, 0)
    }, 30_000)
    const events = await db
      .selectFrom('events')
      .select('post_id')
      .where('author_id', '=', account.id)
      .where('name', '=', 'post.published')
      .execute()
    assert.deepEqual(events.map(event => event.post_id).toSorted(), posts.map(post => post.id).toSorted())
    for (const worker of workers) assert.equal(worker.exitCode, null)
  })

  it('stop cleanly on a signal', async () => {
    const [worker] = workers
    const exit = once(worker!, 'exit')
    worker!.kill('SIGTERM')
    assert.deepEqual(await exit, [0, null])
  })
})
