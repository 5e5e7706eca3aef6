import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createHandlers } from '../../../src/job-handlers.ts'
import { openDatabase } from '../../../src/platform/db/connection/database.ts'
import type { TaskHandlers } from '../../../src/platform/jobs/tasks.ts'
import { startWorker, type Worker } from '../../../src/platform/jobs/worker.ts'
import { publishIfDue } from '../../../src/writing/posts/publish-due-posts.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, eventNames, eventsOf, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { scheduleActions } from './schedule-set-up.ts'

let server: TestServer
let alice: Person
let handlers: TaskHandlers
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  handlers = createHandlers(server.context)
})
after(() => server.close())

const { assertPublishedOnce, createScheduled, makeDue, publishDue } = scheduleActions(() => ({ server, author: alice }))

describe('a post that is published by a job', () => {
  it('is at once in the lists that are cached', async () => {
    const frozen = await startTestServer({ database: server.database, clock: { now: () => new Date(0) } })
    try {
      const { id } = await createScheduled()
      await makeDue(id)
      const path = `/api/v1/public/users/${alice.account.username}`
      const shown = async () => JSON.stringify((await frozen.anyone.get(path)).body).includes(id)
      assert.equal(await shown(), false)
      assert.ok(await publishIfDue(frozen.context, id))
      assert.equal(await shown(), true)
    } finally {
      await frozen.close()
    }
  })
})

describe('on time', () => {
  let stop: (() => Promise<void>) | undefined
  afterEach(async () => {
    await stop?.()
    stop = undefined
  })

  async function work(tasks: TaskHandlers): Promise<Worker> {
    const { pool, close } = openDatabase(server.database.connection, { poolMax: 5 }, server.context.log)
    const worker = await startWorker(pool, tasks, server.context.log)
    stop = async () => {
      await worker.stop()
      await close()
    }
    return worker
  }

  it('a post is published by its own job, without the sweep, and never before its time', async () => {
    await work({ ...handlers, 'publish-due-posts': async () => {} })
    const { id, scheduled_for } = await createScheduled(1000)
    const post = await eventually(async () => {
      const post = await readPost(alice.bearer, id)
      assert.equal(post.status, 'published')
      return post
    }, 15_000)
    assert.ok(post.published_at! >= scheduled_for!)
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.published'])
  })

  it('a post that was moved by PATCH is published at its new time', async () => {
    await work({ ...handlers, 'publish-due-posts': async () => {} })
    const { id } = await createScheduled()
    const { scheduled_for } = await changePost(alice.bearer, id, { scheduled_for: later(500) })
    const post = await eventually(async () => {
      const post = await readPost(alice.bearer, id)
      assert.equal(post.status, 'published')
      return post
    }, 15_000)
    assert.ok(post.published_at! >= scheduled_for!)
  })

  it('posts that fell due while no worker ran are published as soon as one starts', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    await work({ ...handlers, 'publish-post': async () => {} })
    await eventually(() => assertPublishedOnce(id), 15_000)
  })

  it('a post has one job, however often it is moved', async () => {
    const { id } = await createScheduled()
    for (const ms of [7_200_000, 3_700_000, 9_000_000]) {
      await changePost(alice.bearer, id, { scheduled_for: later(ms) })
    }
    const { scheduled_for } = await readPost(alice.bearer, id)
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = ${`publish-post:${id}`}`.execute(server.context.db)
    assert.deepEqual(
      rows.map(row => row.run_at.toISOString()),
      [scheduled_for],
    )
  })
})

describe('the sweep for due posts', () => {
  it('publishes all that are due, and nothing else', async () => {
    const due = await Promise.all(Array.from({ length: 5 }, () => createScheduled()))
    for (const { id } of due) await makeDue(id)
    const waiting = await createScheduled()
    const draft = await createPost(alice.bearer)
    await publishDue()
    for (const { id } of due) await assertPublishedOnce(id)
    assert.equal((await readPost(alice.bearer, waiting.id)).status, 'scheduled')
    assert.equal((await readPost(alice.bearer, draft.id)).status, 'draft')
  })

  it('publishes more than one batch in one run', async () => {
    const { account } = await server.person()
    await sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, scheduled_for, post_type, visibility, tags,
        is_paid, salon_only)
      select gen_random_uuid(), ${account.id}, 'batch-' || i, 'T', '', '', 'scheduled', now() - interval '1 hour', 'article',
        'public', '{}', false, false
      from generate_series(1, 450) i`.execute(server.context.db)
    await publishDue()
    const { rows } = await sql`select name from events where author_id = ${account.id}`.execute(server.context.db)
    assert.equal(rows.length, 450)
  })

  it('emits an event with the time of publication and the published post', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    await publishDue()
    const post = await readPost(alice.bearer, id)
    const event = (await eventsOf(server, id)).at(-1)!
    const payload = JSON.parse(event.body)
    assert.equal(payload.event, 'post.published')
    assert.equal(payload.created_at, post.published_at)
    assert.deepEqual([payload.data.post.status, payload.data.post.published_at], ['published', post.published_at])
  })

  it('changes the ETag, so that an older one no longer matches', async () => {
    const { id } = await createScheduled()
    const before = (await alice.bearer.get(`${POSTS}/${id}`)).headers.get('etag')!
    await makeDue(id)
    await publishDue()
    const stale = await alice.bearer.patch(`${POSTS}/${id}`, { status: 'draft' }, { headers: { 'if-match': before } })
    assert.equal(stale.status, 412)
  })
})
