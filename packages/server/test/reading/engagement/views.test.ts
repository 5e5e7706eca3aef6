import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { postSubject } from '../../../src/platform/cache/subjects.ts'
import type { BusMessage } from '../../../src/platform/db/bus.ts'
import { Client } from '../../support/client.ts'
import { startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost } from '../../support/posts/posts.ts'
import { assertCountersEqualRows, cacheHits, PUBLIC, publish, rawGet } from '../../support/posts/public.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const MINUTE_MS = 60_000

let server: TestServer
let alice: Person
let bob: Person
let nowMs: number
before(async () => {
  nowMs = Date.now()
  server = await startTestServer({ clock: { now: () => new Date(nowMs) } })
  alice = await server.person()
  bob = await server.person()
})
after(() => assertCountersEqualRows(server).finally(() => server.close()))

const look = async (idOrSlug: string, client: Client = server.anyone, headers = {}) => {
  const { status } = await client.get(`${PUBLIC}/posts/${idOrSlug}`, { headers })
  assert.ok(status === 200 || status === 304)
}
async function views(id: string): Promise<number> {
  await server.context.views.flush()
  const row = await server.context.db
    .selectFrom('posts')
    .select('view_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.view_count
}

describe('a view', () => {
  it('counts once for a reader and a post in 30 minutes, and again after that', async () => {
    const { id } = await publish(alice.bearer)
    for (let i = 0; i < 5; i++) await look(id)
    assert.equal(await views(id), 1)
    nowMs += 30 * MINUTE_MS - 1
    await look(id)
    assert.equal(await views(id), 1)
    nowMs += 1
    await look(id)
    await look(id)
    assert.equal(await views(id), 2)
  })

  it('is the same by id, by slug, and for a 304', async () => {
    const { id, slug } = await publish(alice.bearer)
    const { headers } = await server.anyone.get(`${PUBLIC}/posts/${id}`)
    await look(slug)
    await look(id, server.anyone, { 'if-none-match': headers.get('etag')! })
    assert.equal(await views(id), 1)
  })

  it('is counted for each reader: by account, and for anonymous readers by address and browser', async () => {
    const { id } = await publish(alice.bearer)
    for (let i = 0; i < 2; i++) {
      await look(id, server.anyone, { 'user-agent': 'one' })
      await look(id, server.anyone, { 'user-agent': 'two' })
      await look(id, bob.session)
      await look(id, bob.bearer)
      await look(id, new Client(server.url, { token: 'invalid' }), { 'user-agent': 'one' })
    }
    assert.equal(await views(id), 3)
  })

  it('is never the author’s own, by session or by token, also from the cache', async () => {
    const { id } = await publish(alice.bearer)
    await look(id, alice.session)
    await look(id, alice.bearer)
    assert.equal(await views(id), 0)
    await look(id)
    await look(id, alice.session)
    await look(id, alice.bearer)
    assert.equal(await views(id), 1)
  })

  it('is counted for the whole post only: lists, HEAD and 404 count nothing', async () => {
    const { id } = await publish(alice.bearer)
    for (const path of ['/posts', '/posts?sort=popular', `/users/${alice.account.username}`, '/categories']) {
      await server.anyone.get(PUBLIC + path)
    }
    await server.anyone.send('HEAD', `${PUBLIC}/posts/${id}`)
    assert.equal(await views(id), 0)
    await changePost(alice.bearer, id, { status: 'draft' })
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}`)).status, 404)
    assert.equal(await views(id), 0)
  })

  it('is counted for unlisted posts too', async () => {
    const { id } = await publish(alice.bearer, { visibility: 'unlisted' })
    await look(id)
    assert.equal(await views(id), 1)
  })

  it('is counted when the response comes from the cache, once for the same reader', async t => {
    // Writing views invalidates the response; that must not happen between these requests.
    await server.context.views.stop()
    t.after(() => server.context.views.start())
    const heard: BusMessage[] = []
    server.context.bus.subscribe(message => heard.push(message))
    const { id } = await publish(alice.bearer)
    // Nor the notification of the publication, which arrives a moment later.
    await eventually(() =>
      assert.equal(heard.filter(one => one.about === 'public' && one.subjects.includes(postSubject(id))).length, 2),
    )
    const url = `${server.url}${PUBLIC}/posts/${id}`
    await rawGet(url, { 'user-agent': 'first' })
    const before = await cacheHits(server)
    for (const agent of ['first', 'second', 'second', 'third']) await rawGet(url, { 'user-agent': agent })
    assert.equal(await cacheHits(server), before + 4)
    assert.equal(await views(id), 3)
  })

  it('shows in the public counter within 5 s after it is written', async () => {
    const { id } = await publish(alice.bearer)
    await look(id)
    await server.context.views.flush()
    nowMs += 5000
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.view_count, 1)
  })
})

describe('writing views', () => {
  it('happens in the background, without delaying a request', async () => {
    const { id } = await publish(alice.bearer)
    await look(id)
    await eventually(async () => {
      const row = await server.context.db
        .selectFrom('posts')
        .select('view_count')
        .where('id', '=', id)
        .executeTakeFirst()
      assert.equal(row?.view_count, 1)
    })
  })

  it('takes one transaction for all posts, and none if there is nothing to write', async () => {
    const proxy = await startDatabaseProxy(server.database)
    const other = await startTestServer({ database: proxy.database })
    try {
      const posts = await Promise.all(Array.from({ length: 5 }, () => publish(alice.bearer)))
      const { views } = other.context
      await views.flush()
      proxy.statements.length = 0
      for (const { id } of posts) for (let i = 0; i < 40; i++) views.note(id, `reader ${i}`)
      await views.flush()
      await views.flush()
      const updates = proxy.statements.filter(statement => /update posts/.test(statement))
      assert.equal(updates.length, 1)
      for (const { id } of posts) {
        const row = await other.context.db
          .selectFrom('posts')
          .select('view_count')
          .where('id', '=', id)
          .executeTakeFirst()
        assert.equal(row?.view_count, 40)
      }
    } finally {
      await other.close()
      await proxy.cut()
    }
  })

  it('loses none while the database is down', async () => {
    const database = await createTestDatabase()
    const proxy = await startDatabaseProxy(database)
    const other = await startTestServer({ database: proxy.database })
    try {
      const author = await other.person()
      const { id } = await publish(author.bearer)
      const { views, db } = other.context
      await proxy.cut()
      views.note(id, 'first')
      await views.flush()
      views.note(id, 'second')
      await proxy.restore()
      await eventually(async () => {
        await views.flush()
        const { rows } = await sql<{ view_count: number }>`select view_count from posts where id = ${id}`.execute(db)
        assert.equal(rows[0]?.view_count, 2)
      })
    } finally {
      await other.close()
      await proxy.database.drop()
    }
  })

  it('succeeds although a viewed post no longer exists', async () => {
    const [gone, kept] = [await publish(alice.bearer), await publish(alice.bearer)]
    server.context.views.note(gone.id, 'reader')
    server.context.views.note(kept.id, 'reader')
    await sql`delete from posts where id = ${gone.id}`.execute(server.context.db)
    assert.equal(await views(kept.id), 1)
  })
})
