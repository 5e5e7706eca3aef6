import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Statistics } from '@galley/contract/schemas/reading/statistics'
import { sql } from 'kysely'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError } from '../../support/client.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { publish, READER } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const NOON = '2026-03-10T12:30:00Z'
let server: TestServer
let now = new Date(NOON)
before(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
after(() => server.close())

async function read({ session }: Person, query = ''): Promise<Statistics> {
  const { status, body } = await session.get(`/api/v1/statistics${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Inserts engagement for a past hour, which the API cannot do. */
async function happened(author: Person, postId: string, hour: string, views: number, likes = 0): Promise<void> {
  await sql`
    insert into engagement_hours (post_id, author_id, hour, views, likes)
    values (${postId}, ${author.account.id}, ${hour}, ${views}, ${likes})`.execute(server.context.db)
}

const viewsByDay = ({ days }: Statistics) =>
  Object.fromEntries(days.flatMap(({ date, views }) => (views ? [[date, views]] : [])))

describe('GET /api/v1/statistics', () => {
  it('returns 30 days up to today, in order, with zeros for days without activity', async () => {
    const { days, totals, posts } = await read(await server.person())
    const zeros = { views: 0, likes: 0, saves: 0, comments: 0, resonances: 0 }
    assert.equal(days.length, 30)
    assert.deepEqual(days[0], { date: '2026-02-09', ...zeros })
    assert.deepEqual(days.at(-1), { date: '2026-03-10', ...zeros })
    assert.deepEqual([totals, posts], [zeros, []])
  })

  it('assigns an hour to the day in which it begins, in the requested time zone', async () => {
    const alice = await server.person()
    const { id } = await publish(alice.bearer)
    await happened(alice, id, '2026-03-08T14:00Z', 1)
    await happened(alice, id, '2026-03-08T15:00Z', 2)
    await happened(alice, id, '2026-03-09T23:00Z', 4)
    await happened(alice, id, '2026-03-10T12:00Z', 8)
    assert.deepEqual(viewsByDay(await read(alice)), { '2026-03-08': 3, '2026-03-09': 4, '2026-03-10': 8 })
    const tokyo = await read(alice, '?time_zone=Asia/Tokyo')
    assert.deepEqual(viewsByDay(tokyo), { '2026-03-08': 1, '2026-03-09': 2, '2026-03-10': 12 })
    // Daylight saving time began there on the 8th.
    const newYork = await read(alice, '?time_zone=America/New_York')
    assert.deepEqual(viewsByDay(newYork), { '2026-03-08': 3, '2026-03-09': 4, '2026-03-10': 8 })
    assert.equal(newYork.days.length, 30)
  })

  it('begins with the first hour of the first day, and its totals are the sum of its days', async () => {
    const alice = await server.person()
    const { id } = await publish(alice.bearer)
    await happened(alice, id, '2026-03-08T14:00Z', 1)
    await happened(alice, id, '2026-03-08T15:00Z', 2)
    const { days, totals, posts } = await read(alice, '?days=2&time_zone=Asia/Tokyo')
    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-03-09', '2026-03-10'],
    )
    assert.deepEqual([totals.views, posts[0]?.views], [2, 2])
  })

  it('counts views and reactions, each under its name', async () => {
    now = new Date()
    const alice = await server.person()
    const bob = await server.person()
    const { id, slug } = await publish(alice.bearer)
    for (const path of ['like', 'save', 'resonance']) await bob.session.put(`${READER}/posts/${id}/${path}`)
    await bob.session.post(`${READER}/posts/${id}/comments`, { content: 'x' })
    await bob.session.get(`/api/v1/public/posts/${id}`)
    await server.context.views.flush()
    const one = { views: 1, likes: 1, saves: 1, comments: 1, resonances: 1 }
    const { totals, posts, days } = await read(alice, '?days=2')
    assert.deepEqual(totals, one)
    assert.deepEqual(posts, [{ id, title: 'A title', slug, views: 1, likes: 1, saves: 1 }])
    assert.equal(
      days.reduce((sum, day) => sum + day.views, 0),
      1,
    )
    now = new Date(NOON)
  })

  it('lists the top posts by weighted engagement, without deleted ones, at most 20', async () => {
    const alice = await server.person()
    const viewed = await publish(alice.bearer, { title: 'viewed' })
    const liked = await publish(alice.bearer, { title: 'liked' })
    const gone = await publish(alice.bearer)
    await happened(alice, viewed.id, '2026-03-09T10:00Z', 3)
    await happened(alice, viewed.id, '2026-03-09T11:00Z', 1)
    await happened(alice, liked.id, '2026-03-09T10:00Z', 0, 1)
    await happened(alice, gone.id, '2026-03-09T10:00Z', 100)
    await alice.bearer.delete(`${POSTS}/${gone.id}`)
    const { posts, totals } = await read(alice)
    assert.deepEqual(
      posts.map(({ title, views }) => [title, views]),
      [
        ['liked', 0],
        ['viewed', 4],
      ],
    )
    assert.equal(totals.views, 104)
    for (let i = 0; i < 20; i++) await happened(alice, (await publish(alice.bearer)).id, '2026-03-09T10:00Z', 50)
    assert.equal((await read(alice)).posts.length, 20)
  })

  it('returns one post on request, but not another user’s', async () => {
    const alice = await server.person()
    const bob = await server.person()
    const one = await publish(alice.bearer)
    const other = await publish(alice.bearer)
    await happened(alice, one.id, '2026-03-09T10:00Z', 3)
    await happened(alice, other.id, '2026-03-09T10:00Z', 5)
    const { totals, posts, days } = await read(alice, `?post_id=${one.id}&days=40`)
    assert.deepEqual([totals.views, posts, days.length], [3, [], 40])
    assert.equal((await read(bob)).totals.views, 0)
    const draft = await createPost(alice.bearer)
    assert.equal((await read(alice, `?post_id=${draft.id}`)).totals.views, 0)
  })

  it('is 400 and names each error', async () => {
    const { session } = await server.person()
    const get = (query: string) => session.get(`/api/v1/statistics?${query}`)
    assertError(await get('days=0'), 400, 'VALIDATION_ERROR', { days: 'TOO_SMALL' })
    assertError(await get('days=41'), 400, 'VALIDATION_ERROR', { days: 'TOO_LARGE' })
    assertError(await get('days=x'), 400, 'VALIDATION_ERROR', { days: 'INVALID_TYPE' })
    for (const zone of ['Asia/Nowhere', '%2B09:00', '2026', '../etc/localtime', '%00', 'x'.repeat(64)]) {
      assertError(await get(`time_zone=${zone}`), 400, 'VALIDATION_ERROR', { time_zone: 'INVALID_VALUE' })
    }
  })

  it('is 401 without a credential, 403 for a token without the plan, 404 for another user’s post', async () => {
    const alice = await server.person()
    const bob = await server.person({ plan: 'free' })
    const deleted = await publish(bob.session)
    await bob.session.delete(`${POSTS}/${deleted.id}`)
    assertError(await server.anyone.get('/api/v1/statistics'), 401, 'UNAUTHORIZED')
    assertError(await bob.bearer.get('/api/v1/statistics'), 403, 'PLAN_REQUIRED')
    for (const id of [(await publish(alice.bearer)).id, deleted.id, newId(), 'x']) {
      assertError(await bob.session.get(`/api/v1/statistics?post_id=${id}`), 404, 'NOT_FOUND')
    }
  })
})
