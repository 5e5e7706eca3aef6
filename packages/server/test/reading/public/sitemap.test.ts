import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sitemap } from '@galley/contract/schemas/reading/public'
import { sql } from 'kysely'
import { SitemapPages } from '../../../src/reading/public/sitemap.ts'
import { assertError } from '../../support/client.ts'
import { changePost, createPost, POSTS } from '../../support/posts/posts.ts'
import { ownSalon, publish, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let nowMs = Date.now()
before(async () => {
  server = await startTestServer({ clock: { now: () => new Date(nowMs) } })
  alice = await server.person()
})
after(() => server.close())

const SITEMAP = '/api/v1/public/sitemap'

async function read(page?: number): Promise<Sitemap> {
  const { status, body } = await server.anyone.get(page === undefined ? SITEMAP : `${SITEMAP}?page=${page}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const slugs = async (page?: number) => (await read(page)).entries.map(({ slug }) => slug)

describe('GET /api/v1/public/sitemap', () => {
  it('has no page without posts, and contains only listed posts', async () => {
    assert.deepEqual(await read(), { pages: 0, entries: [] })
    const mallory = await server.person()
    const salon_id = await ownSalon(server, alice)
    const first = await publish(alice.bearer)
    await createPost(alice.bearer)
    await publish(alice.bearer, { visibility: 'unlisted' })
    await publish(alice.bearer, { salon_id, salon_only: true })
    await publish(mallory.bearer)
    await setSuspended(server, mallory, true)
    const { pages, entries } = await read()
    const { updated_at } = (await alice.bearer.get(`${POSTS}/${first.id}`)).body
    assert.deepEqual([pages, entries], [1, [{ username: alice.account.username, slug: first.slug, updated_at }]])
  })

  it('shows new and removed posts at once, oldest first', async () => {
    const before = await slugs()
    const { id, slug } = await publish(alice.bearer)
    assert.deepEqual(await slugs(), [...before, slug])
    await changePost(alice.bearer, id, { status: 'archived' })
    assert.deepEqual(await slugs(), before)
  })

  it('shows a post at once that was published elsewhere before all others', async () => {
    const before = await slugs()
    const post = {
      external_id: 'first',
      slug: 'first',
      title: 'First',
      content: '.',
      published_at: '2001-01-01T00:00:00Z',
    }
    const { body } = await alice.session.post('/api/v1/import/posts', { ...post, status: 'published' })
    assert.deepEqual(await slugs(), ['first', ...before])
    await changePost(alice.bearer, body.id, { status: 'archived' })
  })

  it('knows the number of pages while their starts are determined again', async () => {
    const pages = new SitemapPages(server.context.db, server.context.clock)
    for (let round = 0; round < 20; round++) {
      await pages.read(1)
      const reading = [pages.read(1)]
      await nextTurn()
      nowMs += 3_600_000
      reading.push(pages.read(2))
      assert.deepEqual(
        (await Promise.all(reading)).map(response => response.pages),
        [1, 1],
      )
    }
  })

  it('has about 10,000 posts on a page; earlier pages do not change, and are refilled over time', async () => {
    const [known] = await slugs()
    await addOldPosts(10_000)
    nowMs += 3_600_000
    const [first, second] = [await slugs(1), await slugs(2)]
    assert.deepEqual([first.length, first[0], first.at(-1)], [10_000, 'old-10000', 'old-1'])
    assert.deepEqual(second, [known])
    assert.deepEqual([(await read(1)).pages, await slugs(3)], [2, []])

    await server.context.db.updateTable('posts').set({ status: 'archived' }).where('slug', '=', 'old-7').execute()
    server.context.cache.clear()
    assert.deepEqual([(await slugs(1)).length, await slugs(2)], [9999, [known]])
    nowMs += 3_600_000
    assert.deepEqual([(await slugs(1)).length, await slugs(2)], [10_000, []])
  })

  it('is 304 for an unchanged page', async () => {
    const headers = { 'if-none-match': (await server.anyone.get(SITEMAP)).headers.get('etag') ?? '' }
    assert.equal((await server.anyone.get(SITEMAP, { headers })).status, 304)
  })

  it('is 400 for an invalid page', async () => {
    for (const [page, code] of [
      ['0', 'TOO_SMALL'],
      ['x', 'INVALID_TYPE'],
      ['99999999999', 'TOO_LARGE'],
    ] as const) {
      assertError(await server.anyone.get(`${SITEMAP}?page=${page}`), 400, 'VALIDATION_ERROR', { page: code })
    }
  })
})

/** Adds this many posts, each a minute older than the previous. */
async function addOldPosts(count: number): Promise<void> {
  const { db } = server.context
  await db.transaction().execute(async trx => {
    // Triggers off, because row-by-row counting is slow and not under test.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, published_at)
      select gen_random_uuid(), ${alice.account.id}, 'old-' || n, 'Old', 'Old.', 'Old.', 'published', 'article', 'public', '{}', false, false,
        now() - n * interval '1 minute' from generate_series(1, ${count}::int) n`.execute(trx)
    await sql`
      insert into listings (scope, post_id, published_at, popularity)
      select 'all', id, published_at, 0 from posts where slug like 'old-%'`.execute(trx)
  })
}
