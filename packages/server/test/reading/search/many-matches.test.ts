import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { findByTerms, inSearch, sampleNewest, walkNewest } from '../../../src/reading/search/search-store.ts'
import { termOf } from '../../../src/reading/search/text/terms.ts'
import { publish } from '../../support/posts/public.ts'
import { indexChanges, search, titles } from '../../support/posts/search.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let author: Person
before(async () => {
  server = await startTestServer()
  author = await server.person({ username: 'rare_author' })
})
after(() => server.close())

describe('a word that very many posts have', () => {
  before(async () => {
    // More than a search reads from the index; none of them is in a public list.
    await sql`
      insert into search_documents (post_id, part, content_sha256, is_paid, terms)
      select gen_random_uuid(), 'free', '', false, array[${termOf('text', 'zebra')}::int]
      from generate_series(1, 30100)`.execute(server.context.db)
    await publish(author.bearer, { title: 'Stripes', content: 'One zebra.', category: 'travel' })
    await indexChanges(server)
  })

  for (const [where, query] of [
    ['an author', { author: 'rare_author' }],
    ['a category', { category: 'travel' }],
    ['an author and a category', { author: 'rare_author', category: 'travel' }],
    ['all public posts', {}],
  ] as const) {
    it(`is found in the posts of ${where}`, async () => {
      assert.deepEqual(titles(await search(server, 'zebra', query)), ['Stripes'])
    })
  }

  it('is counted exactly for an author, and as an estimate where the index could not be read to its end', async () => {
    assert.equal((await search(server, 'zebra', { author: 'rare_author' })).total_is_exact, true)
    assert.equal((await search(server, 'zebra', { category: 'travel' })).total_is_exact, false)
  })
})

describe('words that many posts have, but not together', () => {
  const COUNT = 150
  before(async () => {
    await publish(author.bearer, { title: 'Together', content: 'The amber falcon.' })
    const { id } = await publish(author.bearer, { title: 'Apart', content: 'Amber. A falcon.', tags: ['apart'] })
    await copyPost(server, id, COUNT - 1)
    await indexChanges(server)
  })

  it('are found as a phrase in the oldest of them', async () => {
    const found = await search(server, '"amber falcon"')
    assert.deepEqual(titles(found), ['Together'])
    assert.equal(found.total, 1)
    assert.equal(found.total_is_exact, true)
  })

  it('are found in the oldest if all others are excluded', async () => {
    assert.deepEqual(titles(await search(server, 'amber falcon -tag:apart')), ['Together'])
  })

  it('are found on every page once', async () => {
    const pages = await Promise.all([0, 50, 100, 150].map(offset => search(server, 'amber', { limit: 50, offset })))
    const ids = pages.flatMap(page => page.posts.map(post => post.id))
    assert.equal(new Set(ids).size, COUNT + 1)
    assert.deepEqual(new Set(pages.map(page => page.total)), new Set([COUNT + 1]))
  })
})

describe('a word that most of the newest posts have, and few others', () => {
  it('is counted exactly on a site with few posts', async () => {
    const { id: old } = await publish(author.bearer, { title: 'Old', content: 'Nothing.' })
    await copyPost(server, old, 900)
    const { id } = await publish(author.bearer, { title: 'New', content: 'Opal.' })
    await copyPost(server, id, 199)
    await sql`update posts set published_at = published_at - interval '1 day' where title = 'Old'`.execute(
      server.context.db,
    )
    await indexChanges(server)
    const { total, total_is_exact } = await search(server, 'opal')
    assert.deepEqual([total, total_is_exact], [200, true])
  })
})

describe('an old post with the word in its title', () => {
  it('is found first among many newer posts with the word in their texts', async () => {
    const { id: old } = await publish(author.bearer, { title: 'Beryl', content: 'Nothing.' })
    const { id } = await publish(author.bearer, { title: 'Another', content: 'Beryl.' })
    await copyPost(server, id, 300)
    await sql`update posts set published_at = published_at - interval '1 day' where id = ${old}`.execute(
      server.context.db,
    )
    await indexChanges(server)
    assert.equal((await search(server, 'beryl')).posts[0]?.title, 'Beryl')
  })
})

describe('a word in nearly every post', () => {
  const COUNT = 450
  before(async () => {
    await publish(author.bearer, { title: 'The oldest', content: 'Only quartz.' })
    const { id } = await publish(author.bearer, { title: 'Newer', content: 'Quartz and basalt.', tags: ['newer'] })
    await copyPost(server, id, COUNT - 1)
    await indexChanges(server)
  })

  it('is found on every page once', async () => {
    const offsets = Array.from({ length: 10 }, (_, i) => i * 50)
    const pages = await Promise.all(offsets.map(offset => search(server, 'quartz', { limit: 50, offset })))
    const ids = pages.flatMap(page => page.posts.map(post => post.id))
    assert.equal(ids.length, COUNT + 1)
    assert.equal(new Set(ids).size, COUNT + 1)
  })

  const terms = (word: string) => [termOf('text', word)]
  const everywhere = { scope: 'all', category: undefined, authorId: undefined }

  it('is looked for without reading the posts that have another word', async () => {
    const wanted = { terms: terms('quartz'), without: [terms('basalt')] }
    await inSearch(server.context.db, async connection => {
      assert.equal((await walkNewest(connection, everywhere, wanted, 10, 1000)).length, 1)
      const found = await findByTerms(connection, everywhere, { ...wanted, limit: 10, most: 1000 })
      assert.deepEqual([found.candidates.length, found.total], [1, COUNT + 1])
    })
  })

  it('is known to be frequent also while the newest posts are not indexed yet', async () => {
    await publish(author.bearer, { title: 'Not indexed' }).then(({ id }) => copyPost(server, id, 300))
    await inSearch(server.context.db, async connection => {
      const of = { terms: terms('quartz'), head: terms('quartz'), size: 200 }
      const wanted = { terms: terms('quartz'), limit: 10, most: 1000 }
      const few = await sampleNewest(connection, everywhere, of, { ...wanted, few: 10_000 })
      assert.deepEqual([few.seen, few.hits, few.indexed?.total], [200, 200, COUNT + 1])
      const many = await sampleNewest(connection, everywhere, of, { ...wanted, few: 100 })
      assert.deepEqual([many.seen, many.hits, many.indexed], [200, 200, undefined])
    })
  })

  for (const exclusion of ['-basalt', '-tag:newer', '-"quartz and"']) {
    it(`is found in the oldest post if ${exclusion} excludes all others`, async () => {
      assert.deepEqual(titles(await search(server, `quartz ${exclusion}`)), ['The oldest'])
    })
  }
})

/** Newer posts with the same text. */
async function copyPost({ context: { db } }: TestServer, id: string, count: number): Promise<void> {
  const { salon_key, ...copied } = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const published = copied.published_at?.getTime() ?? 0
  const rows = Array.from({ length: count }, (_, i) => ({
    ...copied,
    id: crypto.randomUUID(),
    slug: `${copied.slug}-${i}`,
    published_at: new Date(published + i),
  }))
  await db.insertInto('posts').values(rows).execute()
}
