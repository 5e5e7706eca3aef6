import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Endpoint, Response } from '@galley/contract/endpoint'
import { ArticlePage } from '@galley/contract/schemas/reading/pages'
import type { CreatedPost } from '@galley/contract/schemas/writing/posts'
import type { Series } from '@galley/contract/schemas/writing/series'
import { pageEndpoints, pageReads } from '../../../src/reading/pages/page-reads.ts'
import { sharedParts } from '../../../src/reading/public/public-responses.ts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { ownSalon, PUBLIC, publish, READER } from '../../support/posts/public.ts'
import { indexChanges } from '../../support/posts/search.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let proxy: DatabaseProxy
let server: TestServer
let alice: Person
let bob: Person
let article: CreatedPost
let entry: CreatedPost
let series: Series
before(async () => {
  proxy = await startDatabaseProxy(await createTestDatabase())
  // The clock stands still: counters are not compared meanwhile.
  const now = new Date()
  server = await startTestServer({ database: proxy.database, clock: { now: () => now } })
  alice = await server.person({ username: 'alice', plan: 'pro_plus' })
  bob = await server.person()
  // As long as there is none, the front page asks for one.
  await server.person({ role: 'admin' })
  for (let i = 0; i < 3; i++) await publish(alice.bearer, { tags: ['food'], category: 'technology' })
  article = await publish(alice.bearer, { title: 'Bread and butter', tags: ['food'], category: 'technology' })
  ;({ body: series } = await alice.bearer.post('/api/v1/series', { title: 'Baking' }))
  entry = await publish(alice.bearer, { post_type: 'series_entry', series_id: series.id })
  await refreshRankings(server.context)
  await indexChanges(server)
  // Otherwise it would write between the statements that are counted.
  await server.context.views.stop()
})
after(async () => {
  await server.close()
  await proxy.cut()
})

/**
 * All statements, each of which is a round trip; but not the heartbeat of the messages between nodes, nor the look-up of a
 * session, which is cached until the minute of the clock ends.
 */
async function roundTripsOf(work: () => Promise<unknown>): Promise<string[]> {
  proxy.statements.length = 0
  await work()
  return proxy.statements.filter(statement => statement !== 'select 1' && !/ sessions /.test(statement))
}

type Run = (call: object) => Promise<{ readonly value: unknown }>

/** What a page read returns, without the rules of calls. */
async function read<E extends Endpoint>(endpoint: E, call: object): Promise<Response<E>> {
  const runs = new Map<Endpoint, unknown>()
  pageReads((bound, run) => void runs.set(bound, run), server.context)
  const result = await (runs.get(endpoint) as Run)({ params: {}, query: {}, ...call })
  return ('value' in result ? result.value : result) as Response<E>
}

const readArticle = (slug: string) => read(pageEndpoints.article, { params: { name: `@alice/${slug}` } })

async function open(path: string, cookie?: string): Promise<void> {
  const response = await fetch(server.url + path, cookie === undefined ? {} : { headers: { cookie } })
  assert.equal(response.status, 200)
  await response.text()
}

describe('the round trips of a page to the database', () => {
  for (const [name, cold, pathOf] of [
    ['an article', 3, () => `/@alice/${article.slug}`],
    ['an article of a series', 3, () => `/@alice/${entry.slug}`],
    ['the front page', 3, () => '/'],
    ['the front page, trending', 3, () => '/?sort=trending'],
    ['the front page, popular', 3, () => '/?sort=popular'],
    ['a profile', 3, () => '/@alice'],
    ['a profile, trending', 3, () => '/@alice?sort=trending'],
    ['a tag', 1, () => '/tags/food'],
    ['a tag, trending', 1, () => '/tags/food?sort=trending'],
    ['a category', 1, () => '/categories/technology'],
    ['a category, trending', 1, () => '/categories/technology?sort=trending'],
    ['a ranking', 1, () => '/ranking/weekly'],
    ['a series', 2, () => new URL(series.url).pathname],
    // The last one is a rollback, for which the page does not wait.
    ['a search', 4, () => '/search?q=bread+butter'],
  ] as const) {
    it(`${name}: ${cold} with empty caches, none with full ones, and one for a reader's own state`, async () => {
      const path = pathOf()
      const fromNothing = () => {
        server.context.cache.clear()
        return open(path)
      }
      await fromNothing()
      for (const [expected, work] of [
        [cold, fromNothing],
        [0, () => open(path)],
        [1, () => open(path, bob.session.cookie)],
      ] as const) {
        const statements = await roundTripsOf(work)
        assert.equal(statements.length, expected, statements.join('\n\n'))
      }
    })
  }
})

