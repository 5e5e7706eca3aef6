import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PostItem, TrashedPost } from '@galley/contract/schemas/writing/posts'
import type { LivePostStatus } from '@galley/contract/writing/posts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { publishDuePosts } from '../../../src/writing/posts/publish-due-posts.ts'
import type { Client } from '../../support/client.ts'
import { eventNames, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

/** The state that a post must have after these commands, by the contract. */
interface Expected {
  status: LivePostStatus | 'deleted'
  everPublished: boolean
  readonly events: string[]
}
type Model = Map<string, Expected>

interface Real {
  readonly client: Client
  readonly authorId: string
}

type Command = (model: Model, real: Real) => Promise<void>

const pick = (model: Model, index: number): [string, Expected] | undefined => {
  const live = [...model].filter(([, post]) => post.status !== 'deleted')
  return live[index % Math.max(1, live.length)]
}

const withTime = (status: string) => (status === 'scheduled' ? { status, scheduled_for: later() } : { status })

function enter(post: Expected, status: LivePostStatus): void {
  if (status === 'published' && post.status !== 'published') {
    post.events.push('post.published')
    post.everPublished = true
  }
  if (status !== 'published' && post.status === 'published') post.events.push('post.unpublished')
  post.status = status
}

const traits = fc.record(
  {
    visibility: fc.constantFrom('public', 'unlisted'),
    post_type: fc.constantFrom('article', 'short', 'series_entry'),
    paid: fc.boolean(),
  },
  { requiredKeys: [] },
)
const fieldsOf = ({ paid, ...rest }: { paid?: boolean }) => ({
  ...rest,
  ...(paid === undefined ? {} : { is_paid: paid, price_jpy: paid ? 500 : null }),
})

const create = fc.tuple(fc.constantFrom<LivePostStatus>('draft', 'published', 'scheduled'), traits).map(
  ([status, trait]): Command =>
    async (model, { client }) => {
      const { body } = await client.post(POSTS, { title: 'T', content: 'C', ...withTime(status), ...fieldsOf(trait) })
      assert.equal(body.status, status)
      const post: Expected = { status: 'draft', everPublished: false, events: ['post.created'] }
      enter(post, status)
      model.set(body.id, post)
    },
)

const changeStatus = fc
  .tuple(fc.nat(), fc.constantFrom<LivePostStatus>('draft', 'published', 'scheduled', 'archived'))
  .map(
    ([index, status]): Command =>
      async (model, { client }) => {
        const [id, post] = pick(model, index) ?? []
        if (id === undefined || post === undefined) return
        const response = await client.patch(`${POSTS}/${id}`, withTime(status))
        assert.equal(response.status, 200)
        // A scheduled post gets a new time, so this is a change even if the status stays.
        if (post.status !== status || status === 'scheduled') post.events.push('post.updated')
        enter(post, status)
      },
  )

const cancel = fc.nat().map(
  (index): Command =>
    async (model, { client }) => {
      const [id, post] = pick(model, index) ?? []
      if (id === undefined || post === undefined) return
      assert.equal((await client.patch(`${POSTS}/${id}`, { scheduled_for: null })).status, 200)
      if (post.status !== 'scheduled') return
      post.events.push('post.updated')
      enter(post, 'draft')
    },
)

const changeTraits = fc.tuple(fc.nat(), traits).map(
  ([index, trait]): Command =>
    async (model, { client }) => {
      const [id, post] = pick(model, index) ?? []
      if (id === undefined || post === undefined) return
      const before = await readPost(client, id)
      const change = fieldsOf(trait)
      assert.equal((await client.patch(`${POSTS}/${id}`, change)).status, 200)
      const differs = Object.entries(change).some(([name, value]) => before[name as keyof typeof before] !== value)
      if (differs) post.events.push('post.updated')
    },
)

const rejected = fc.nat().map(
  (index): Command =>
    async (model, { client }) => {
      const [id] = pick(model, index) ?? []
      if (id === undefined) return
      assert.equal((await client.patch(`${POSTS}/${id}`, { title: 'New', status: 'deleted' })).status, 400)
      assert.equal((await client.patch(`${POSTS}/${id}`, { title: ' ', status: 'published' })).status, 400)
    },
)

const remove = fc.nat().map(
  (index): Command =>
    async (model, { client }) => {
      const [id, post] = pick(model, index) ?? []
      if (id === undefined || post === undefined) return
      assert.equal((await client.delete(`${POSTS}/${id}`)).status, 200)
      post.status = 'deleted'
      post.events.push('post.deleted')
    },
)

const restore = fc.nat().map(
  (index): Command =>
    async (model, { client }) => {
      const deleted = [...model].filter(([, post]) => post.status === 'deleted')
      const [id, post] = deleted[index % Math.max(1, deleted.length)] ?? []
      if (id === undefined || post === undefined) return
      assert.equal((await client.post(`/api/v1/trash/${id}/restore`)).status, 200)
      post.status = 'draft'
      post.events.push('post.updated')
    },
)

/** The scheduled time of one post passes, and the sweep runs. */
const sweep = fc.nat().map(
  (index): Command =>
    async (model, { authorId }) => {
      const { db } = server.context
      const [id, post] = pick(model, index) ?? []
      if (id !== undefined && post?.status === 'scheduled') {
        await sql`update posts set scheduled_for = now() where id = ${id} and author_id = ${authorId}`.execute(db)
        enter(post, 'published')
      }
      await publishDuePosts(server.context)
    },
)

const FILTERS: Record<string, string[]> = {
  status: ['draft', 'scheduled', 'published', 'archived'],
  post_type: ['article', 'short', 'series_entry'],
  visibility: ['public', 'unlisted'],
  is_paid: ['true', 'false'],
}

async function assertInvariants(model: Model, { client, authorId }: Real): Promise<void> {
  const { db } = server.context
  const live = [...model].filter(([, post]) => post.status !== 'deleted')
  const { posts, total } = (await client.get(`${POSTS}?limit=100`)).body as { posts: PostItem[]; total: number }
  assert.equal(total, live.length)
  assert.deepEqual(posts.map(post => post.id).toSorted(), live.map(([id]) => id).toSorted())
  const trash = (await client.get('/api/v1/trash?limit=100')).body as { posts: TrashedPost[]; total: number }
  const deleted = [...model].filter(([, post]) => post.status === 'deleted')
  assert.deepEqual(trash.posts.map(post => post.id).toSorted(), deleted.map(([id]) => id).toSorted())
  assert.equal(trash.total, deleted.length)

  for (const [id, expected] of model) {
    const row = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(row.status, expected.status)
    assert.equal(row.published_at !== null, expected.everPublished)
    if (row.status !== 'deleted') assert.equal(row.scheduled_for !== null, row.status === 'scheduled')
    // Events of one change are written together, so their order within a change is not compared.
    assert.deepEqual((await eventNames(server, id)).toSorted(), expected.events.toSorted())
  }
  for (const [name, values] of Object.entries(FILTERS)) {
    for (const value of values) {
      const { body } = await client.get(`${POSTS}?limit=100&${name}=${value}`)
      const matching = posts.filter(post => String(post[name as keyof PostItem]) === value)
      assert.deepEqual(body, { posts: matching, total: matching.length }, `${name}=${value}`)
    }
  }
  const { rows } = await sql`
    select status, post_type, visibility, is_paid, salon_key, count(*)::int from posts
    where author_id = ${authorId} and status <> 'deleted' group by 1, 2, 3, 4, 5
    except select status, post_type, visibility, is_paid, salon_key, sum(count)::int from post_groups
    where author_id = ${authorId} group by 1, 2, 3, 4, 5
    union all
    (select status, post_type, visibility, is_paid, salon_key, sum(count)::int from post_groups
    where author_id = ${authorId} group by 1, 2, 3, 4, 5 having sum(count) <> 0
    except select status, post_type, visibility, is_paid, salon_key, count(*)::int from posts
    where author_id = ${authorId} and status <> 'deleted' group by 1, 2, 3, 4, 5)`.execute(db)
  assert.deepEqual(rows, [])
}

describe('any sequence of operations on posts', () => {
  it('keeps states, times, events, lists and counts consistent', async () => {
    const commands = fc.array(
      fc.oneof(create, create, changeStatus, changeStatus, cancel, changeTraits, rejected, remove, restore, sweep),
      {
        maxLength: 15,
        size: 'max',
      },
    )
    await fc.assert(
      fc.asyncProperty(commands, async sequence => {
        const { bearer, account }: Person = await server.person({ plan: 'pro_plus' })
        const model: Model = new Map()
        const real: Real = { client: bearer, authorId: account.id }
        for (const command of sequence) await command(model, real)
        await assertInvariants(model, real)
      }),
      { numRuns: 30 },
    )
  })

  it('keeps them consistent when one author’s requests run concurrently', async () => {
    const { bearer, account } = await server.person({ plan: 'pro_plus' })
    const model: Model = new Map()
    const real: Real = { client: bearer, authorId: account.id }
    for (const command of fc.sample(create, { numRuns: 12, seed: 12 })) await command(model, real)
    // Each command changes one post only, so that the expected result does not depend on the order.
    const statuses = fc.array(fc.constantFrom<LivePostStatus>('draft', 'published', 'archived'), {
      minLength: 8,
      maxLength: 8,
    })
    await Promise.all(
      [...model].map(async ([id, post], i) => {
        for (const status of fc.sample(statuses, { numRuns: 1, seed: i })[0]!) {
          const response = await bearer.patch(`${POSTS}/${id}`, { status })
          assert.equal(response.status, 200, JSON.stringify(response.body))
          if (post.status !== status) post.events.push('post.updated')
          enter(post, status)
        }
      }),
    )
    await assertInvariants(model, real)
  })
})
