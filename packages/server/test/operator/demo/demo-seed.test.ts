import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PublicPostItem } from '@galley/client'
import { sql } from 'kysely'
import { suspendAccount } from '../../../src/identity/accounts/suspend-account.ts'
import { DEMO_PASSWORD, type SeededDemo, seedDemo } from '../../../src/operator/demo/seed-demo.ts'
import { putMediaAddress } from '../../../src/writing/uploads/address-store.ts'
import { Client } from '../../support/client.ts'
import { findInconsistencies, PUBLIC } from '../../support/posts/public.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let demo: SeededDemo
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://demo.example' } })
  demo = await seedDemo(server.context)
})
after(() => server.close())

const listed = async (query = ''): Promise<PublicPostItem[]> =>
  (await server.anyone.get(`${PUBLIC}/posts?limit=100${query}`)).body.posts

describe('demo data', () => {
  it('has about forty posts by eight authors in two languages, with pictures, over the last weeks', async () => {
    const posts = await listed()
    assert.ok(posts.length >= 35, String(posts.length))
    assert.equal(new Set(posts.map(({ author }) => author.username)).size, 8)
    assert.ok(posts.filter(({ title }) => /\p{Script=Hiragana}/u.test(title)).length >= 12)
    const days = posts.map(({ published_at }) => (Date.now() - Date.parse(published_at)) / 86_400_000)
    assert.ok(Math.max(...days) > 25 && Math.max(...days) < 40, String(days))
    for (const { thumbnail_url, author } of posts) {
      for (const url of [thumbnail_url ?? '', author.avatar_url ?? '']) {
        assert.ok(url.startsWith('https://demo.example/media/posts/'), url)
      }
    }
    const { pathname } = new URL(posts[0]?.thumbnail_url ?? '')
    assert.equal((await server.anyone.get(pathname)).headers.get('content-type'), 'image/webp')
  })

  it('has posts of every kind', async () => {
    const all = await server.context.db.selectFrom('posts').select(['status', 'is_paid']).execute()
    assert.deepEqual([...new Set(all.map(({ status }) => status))].sort(), ['draft', 'published', 'scheduled'])
    assert.ok(all.some(({ is_paid }) => is_paid))
  })

  it('has series whose entries lead to each other', async () => {
    const { body } = await server.anyone.get(`${PUBLIC}/series/@alice%2Fplain-code`)
    const [first, second] = body.posts
    assert.equal(body.posts.length, 3)
    const { series } = (await server.anyone.get(`${PUBLIC}/posts/${first.id}`)).body
    assert.deepEqual([series.position, series.count, series.next.id], [1, 3, second.id])
    assert.equal((await server.anyone.get(`${PUBLIC}/series/@kenji%2Freading-and-writing`)).body.posts.length, 3)
  })

  it('has no more than two posts of one author in a row', async () => {
    const authors = (await listed()).map(({ author }) => author.username)
    for (const [i, name] of authors.entries()) {
      assert.ok(name !== authors[i + 1] || name !== authors[i + 2], authors.join(' '))
    }
  })

  it('fills rankings, trending lists, comments and statistics, with equal counters', async () => {
    for (const type of ['trending', 'weekly', 'monthly', 'saved']) {
      const { body } = await server.anyone.get(`${PUBLIC}/ranking?type=${type}`)
      assert.ok(body.rankings.length >= 5, type)
    }
    const [first = assert.fail()] = await listed('&sort=trending')
    assert.ok(first.view_count > 0)
    const { rows } = await sql`
      select (select count(*) from likes)::int = sum(like_count)::int as likes,
        (select count(*) from comments)::int = sum(comment_count)::int as comments,
        (select sum(views) from engagement_hours)::int = sum(view_count)::int as views,
        sum(comment_count)::int > 20 as commented
      from posts`.execute(server.context.db)
    assert.deepEqual(rows, [{ likes: true, comments: true, views: true, commented: true }])
  })

  it('is created once: repeating it resets passwords and plans, and changes no post', async () => {
    const [alice = assert.fail()] = demo.accounts.filter(({ username }) => username === 'alice')
    const before = await listed()
    const { db } = server.context
    await db.updateTable('posts').set({ title: 'Mine now' }).where('id', '=', before[0]!.id).execute()
    const { password_hash } = (await server.person()).account
    await db.updateTable('users').set({ plan: 'free', password_hash }).where('id', '=', alice.id).execute()
    await seedDemo(server.context)
    const me = await new Client(server.url).logIn('alice', DEMO_PASSWORD)
    assert.equal(me.body.subscription_plan, 'premium')
    const after = await db.selectFrom('posts').select(['id', 'title']).execute()
    assert.equal(after.filter(({ title }) => title === 'Mine now').length, 1)
    assert.equal(new Set(after.map(({ title }) => title)).size, after.length)
  })

  it('is announced at the address of the site, also if images of an S3 store have an address of their own', async () => {
    assert.equal(demo.lastOrigin, 'https://demo.example')
    const { context } = server
    for (const publicUrl of ['https://cdn.example/images', 'https://cdn.example/media']) {
      await putMediaAddress(context.db, publicUrl)
      const storage = { ...context.settings.storage, kind: 's3', publicUrl }
      const settings = { ...context.settings, storage } as typeof context.settings
      assert.equal((await seedDemo({ ...context, settings })).lastOrigin, 'https://demo.example')
    }
    await context.db.deleteFrom('media_addresses').where('address', 'like', 'https://cdn.example/%').execute()
  })

  it('restores an author who was suspended, with the comments and their counts', async () => {
    const [author] = demo.accounts
    assert.ok(author)
    await server.context.db.transaction().execute(trx => suspendAccount(trx, () => {}, author.id, new Date()))
    await seedDemo(server.context)
    const { suspended_at } = await server.context.db
      .selectFrom('users')
      .select('suspended_at')
      .where('id', '=', author.id)
      .executeTakeFirstOrThrow()
    assert.equal(suspended_at, null)
    assert.deepEqual(await findInconsistencies(server.context.db), [])
  })
})