describe('a page read', () => {
  before(async () => {
    const { session } = alice
    const publishSecret = (fields: object) =>
      publish(session, { title: SECRET, content: SECRET, tags: [SECRET], ...fields })
    const admin = await server.person({ role: 'admin' })
    const salon_id = await ownSalon(server, alice)
    const { body: secretSeries } = await session.post('/api/v1/series', { title: SECRET })
    const inSeries = { post_type: 'series_entry', series_id: secretSeries.id }
    await createPost(session, { title: SECRET, content: SECRET, tags: [SECRET], ...inSeries })
    await publishSecret({ visibility: 'unlisted' })
    await publishSecret({ salon_id, salon_only: true })
    await session.delete(`${POSTS}/${(await publishSecret({})).id}`)
    const hidden = await publishSecret({})
    const reason = { reason: 'A reason' }
    assert.equal((await admin.session.post(`/api/v1/admin/posts/${hidden.id}/hide`, reason)).status, 200)
    const paid = { is_paid: true, price_jpy: 300, content: `Free text.\n<!-- paywall -->\n${SECRET}` }
    ;({ slug: paidSlug } = await publish(session, { ...paid, tags: ['food'] }))
    await bob.session.put(`${READER}/posts/${article.id}/like`)
    await refreshRankings(server.context)
    await server.context.views.flush()
    server.context.cache.clear()
  })

  const SECRET = 'SECRETWORD'
  const assertNothingPrivate = (part: object) =>
    assert.doesNotMatch(JSON.stringify(part), new RegExp(`${SECRET}|@example|password`, 'i'))
  let paidSlug: string

  it('has nothing that the API would not send to everybody', async () => {
    const shown = await readArticle(paidSlug)
    const query = { sort: 'latest', limit: 20, offset: 0 }
    const profile = await read(pageEndpoints.profile, { params: { username: 'alice' }, query })
    const aside = await read(pageEndpoints.frontAside, {})
    const api = async (path: string) => (await server.anyone.get(PUBLIC + path)).body
    const [post, text] = [await api(`/posts/@alice%2F${paidSlug}`), await api(`/posts/@alice%2F${paidSlug}/html`)]
    const [list, user] = [await api('/posts?author=alice'), await api('/users/alice')]
    const { rankings } = await api('/ranking?type=trending&limit=5')
    assertPartOf(shown.post, post)
    assertPartOf(shown.text, text)
    assertPartOf(shown.author, user.profile)
    assert.equal(shown.related.length, 3)
    for (const related of shown.related) {
      assertPartOf(
        related,
        list.posts.find(({ id }: { id: string }) => id === related.id),
      )
    }
    assertPartOf(profile.profile, user.profile)
    assert.deepEqual(profile.list, list)
    assert.deepEqual(profile.series, (await api('/users/alice/series')).series)
    assert.ok(aside.ranking.length > 0)
    assert.deepEqual(aside.ranking, rankings)
    assert.deepEqual(aside.tags, ['food'])
    assert.equal(aside.authors.length, 1)
    for (const author of aside.authors) assertPartOf(author, user.profile)
    for (const part of [shown, profile, aside]) assertNothingPrivate(part)
  })

  it('has nothing of its reader that the API would not send to this reader', async () => {
    const { session, account } = bob
    const { id: userId, username, display_name: displayName, avatar_url: avatarUrl, plan, role } = account
    const credential = { kind: 'session', id: 'its session' } as const
    const principal = { userId, username, displayName, avatarUrl, plan, role, credential }
    const params = { post: `@alice/${article.slug}`, username: 'alice' }
    const { me, unread, post, user } = await read(pageEndpoints.reader, { params, principal })
    assert.deepEqual(me, (await session.get('/api/v1/me')).body)
    assert.equal(unread, (await session.get(`${READER}/notifications/unread`)).body.unread)
    assert.deepEqual(user, (await session.get(`${READER}/users/alice`)).body)
    assert.ok(post)
    const { has_hidden_comments, is_paid, ...state } = post
    assertPartOf(state, (await session.get(`${READER}/posts/${article.id}`)).body)
    assert.deepEqual([has_hidden_comments, is_paid, post.liked], [false, false, true])
    assert.doesNotMatch(JSON.stringify({ me, unread, post, user }), new RegExp(`${account.email}|password`))
  })

  it('keeps only the fields of its schema, whatever a query returns', async () => {
    const value = await readArticle(article.slug)
    const tooMuch = { ...value, email: 'a@example.com', post: { ...value.post, content: 'PAIDTEXT', author_id: 'x' } }
    const part = await sharedParts(server.context)(ArticlePage, ['test'], [], async () => ({ value: tooMuch }))
    assert.deepEqual(part.value, value)
  })

  it('cannot be changed by a page, because all readers share it', async () => {
    const value = await readArticle(article.slug)
    assert.throws(() => value.post.tags.push('other'), TypeError)
  })
})

/** Every field of the first is in the second, with the same value. */
function assertPartOf(part: Record<string, unknown>, whole: Record<string, unknown>): void {
  const named = Object.fromEntries(Object.keys(part).map(name => [name, whole[name]]))
  assert.deepEqual(part, named)
}
