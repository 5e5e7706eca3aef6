import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createHandlers } from '../../../src/job-handlers.ts'
import type { AppContext } from '../../../src/platform/context.ts'
import type { TaskHandlers } from '../../../src/platform/jobs/tasks.ts'
import { changePost, eventNames, later, POSTS, readPost } from '../../support/posts/posts.ts'
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

describe('an outdated job does not change a post that was', () => {
  const old = async (id: string) => {
    await handlers['publish-post']({ postId: id })
    await publishDue()
  }

  it('moved to a later time', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    await changePost(alice.bearer, id, { scheduled_for: later() })
    await old(id)
    assert.equal((await readPost(alice.bearer, id)).status, 'scheduled')
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.updated'])
  })

  it('cancelled', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    await changePost(alice.bearer, id, { scheduled_for: null })
    await old(id)
    assert.equal((await readPost(alice.bearer, id)).status, 'draft')
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.updated'])
  })

  it('deleted', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    await alice.bearer.delete(`${POSTS}/${id}`)
    await old(id)
    const { db } = server.context
    const row = await db.selectFrom('posts').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(row.status, 'deleted')
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.deleted'])
  })

  it('already published by its author', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    const published = await changePost(alice.bearer, id, { status: 'published' })
    await old(id)
    assert.deepEqual(await readPost(alice.bearer, id), published)
    await assertPublishedOnce(id)
  })

  it('published and unpublished again', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    await changePost(alice.bearer, id, { status: 'published' })
    await changePost(alice.bearer, id, { status: 'archived' })
    await old(id)
    assert.equal((await readPost(alice.bearer, id)).status, 'archived')
  })
})

describe('exactly once', () => {
  it('twenty jobs and sweeps at once publish a post one time', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    const tries = Array.from({ length: 20 }, (_, i) =>
      i % 2 ? publishDue() : handlers['publish-post']({ postId: id }),
    )
    await Promise.all(tries)
    await assertPublishedOnce(id)
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.published'])
  })

  it('a simultaneous publication by the author makes no second one', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await createScheduled()
      await makeDue(id)
      const publish = () => alice.bearer.patch(`${POSTS}/${id}`, { status: 'published' })
      const [first, second] = await Promise.all([
        publish(),
        publish(),
        publishDue(),
        handlers['publish-post']({ postId: id }),
      ])
      assert.deepEqual([first.status, second.status], [200, 200])
      await assertPublishedOnce(id)
    }
  })
})

describe('the clock of the database decides what is due', () => {
  const shifted = (ms: number): AppContext => ({
    ...server.context,
    clock: { now: () => new Date(Date.now() + ms) },
  })
  const TEN_MINUTES = 600_000

  it('a worker ten minutes ahead publishes nothing early', async () => {
    const { id } = await createScheduled(300_000)
    const ahead = shifted(TEN_MINUTES)
    await publishDue(ahead)
    await createHandlers(ahead)['publish-post']({ postId: id })
    assert.equal((await readPost(alice.bearer, id)).status, 'scheduled')
  })

  it('a worker ten minutes behind publishes nothing late, with the right time', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    const before = Date.now()
    await publishDue(shifted(-TEN_MINUTES))
    await assertPublishedOnce(id)
    const { published_at } = await readPost(alice.bearer, id)
    assert.ok(Date.parse(published_at!) >= before - 1000)
  })

  it('workers whose clocks are twenty minutes apart publish a post one time', async () => {
    const { id } = await createScheduled()
    await makeDue(id)
    const contexts = [shifted(-TEN_MINUTES), server.context, shifted(TEN_MINUTES)]
    await Promise.all([...contexts, ...contexts].map(context => publishDue(context)))
    await assertPublishedOnce(id)
  })
})
