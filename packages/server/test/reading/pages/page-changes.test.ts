import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { CreatedPost } from '@galley/contract/schemas/writing/posts'
import { sql } from 'kysely'
import { ALL_POSTS, listOfAuthor, postSubject } from '../../../src/platform/cache/subjects.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { DatabasePair } from '../../support/database/database-pair.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, POSTS } from '../../support/posts/posts.ts'
import { ownSalon, publish, setSuspended } from '../../support/posts/public.ts'
import { indexChanges } from '../../support/posts/search.ts'
import { createSeries, entryOf } from '../../support/posts/series.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const SECOND = 1000
const SECRET = 'SECRETWORD'

let databases: DatabasePair | undefined
let here: TestServer
let there: TestServer
let admin: Person
let reader: Person

/** Two nodes, with a replica or without. */
function withNodes(hasReplica: boolean): void {
  let database: TestDatabase
  before(async () => {
    if (hasReplica) {
      databases = new DatabasePair()
      await databases.start()
      const { connection, url } = databases
      await migrate(connection, await createLogger('silent'))
      database = { connection, url, drop: async () => databases?.close() }
    } else database = await createTestDatabase()
    const nowMs = Date.now()
    // Their clocks stand still, so only messages can drop a page.
    const clock = { now: () => new Date(nowMs) }
    const env = hasReplica ? { DATABASE_REPLICA_URL: databases?.replicaUrl, DATABASE_REPLICA_MAX_LAG: '60s' } : {}
    here = await startTestServer({ database, clock, env })
    there = await startTestServer({ database, clock, env })
    for (const { context } of [here, there]) context.publicReads.start()
    admin = await here.person({ role: 'admin' })
    reader = await here.person()
  })
  afterEach(() => databases?.resumeReplica())
  after(async () => {
    for (const node of [here, there]) {
      await node.context.publicReads.stop()
      await node.close()
    }
    await database.drop()
    databases = undefined
  })
}

/** From now on the replica has this post, and nothing that comes later. */
async function stopReplicaAfter(post: CreatedPost, authorId: string): Promise<void> {
  if (databases === undefined) return
  const about = [postSubject(post.id), ALL_POSTS, listOfAuthor(authorId)]
  const isReplica = sql`select pg_is_in_recovery() as replica`
  for (const { context } of [here, there]) {
    await eventually(async () => {
      const { rows } = await context.publicReads.run(about, db => isReplica.execute(db))
      assert.deepEqual(rows, [{ replica: true }])
    })
  }
  await databases.pauseReplica()
}

async function open(node: TestServer, path: string, cookie?: string): Promise<{ status: number; body: string }> {
  const response = await fetch(node.url + path, cookie === undefined ? {} : { headers: { cookie } })
  return { status: response.status, body: await response.text() }
}

/** Where a post is shown, and what only a page that shows it contains. */
function places({ slug, url }: CreatedPost, username: string, seriesUrl: string) {
  const article = new URL(url).pathname
  const feeds = { feed: '/feed.xml', 'the author’s feed': `/@${username}/feed.xml` }
  const lists = {
    'the front page': '/',
    'the profile': `/@${username}`,
    'a tag': '/tags/pages',
    'a category': '/categories/technology',
    'the series': new URL(seriesUrl).pathname,
    'a search': `/search?q=${SECRET}`,
  }
  return [
    { name: 'the article', path: article, word: SECRET },
    ...Object.entries({ ...lists, ...feeds }).map(([name, path]) => ({ name, path, word: slug })),
    ...Object.entries(feeds).map(([name, path]) => ({ name: `the text in ${name}`, path, word: SECRET })),
  ]
}

type Place = ReturnType<typeof places>[number]

async function shows(node: TestServer, { path, word }: Place, cookie?: string): Promise<boolean> {
  const { status, body } = await open(node, path, cookie)
  assert.ok([200, 404, 410].includes(status), `${path}: ${status}`)
  return status === 200 && body.includes(word)
}

