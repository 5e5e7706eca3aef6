import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { publishIfDue } from '../../../src/writing/posts/publish-due-posts.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, later, POSTS } from '../../support/posts/posts.ts'
import { PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const SECOND = 1000

let database: TestDatabase
let here: TestServer
let there: TestServer
let alice: Person
let thereMs: number
before(async () => {
  database = await createTestDatabase()
  thereMs = Date.now()
  const hereMs = thereMs
  // Their clocks stand still, so cached responses never expire and only notifications can invalidate them.
  here = await startTestServer({ database, clock: { now: () => new Date(hereMs) } })
  there = await startTestServer({ database, clock: { now: () => new Date(thereMs) } })
  alice = await here.person({ plan: 'pro_plus' })
  await refreshRankings(here.context)
})
after(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

/** What an anonymous reader sees on a node, without view counts, which these reads change. */
async function shown(node: TestServer, path: string): Promise<string> {
  const { status, body } = await node.anyone.get(PUBLIC + path)
  return status === 200 ? JSON.stringify(body, (name, value) => (name === 'view_count' ? 0 : value)) : `${status}`
}

/** Reads on both nodes to fill their caches, makes a change here, and expects the other node to show it. */
async function follows(path: string, change: () => Promise<unknown>): Promise<void> {
  const before = await shown(there, path)
  assert.equal(await shown(here, path), before)
  await change()
  const after = await shown(here, path)
  assert.notEqual(after, before, 'the node itself shows it at once')
  await eventually(async () => assert.equal(await shown(there, path), after), SECOND)
}

describe('within a second, the other node shows', () => {
  it('a post that is published, changed, unpublished and deleted, by id and by slug', async () => {
    const { id, slug } = await createPost(alice.bearer)
    await follows(`/posts/${id}`, () => changePost(alice.bearer, id, { status: 'published' }))
    await follows(`/posts/${slug}`, () => changePost(alice.bearer, id, { content: 'Changed' }))
    await follows(`/posts/${id}`, () => changePost(alice.bearer, id, { status: 'archived' }))
    await follows(`/posts/${slug}`, () => changePost(alice.bearer, id, { status: 'published' }))
    await follows(`/posts/${id}`, () => alice.bearer.delete(`${POSTS}/${id}`))
  })

  it('the same in every list and in the profile', async () => {
    const profile = `/users/${alice.account.username}`
    for (const path of ['/posts', '/posts?sort=popular', '/posts?tag=news', '/posts?category=ai&tag=news', profile]) {
      const post: { id?: string } = {}
      await follows(path, async () => {
        post.id = (await publish(alice.bearer, { tags: ['news'], category: 'ai' })).id
      })
      await follows(path, () => changePost(alice.bearer, post.id!, { title: 'Another' }))
      await follows(path, () => changePost(alice.bearer, post.id!, { visibility: 'unlisted' }))
    }
  })

  it('a new paywall', async () => {
    const { id } = await publish(alice.bearer, { content: 'free <!-- paywall --> HIDDENWORD' })
    await follows(`/posts/${id}`, () => changePost(alice.bearer, id, { is_paid: true, price_jpy: 500 }))
    assert.ok(!JSON.stringify((await there.anyone.get(`${PUBLIC}/posts/${id}`)).body).includes('HIDDENWORD'))
  })

  it('a scheduled post that a job publishes', async () => {
    const { id } = await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })
    await follows(`/posts/${id}`, async () => {
      await sql`update posts set scheduled_for = now() where id = ${id}`.execute(here.context.db)
      assert.ok(await publishIfDue(here.context, id))
    })
  })

  it('no posts of a suspended author, and all again after the restoration', async () => {
    const bob = await here.person()
    const { id } = await publish(bob.bearer)
    for (const path of [`/posts/${id}`, '/posts', `/users/${bob.account.username}`]) {
      await follows(path, () => setSuspended(here, bob, true))
      await follows(path, () => setSuspended(here, bob, false))
    }
  })

  it('a changed profile, also next to the author’s posts', async () => {
    const bob = await here.person()
    const { id } = await publish(bob.bearer)
    for (const [i, path] of [`/users/${bob.account.username}`, `/posts/${id}`, '/posts'].entries()) {
      await follows(path, () => bob.session.patch('/api/v1/me', { display_name: `Bob ${i}` }))
    }
    await follows(`/users/${bob.account.username}`, () =>
      alice.bearer.put(`${READER}/users/${bob.account.username}/follow`),
    )
  })

  it('a refreshed ranking, without posts that are no longer public', async () => {
    const { id } = await publish(alice.bearer)
    await alice.bearer.put(`${READER}/posts/${id}/save`)
    await follows('/ranking?type=saved', () => refreshRankings(here.context, ['saved']))
    await follows('/ranking?type=saved', () => changePost(alice.bearer, id, { status: 'draft' }))
  })
})

describe('a node whose listener is disconnected', () => {
  it('caches responses for one second, not three', async () => {
    const { db, bus } = there.context
    const heard: string[] = []
    bus.subscribe(news => {
      if (news.about === 'public') heard.push(...news.subjects)
    })
    const { id } = await publish(alice.bearer, { title: 'Before' })
    await eventually(() => assert.ok(heard.includes(`post:${id}`)))
    const title = async () => (await there.anyone.get(`${PUBLIC}/posts/${id}`)).body.title as string
    assert.equal(await title(), 'Before')
    // A change without a notification, as a node with a disconnected listener sees it.
    await sql`update posts set title = 'After' where id = ${id}`.execute(db)
    thereMs += 1500
    assert.equal(await title(), 'Before', 'as long as it listens, it trusts what it has')
    await bus.close()
    assert.equal(await title(), 'After')
    await sql`update posts set title = 'Later' where id = ${id}`.execute(db)
    thereMs += 999
    assert.equal(await title(), 'After')
    thereMs += 1
    assert.equal(await title(), 'Later')
  })
})
