import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Series } from '@galley/contract/schemas/writing/series'
import { assertError } from '../../support/client.ts'
import { changePost, createPost, later, POSTS } from '../../support/posts/posts.ts'
import { ownSalon, PUBLIC, publish, setSuspended } from '../../support/posts/public.ts'
import { createSeries, entryOf, SERIES } from '../../support/posts/series.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

type Place = {
  position: number | null
  count: number
  previous: { title: string } | null
  next: { title: string } | null
}

const read = async (id: string) => (await server.anyone.get(`${PUBLIC}/posts/${id}`)).body
/** Position, count, and the titles before and after. */
async function placeOf(id: string) {
  const { series } = (await read(id)) as { series: Place | null }
  return series && [series.position, series.count, series.previous?.title ?? null, series.next?.title ?? null]
}
const publicSeries = (name: string) => server.anyone.get(`${PUBLIC}/series/${encodeURIComponent(name)}`)
const seriesOf = (username: string) => server.anyone.get(`${PUBLIC}/users/${username}/series`)
const titles = (body: { posts: { title: string }[] }) => body.posts.map(({ title }) => title)

const startSeries = ({ bearer }: Person): Promise<Series> => createSeries(bearer, { title: 'Rain' })

describe('a public series', () => {
  it('is found by id, slug and author, with its posts in order', async () => {
    const alice = await server.person()
    const series = await startSeries(alice)
    await publish(alice.bearer, { title: 'two', ...entryOf(series, 2) })
    await publish(alice.bearer, { title: 'one', ...entryOf(series, 1) })
    for (const name of [series.id, series.slug, `@${alice.account.username}/${series.slug}`]) {
      const { body } = await publicSeries(name)
      assert.deepEqual([body.id, body.post_count, body.author.username], [series.id, 2, alice.account.username])
      assert.deepEqual(titles(body), ['one', 'two'])
    }
    const { body: listed } = await seriesOf(alice.account.username.toUpperCase())
    assert.deepEqual([listed.series[0].id, listed.series[0].post_count, listed.total], [series.id, 2, 1])
    for (const nobody of ['nobody', '%00', 'x y']) assertError(await seriesOf(nobody), 404, 'NOT_FOUND')
    assertError(await publicSeries(`@nobody/${series.slug}`), 404, 'NOT_FOUND')
    assertError(await server.anyone.get(`${PUBLIC}/series/%00`), 404, 'NOT_FOUND')
  })

  it('is not hidden by an older series with the same slug and without a public post', async () => {
    const [bob, carol] = [await server.person(), await server.person()]
    const title = 'The same title twice'
    const older = await createSeries(bob.bearer, { title })
    const series = await createSeries(carol.bearer, { title })
    assert.equal(series.slug, older.slug)
    await publish(carol.bearer, { title: 'one', ...entryOf(series, 1) })
    assert.equal((await publicSeries(series.slug)).body.id, series.id)
  })

  it('shows nothing of drafts, schedules, unlisted, salon-only, archived and deleted posts', async () => {
    const alice = await server.person()
    const series = await startSeries(alice)
    const salon_id = await ownSalon(server, alice)
    const secret = (fields: Record<string, unknown>) =>
      createPost(alice.bearer, { title: 'secret', ...entryOf(series), ...fields })
    await secret({})
    await secret({ status: 'scheduled', scheduled_for: later() })
    await secret({ status: 'published', salon_id, salon_only: true })
    const unlisted = await secret({ status: 'published', visibility: 'unlisted', series_position: 2 })
    const archived = await secret({ status: 'published' })
    await changePost(alice.bearer, archived.id, { status: 'archived' })
    const deleted = await secret({ status: 'published' })
    await alice.bearer.delete(`${POSTS}/${deleted.id}`)
    assertError(await publicSeries(series.id), 404, 'NOT_FOUND')
    assert.deepEqual((await seriesOf(alice.account.username)).body, { series: [], total: 0 })
    assert.equal(await placeOf(unlisted.id), null)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts?series=${series.id}`)).body.total, 0)

    const one = await publish(alice.bearer, { title: 'one', ...entryOf(series, 1) })
    const three = await publish(alice.bearer, { title: 'three', ...entryOf(series, 3) })
    assert.deepEqual(titles((await publicSeries(series.id)).body), ['one', 'three'])
    assert.equal((await publicSeries(series.id)).body.post_count, 2)
    assert.equal((await seriesOf(alice.account.username)).body.series[0].post_count, 2)
    assert.deepEqual(await placeOf(one.id), [1, 2, null, 'three'])
    assert.deepEqual(await placeOf(three.id), [2, 2, 'one', null])
    assert.deepEqual(await placeOf(unlisted.id), [null, 2, 'one', 'three'])
    assert.ok(!JSON.stringify([(await publicSeries(series.id)).body, await read(one.id)]).includes('secret'))
  })

  it('shows no text behind the paywall', async () => {
    const alice = await server.person({ plan: 'pro_plus' })
    const series = await startSeries(alice)
    const content = 'Free. <!-- paywall --> Paid.'
    await publish(alice.bearer, { ...entryOf(series), content, is_paid: true, price_jpy: 300 })
    const { body } = await publicSeries(series.id)
    assert.deepEqual([body.posts[0].excerpt, body.posts[0].is_paid], ['Free.', true])
    assert.ok(!JSON.stringify(body).includes('Paid.'))
  })

  it('of a suspended author is gone, and comes back with the author', async () => {
    const alice = await server.person()
    const series = await startSeries(alice)
    await publish(alice.bearer, entryOf(series))
    await setSuspended(server, alice, true)
    assertError(await publicSeries(series.id), 404, 'NOT_FOUND')
    assertError(await seriesOf(alice.account.username), 404, 'NOT_FOUND')
    assert.equal((await server.anyone.get(`${PUBLIC}/posts?series=${series.id}`)).body.total, 0)
    await setSuspended(server, alice, false)
    assert.equal((await publicSeries(series.id)).body.post_count, 1)
  })
})

describe('answers about a series', () => {
  it('change at once with its title, its order and its posts', async () => {
    const alice = await server.person()
    const series = await startSeries(alice)
    const one = await publish(alice.bearer, { title: 'one', ...entryOf(series, 1) })
    assert.deepEqual(await placeOf(one.id), [1, 1, null, null])
    const two = await publish(alice.bearer, { title: 'two', ...entryOf(series, 2) })
    assert.deepEqual(await placeOf(one.id), [1, 2, null, 'two'])
    await changePost(alice.bearer, two.id, { title: 'zwei' })
    assert.deepEqual(await placeOf(one.id), [1, 2, null, 'zwei'])
    await alice.bearer.put(`${SERIES}/${series.id}/order`, { post_ids: [two.id, one.id] })
    assert.deepEqual(await placeOf(one.id), [2, 2, 'zwei', null])
    assert.deepEqual(titles((await publicSeries(series.id)).body), ['zwei', 'one'])
    await alice.bearer.patch(`${SERIES}/${series.id}`, { title: 'Snow' })
    assert.equal((await read(one.id)).series.title, 'Snow')
    for (const status of ['draft', 'published', 'archived', 'published'] as const) {
      await changePost(alice.bearer, two.id, { status })
      const isShown = status === 'published'
      assert.deepEqual(await placeOf(one.id), isShown ? [2, 2, 'zwei', null] : [1, 1, null, null], status)
      assert.deepEqual(titles((await publicSeries(series.id)).body), isShown ? ['zwei', 'one'] : ['one'], status)
    }
    const admin = await server.person({ role: 'admin' })
    for (const [action, count] of [
      ['hide', 1],
      ['restore', 2],
    ] as const) {
      await admin.session.post(`/api/v1/admin/posts/${two.id}/${action}`, { reason: 'Spam.' })
      assert.equal((await publicSeries(series.id)).body.post_count, count, action)
      assert.equal((await read(one.id)).series.count, count, action)
    }
    await alice.bearer.delete(`${POSTS}/${two.id}`)
    assert.deepEqual(await placeOf(one.id), [1, 1, null, null])
    await alice.bearer.delete(`${SERIES}/${series.id}`)
    assert.equal((await read(one.id)).series, null)
    assertError(await publicSeries(series.id), 404, 'NOT_FOUND')
  })
})

describe('the sitemap', () => {
  it('has each public series, with the time of its newest post', async () => {
    const alice = await server.person()
    const series = await startSeries(alice)
    const listed = async () => {
      const { body } = await server.anyone.get(`${PUBLIC}/sitemap/series`)
      return body.entries.filter(({ username }: { username: string }) => username === alice.account.username)
    }
    await createPost(alice.bearer, entryOf(series))
    assert.deepEqual(await listed(), [])
    const { id, published_at } = await publish(alice.bearer, entryOf(series))
    const { username } = alice.account
    assert.deepEqual(await listed(), [{ username, slug: series.slug, updated_at: published_at }])
    await setSuspended(server, alice, true)
    assert.deepEqual(await listed(), [])
    await setSuspended(server, alice, false)
    await changePost(alice.bearer, id, { visibility: 'unlisted' })
    assert.deepEqual(await listed(), [])
    assert.deepEqual((await server.anyone.get(`${PUBLIC}/sitemap/series?page=2`)).body.entries, [])
  })
})

describe('the public list of a series', () => {
  it('has every order and pages, and no other filter beside it', async () => {
    const alice = await server.person()
    const bob = await server.person()
    const series = await startSeries(alice)
    const old = await publish(alice.bearer, { title: 'old', ...entryOf(series) })
    await publish(alice.bearer, { title: 'new', ...entryOf(series) })
    await publish(alice.bearer, { title: 'elsewhere' })
    await bob.bearer.put(`/api/v1/reader/posts/${old.id}/like`)
    const list = async (query: string) => (await server.anyone.get(`${PUBLIC}/posts?series=${series.id}${query}`)).body
    assert.deepEqual(titles(await list('')), ['new', 'old'])
    assert.deepEqual(titles(await list('&sort=popular')), ['old', 'new'])
    assert.deepEqual(titles(await list('&sort=trending')), ['new', 'old'], 'trending waits for its next refresh')
    assert.deepEqual([titles(await list('&limit=1&offset=1')), (await list('&offset=9')).total], [['old'], 2])
    assert.equal((await server.anyone.get(`${PUBLIC}/posts?series=x`)).body.total, 0)
    for (const filter of ['tag=a', 'category=ai', `author=${alice.account.username}`]) {
      const rejected = await server.anyone.get(`${PUBLIC}/posts?series=${series.id}&${filter}`)
      assertError(rejected, 400, 'VALIDATION_ERROR', { series: 'INVALID_VALUE' })
    }
  })
})