async function shownAt(node: TestServer, all: readonly Place[]): Promise<string[]> {
  const shown: string[] = []
  for (const place of all) {
    const [anonymous, signedIn] = [await shows(node, place), await shows(node, place, reader.session.cookie)]
    assert.equal(signedIn, anonymous, `${place.name}: for a signed-in reader`)
    if (anonymous) shown.push(place.name)
  }
  return shown
}

for (const hasReplica of [false, true]) {
  const condition = hasReplica ? ', while a replica still shows it' : ''
  describe(`what is hidden disappears from every page, at once here and within a second elsewhere${condition}:`, () => {
    withNodes(hasReplica)
    const lists = /^(?:the front page|the profile|a tag|a category|the series|a search|feed|the author’s feed)$/
    const texts = /^(?:the article|a search|the text in .*)$/
    const paid = { is_paid: true, price_jpy: 300 }
    const change = (fields: object) => (post: CreatedPost, author: Person) =>
      author.session.patch(`${POSTS}/${post.id}`, fields)
    const ways: [string, RegExp, (post: CreatedPost, author: Person) => Promise<unknown>][] = [
      ['a hidden post', /./, ({ id }) => admin.session.post(`/api/v1/admin/posts/${id}/hide`, { reason: 'A reason' })],
      ['a deleted post', /./, ({ id }, author) => author.session.delete(`${POSTS}/${id}`)],
      ['an archived post', /./, change({ status: 'archived' })],
      ['an unlisted post', new RegExp(`${lists.source}|^the text in`), change({ visibility: 'unlisted' })],
      ['the text of a post that costs money now', texts, change(paid)],
      [
        'a post for members of a salon',
        /./,
        async (post, author) => change({ salon_id: await ownSalon(here, author), salon_only: true })(post, author),
      ],
      ['the posts of a suspended author', /./, (_post, author) => setSuspended(here, author, true)],
    ]
    for (const [what, hidden, hide] of ways) {
      it(what, async () => {
        const author = await here.person({ plan: 'pro_plus' })
        const { username } = author.account
        const series = await createSeries(author.session)
        const content = `Free.\n\n<!-- paywall -->\n\n${SECRET}`
        const fields = { title: what, content, tags: ['pages'], category: 'technology', ...entryOf(series) }
        const post = await publish(author.session, fields)
        await indexChanges(here)
        await stopReplicaAfter(post, author.account.id)
        const all = places(post, username, series.url)
        const names = all.map(({ name }) => name)
        for (const node of [here, there]) {
          await eventually(async () => assert.deepEqual(await shownAt(node, all), names), SECOND)
        }
        await hide(post, author)
        const left = names.filter(name => !hidden.test(name))
        assert.deepEqual(await shownAt(here, all), left)
        await eventually(async () => assert.deepEqual(await shownAt(there, all), left), SECOND)
      })
    }
  })
}

describe('what is new is shown at once:', () => {
  withNodes(false)

  it('a post whose page was asked for before its publication', async () => {
    const author = await here.person()
    const { id, url } = await createPost(author.session, { title: 'Soon' })
    const { pathname } = new URL(url)
    for (const node of [here, there]) assert.equal((await open(node, pathname)).status, 404)
    await changePost(author.session, id, { status: 'published' })
    assert.equal((await open(here, pathname)).status, 200)
    await eventually(async () => assert.equal((await open(there, pathname)).status, 200), SECOND)
  })

  it('a new tag and a new author beside the list of the front page, while too few posts are read now', async () => {
    const aside = async () => /<aside class="front-aside">(.*?)<\/aside>/s.exec((await open(here, '/')).body)?.[1] ?? ''
    const author = await here.person()
    const { username } = author.account
    assert.doesNotMatch(await aside(), new RegExp(`newtag|@${username}`))
    await publish(author.session, { tags: ['newtag'] })
    assert.match(await aside(), /\/tags\/newtag/)
    assert.match(await aside(), new RegExp(`/@${username}"`))
  })
})
