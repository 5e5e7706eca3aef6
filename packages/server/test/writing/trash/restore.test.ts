import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Plan } from '@galley/contract/identity/plans'
import type { PostItem } from '@galley/contract/schemas/writing/posts'
import { sql } from 'kysely'
import { lockAccount, updateAccount } from '../../../src/identity/accounts/account-store.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { publishIfDue } from '../../../src/writing/posts/publish-due-posts.ts'
import { assertError } from '../../support/client.ts'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, eventNames, eventsOf, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { findInconsistencies, PUBLIC, publish, READER } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { createDeletedPost, readTrash, removePost, restorePost, setDeletedDaysAgo, TRASH } from './trash-set-up.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
  bob = await server.person()
})
after(() => server.close())

describe('POST /api/v1/trash/:id/restore', () => {
  it('restores the post as a draft with all its data, but not in public lists', async () => {
    const { id } = await publish(alice.bearer, { tags: ['trash'], is_paid: true, price_jpy: 300, external_id: newId() })
    await bob.bearer.put(`${READER}/posts/${id}/like`)
    await bob.bearer.post(`${READER}/posts/${id}/comments`, { content: 'Well said.' })
    const before = await readPost(alice.bearer, id)
    await removePost(alice, id)
    const response = await restorePost(alice, id)
    assert.equal(response.status, 200)
    const { updated_at, etag } = response.body
    assert.deepEqual(response.body, { ...before, status: 'draft', updated_at, etag })
    assert.deepEqual(await readPost(alice.bearer, id), response.body)
    assert.equal(response.headers.get('etag'), etag)
    assert.ok(!(await readTrash(alice)).posts.some(post => post.id === id))
    assert.ok((await alice.bearer.get(`${POSTS}?status=draft`)).body.posts.some((post: PostItem) => post.id === id))
    assert.deepEqual([before.like_count, before.comment_count], [1, 1])
    assert.deepEqual(await findInconsistencies(server.context.db), [])
    assertError(await restorePost(alice, id), 404, 'NOT_FOUND')
  })

  it('emits post.updated with the changed fields', async () => {
    const { id } = await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })
    await removePost(alice, id)
    const { body } = await restorePost(alice, id)
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.deleted', 'post.updated'])
    const event = JSON.parse((await eventsOf(server, id)).at(-1)!.body)
    assert.deepEqual(event.data.changes, ['status', 'scheduled_for'])
    assert.deepEqual([event.data.post.status, event.created_at], ['draft', body.updated_at])
  })

  it('removes the schedule: the old job changes nothing', async () => {
    const { id } = await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })
    await removePost(alice, id)
    const { posts } = await readTrash(alice)
    assert.notEqual(posts.find(post => post.id === id)?.scheduled_for, null)
    assert.equal((await restorePost(alice, id)).body.scheduled_for, null)
    assert.equal(await publishIfDue(server.context, id), false)
    const again = later(60_000)
    assert.equal(
      (await changePost(alice.bearer, id, { status: 'scheduled', scheduled_for: again })).scheduled_for,
      again,
    )
  })

  it('allows the post to be published again, under its old slug', async () => {
    const { id, slug } = await publish(alice.bearer)
    await removePost(alice, id)
    await restorePost(alice, id)
    await changePost(alice.bearer, id, { status: 'published' })
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${slug}`)).body.id, id)
    assert.deepEqual(await findInconsistencies(server.context.db), [])
  })

  it('removes an external id that another post has taken meanwhile', async () => {
    const external_id = newId()
    const id = await createDeletedPost(alice, { external_id })
    const other = await createPost(alice.bearer, { external_id })
    const { body } = await restorePost(alice, id)
    assert.equal(body.external_id, null)
    assert.equal((await readPost(alice.bearer, other.id)).external_id, external_id)
    const event = JSON.parse((await eventsOf(server, id)).at(-1)!.body)
    assert.deepEqual(event.data.changes, ['status', 'external_id'])
  })

  it('keeps the external id if only deleted posts or other authors have it', async () => {
    const external_id = newId()
    const id = await createDeletedPost(alice, { external_id })
    await createDeletedPost(alice, { external_id })
    await createPost(bob.bearer, { external_id })
    assert.equal((await restorePost(alice, id)).body.external_id, external_id)
  })

  it('comes before an upsert of its external id that arrives at the same time: one post has it', async () => {
    const external_id = newId()
    const id = await createDeletedPost(alice, { external_id })
    const holder = await server.context.db.startTransaction().execute()
    await lockAccount(holder, alice.account.id)
    const restored = restorePost(alice, id)
    await eventually(async () => assert.equal((await sql.raw(LOCK_WAITERS).execute(holder)).rows.length, 1))
    const put = alice.bearer.put(`${POSTS}/by-external-id/${external_id}`, { title: 'Sent again', content: '' })
    await holder.commit().execute()
    assert.equal((await restored).body.external_id, external_id)
    const { status, body } = await put
    assert.deepEqual([status, body.id, body.title], [200, id, 'Sent again'])
  })

  it('never fails while another post takes the external id', async () => {
    const { db } = server.context
    const external_id = newId()
    const id = await createDeletedPost(alice, { external_id })
    const { id: otherId } = await createPost(alice.bearer)
    const other = await db.startTransaction().execute()
    await sql`update posts set external_id = ${external_id} where id = ${otherId}`.execute(other)
    const waiting = restorePost(alice, id)
    await eventually(async () => assert.equal((await sql.raw(LOCK_WAITERS).execute(other)).rows.length, 1))
    await other.commit().execute()
    const { status, body } = await waiting
    assert.deepEqual([status, body.external_id], [200, null])
  })

  it('succeeds once for two simultaneous requests, the other is 404', async () => {
    const id = await createDeletedPost(alice)
    const responses = await Promise.all([restorePost(alice, id), restorePost(alice, id), restorePost(alice, id)])
    assert.deepEqual(responses.map(response => response.status).toSorted(), [200, 404, 404])
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.deleted', 'post.updated'])
  })

  it('is 404 for posts that are old, not deleted, of others, unknown or malformed', async () => {
    const old = await createDeletedPost(alice)
    await setDeletedDaysAgo(server.context.db, old, 30.1)
    const { id: live } = await createPost(alice.bearer)
    const others = await createDeletedPost(bob)
    for (const id of [old, live, others, newId(), 'nothing'])
      assertError(await restorePost(alice, id), 404, 'NOT_FOUND')
    assert.equal((await readPost(alice.bearer, live)).status, 'draft')
  })

  it('needs the plan for paid posts, as creating one does', async () => {
    const author = await server.person({ plan: 'pro_plus' })
    const id = await createDeletedPost(author, { is_paid: true, price_jpy: 300 })
    const setPlan = (plan: Plan) =>
      transact(server.context, (trx, notify) => {
        notify({ about: 'account', userId: author.account.id })
        return updateAccount(trx, author.account.id, { plan })
      })
    await setPlan('premium')
    assertError(await restorePost(author, id), 403, 'PLAN_REQUIRED')
    assert.equal((await readTrash(author)).total, 1)
    await setPlan('pro_plus')
    assert.equal((await restorePost(author, id)).status, 200)
  })

  it('with an outdated If-Match is 412 and restores nothing', async () => {
    const id = await createDeletedPost(alice)
    const headers = { 'if-match': '"nothing.1"' }
    assertError(await alice.bearer.post(`${TRASH}/${id}/restore`, undefined, { headers }), 412, 'PRECONDITION_FAILED')
    assert.equal((await restorePost(alice, id)).status, 200)
  })
})
