import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createHandlers } from '../../../src/job-handlers.ts'
import { openDatabase } from '../../../src/platform/db/connection/database.ts'
import { startWorker } from '../../../src/platform/jobs/worker.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost, later } from '../../support/posts/posts.ts'
import { ServerProcess } from '../../support/processes/galley-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let dataDir: string
/** The second one is in this process. */
let other: ServerProcess
let stopOwn: () => Promise<void>

before(async () => {
  server = await startTestServer()
  dataDir = mkdtempSync(join(tmpdir(), 'galley-workers-'))
  const { pool, close } = openDatabase(server.database.connection, { poolMax: 5 }, server.context.log)
  const own = await startWorker(pool, createHandlers(server.context), server.context.log)
  stopOwn = async () => {
    await own.stop()
    await close()
  }
  other = await ServerProcess.ready({ ROLE: 'worker', DATA_DIR: dataDir, DATABASE_URL: server.database.url })
})
after(async () => {
  await other.stop()
  await stopOwn()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('workers in two processes on one database', () => {
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
    assert.ok(other.alive)
  })

  it('stop cleanly on a signal', async () => {
    assert.equal(await other.stop(), 0)
  })
})
