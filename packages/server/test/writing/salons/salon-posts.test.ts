import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SalonRole } from '@galley/contract/writing/salons'
import { newId } from '../../../src/platform/core/ids.ts'
import { addMember, dropMember } from '../../../src/writing/salons/change-members.ts'
import { insertSalon } from '../../../src/writing/salons/salon-store.ts'
import { assertError } from '../../support/client.ts'
import { changePost, createPost, eventsOf, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { scheduleActions } from '../schedule/schedule-set-up.ts'

let server: TestServer
let founder: Person
before(async () => {
  server = await startTestServer()
  founder = await server.person()
})
after(() => server.close())

async function newSalon(): Promise<string> {
  const { id } = await insertSalon(server.context.db, { id: newId(), name: 'Writers' })
  await addMember(server.context.db, id, founder.account.id, 'owner')
  return id
}

async function personWith(salonId: string, role: SalonRole): Promise<Person> {
  const person = await server.person()
  await addMember(server.context.db, salonId, person.account.id, role)
  return person
}

describe('posting in a salon', () => {
  for (const role of ['owner', 'admin'] as const) {
    it(`is allowed for its ${role}`, async () => {
      const salon_id = await newSalon()
      const { bearer } = await personWith(salon_id, role)
      const created = await createPost(bearer, { salon_id, salon_only: true })
      const read = await readPost(bearer, created.id)
      assert.deepEqual([read.salon_id, read.salon_only], [salon_id, true])
      const { id } = await createPost(bearer)
      assert.equal((await changePost(bearer, id, { salon_id })).salon_id, salon_id)
    })
  }

  it('is the same 403 FORBIDDEN for a member, for another user, and for an unknown salon', async () => {
    const salon_id = await newSalon()
    const member = await personWith(salon_id, 'member')
    const otherUser = await server.person({ plan: 'pro_plus' })
    const texts = new Set<string>()
    for (const [{ bearer }, id] of [
      [member, salon_id],
      [otherUser, salon_id],
      [otherUser, newId()],
      [otherUser, '00000000-0000-0000-0000-000000000000'],
      [otherUser, 'no id at all'],
      [otherUser, ''],
    ] as const) {
      const post = await createPost(bearer)
      for (const response of [
        await bearer.post(POSTS, { title: 'T', content: '', salon_id: id }),
        await bearer.patch(`${POSTS}/${post.id}`, { salon_id: id }),
        await bearer.put(`${POSTS}/by-external-id/s`, { title: 'T', content: '', salon_id: id, salon_only: true }),
      ]) {
        assertError(response, 403, 'FORBIDDEN', {})
        texts.add(response.body.error.message)
      }
      assert.equal((await readPost(bearer, post.id)).salon_id, null)
    }
    assert.equal(texts.size, 1)
  })

  it('needs the role in the same salon', async () => {
    const admin = await personWith(await newSalon(), 'admin')
    const response = await admin.bearer.post(POSTS, { title: 'T', content: '', salon_id: await newSalon() })
    assertError(response, 403, 'FORBIDDEN')
  })

  it('an author who loses the role keeps the post and may remove it from the salon, but not change salon_only', async () => {
    const salon_id = await newSalon()
    const { bearer, account } = await personWith(salon_id, 'admin')
    const { id } = await createPost(bearer, { salon_id, salon_only: true })
    await dropMember(server.context.db, salon_id, account.id)
    const before = await readPost(bearer, id)
    assert.equal((await changePost(bearer, id, { ...before, title: 'Still mine' })).salon_id, salon_id)
    assertError(await bearer.patch(`${POSTS}/${id}`, { salon_only: false }), 403, 'FORBIDDEN')
    const out = await changePost(bearer, id, { salon_id: null, salon_only: false })
    assert.deepEqual([out.salon_id, out.salon_only], [null, false])
    assertError(await bearer.patch(`${POSTS}/${id}`, { salon_id }), 403, 'FORBIDDEN')
  })
})

describe('publishing in a salon', () => {
  it('needs the role at that time, not only when the draft was written', async () => {
    const salon_id = await newSalon()
    const { bearer, account } = await personWith(salon_id, 'admin')
    const [draft, published] = [
      await createPost(bearer, { salon_id, salon_only: true }),
      await createPost(bearer, { salon_id, salon_only: true, status: 'published' }),
    ]
    await dropMember(server.context.db, salon_id, account.id)
    assertError(await bearer.patch(`${POSTS}/${draft.id}`, { status: 'published' }), 403, 'FORBIDDEN', {})
    const scheduled = { status: 'scheduled', scheduled_for: later() }
    assertError(await bearer.patch(`${POSTS}/${draft.id}`, scheduled), 403, 'FORBIDDEN', {})
    assert.equal((await readPost(bearer, draft.id)).status, 'draft')
    // What members read already can still be corrected and taken back.
    await changePost(bearer, published.id, { title: 'Corrected' })
    await changePost(bearer, published.id, { status: 'draft' })
    assertError(await bearer.patch(`${POSTS}/${published.id}`, { status: 'published' }), 403, 'FORBIDDEN', {})
    await changePost(bearer, draft.id, { status: 'published', salon_id: null, salon_only: false })
  })

  it('needs the role when a schedule ends; without it the post becomes a draft, and its author is told', async () => {
    const salon_id = await newSalon()
    const { bearer, session, account } = await personWith(salon_id, 'admin')
    const schedule = { salon_id, salon_only: true, status: 'scheduled', scheduled_for: later() }
    const [early, late] = [await createPost(bearer, schedule), await createPost(bearer, { ...schedule, title: 'Late' })]
    const { makeDue, publishDue } = scheduleActions(() => ({ server, author: founder }))
    await makeDue(early.id)
    await publishDue()
    await dropMember(server.context.db, salon_id, account.id)
    await makeDue(late.id)
    await publishDue()
    assert.equal((await readPost(bearer, early.id)).status, 'published')
    const rejected = await readPost(bearer, late.id)
    assert.deepEqual([rejected.status, rejected.scheduled_for, rejected.published_at], ['draft', null, null])
    const [, ...events] = await eventsOf(server, late.id)
    const changes = events.map(({ name, body }) => [name, JSON.parse(body).data.changes])
    assert.deepEqual(changes, [['post.updated', ['status', 'scheduled_for']]])
    const { body } = await session.get('/api/v1/reader/notifications')
    const [told] = body.notifications
    assert.deepEqual([told.detail, told.post.title, body.notifications.length], ['post_not_published', 'Late', 1])
  })
})

describe('salon_only', () => {
  it('without salon_id is 400, checked on the resulting post', async () => {
    const salon_id = await newSalon()
    const response = await founder.bearer.post(POSTS, { title: 'T', content: '', salon_only: true })
    assertError(response, 400, 'VALIDATION_ERROR', { salon_id: 'REQUIRED' })
    const { id } = await createPost(founder.bearer, { salon_id, salon_only: true })
    const out = await founder.bearer.patch(`${POSTS}/${id}`, { salon_id: null })
    assertError(out, 400, 'VALIDATION_ERROR', { salon_id: 'REQUIRED' })
    await changePost(founder.bearer, id, { salon_only: false })
    await changePost(founder.bearer, id, { salon_id: null })
    const only = await founder.bearer.patch(`${POSTS}/${id}`, { salon_only: true })
    assertError(only, 400, 'VALIDATION_ERROR', { salon_id: 'REQUIRED' })
    await changePost(founder.bearer, id, { salon_only: true, salon_id })
  })

  it('a change of the salon is named in the event', async () => {
    const salon_id = await newSalon()
    const { id } = await createPost(founder.bearer)
    await changePost(founder.bearer, id, { salon_id, salon_only: true })
    const { data } = JSON.parse((await eventsOf(server, id)).at(-1)!.body)
    assert.deepEqual(data.changes, ['salon_id', 'salon_only'])
  })
})

it('a deleted salon-only post is 404 in public, as if there had been none', async () => {
  const salon_id = await newSalon()
  const { bearer } = founder
  const { id, slug } = await createPost(bearer, { salon_id, salon_only: true, status: 'published' })
  assert.equal((await bearer.delete(`${POSTS}/${id}`)).status, 200)
  for (const name of [id, slug]) {
    assertError(await server.anyone.get(`/api/v1/public/posts/${name}/html`), 404, 'NOT_FOUND')
  }
})
