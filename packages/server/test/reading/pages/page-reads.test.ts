import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ArticlePage } from '@galley/contract/schemas/reading/pages'
import type { CreatedPost } from '@galley/contract/schemas/writing/posts'
import type { Series } from '@galley/contract/schemas/writing/series'
import { pageReads } from '../../../src/reading/pages/page-reads.ts'
import { sharedParts } from '../../../src/reading/public/public-answers.ts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
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
})
after(async () => {
  await server.close()
  await proxy.cut()
})

/** Without begin and commit. The least of several tries: background work reads, too. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let i = 0; i < 3; i++) {
    proxy.statements.length = 0
    await work()
    counts.push(proxy.statements.filter(statement => !/^(begin|commit|start )/i.test(statement)).length)
  }
  return Math.min(...counts)
}

async function open(path: string, cookie?: string): Promise<void> {
  const response = await fetch(server.url + path, cookie === undefined ? {} : { headers: { cookie } })
  assert.equal(response.status, 200)
  await response.text()
}

describe('the number of statements of a page', () => {
  for (const [name, cold, pathOf] of [
    ['an article', 3, () => `/@alice/${article.slug}`],
    ['an article of a series', 4, () => `/@alice/${entry.slug}`],
    ['the front page', 3, () => '/'],
    ['a profile', 3, () => '/@alice'],
    ['a tag', 1, () => '/tags/food'],
    ['a category', 1, () => '/categories/technology'],
    ['a ranking', 1, () => '/ranking/weekly'],
    ['a series', 2, () => new URL(series.url).pathname],
    ['a search', 4, () => '/search?q=bread+butter'],
  ] as const) {
    it(`${name}: ${cold} with empty caches, none with full ones, and one for a reader's own state`, async () => {
      const path = pathOf()
      const fromNothing = () => {
        server.context.cache.clear()
        return open(path)
      }
      await fromNothing()
      assert.equal(await statementsOf(fromNothing), cold)
      assert.equal(await statementsOf(() => open(path)), 0)
      const asBob = () => open(path, bob.session.cookie)
      await asBob()
      assert.equal(await statementsOf(asBob), 1)
    })
  }
})

describe('a page read', () => {
  it('has nothing that the API would not send to everybody', async () => {
    const paid = { is_paid: true, price_jpy: 300, content: 'Free text.\n<!-- paywall -->\nPAIDTEXT' }
    const { slug } = await publish(alice.bearer, { ...paid, tags: ['food'] })
    const reads = pageReads(server.context)
    const { value: shown } = await reads.readArticlePage(`@alice/${slug}`)
    const { value: profile } = await reads.readProfilePage('alice', { sort: 'latest', limit: 20, offset: 0 })
    const { body: post } = await server.anyone.get(`${PUBLIC}/posts/@alice%2F${slug}`)
    const { body: text } = await server.anyone.get(`${PUBLIC}/posts/@alice%2F${slug}/html`)
    const { body: list } = await server.anyone.get(`${PUBLIC}/posts?author=alice`)
    const { body: user } = await server.anyone.get(`${PUBLIC}/users/alice`)
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
    for (const part of [shown, profile]) assert.doesNotMatch(JSON.stringify(part), /PAIDTEXT|@example|password/)
  })

  it('keeps only the fields of its schema, whatever a query returns', async () => {
    const { value } = await pageReads(server.context).readArticlePage(`@alice/${article.slug}`)
    const tooMuch = { ...value, email: 'a@example.com', post: { ...value.post, content: 'PAIDTEXT', author_id: 'x' } }
    const part = await sharedParts(server.context)(ArticlePage, ['test'], [], async () => ({ value: tooMuch }))
    assert.deepEqual(part.value, value)
  })

  it('cannot be changed by a page, because all readers share it', async () => {
    const { value } = await pageReads(server.context).readArticlePage(`@alice/${article.slug}`)
    assert.throws(() => value.post.tags.push('other'), TypeError)
  })
})

/** Every field of the first is in the second, with the same value. */
function assertPartOf(part: Record<string, unknown>, whole: Record<string, unknown>): void {
  const named = Object.fromEntries(Object.keys(part).map(name => [name, whole[name]]))
  assert.deepEqual(part, named)
}
