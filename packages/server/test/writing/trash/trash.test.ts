import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PostItem } from '@galley/contract/schemas/writing/posts'
import { type Kysely, sql } from 'kysely'
import { newId } from '../../../src/platform/core/ids.ts'
import { MIGRATIONS } from '../../../src/platform/db/migrate.ts'
import { assertError } from '../../support/client.ts'
import { POSTS } from '../../support/posts/posts.ts'
import { PUBLIC, publish, READER } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { createDeletedPost, readTrash, removePost, restorePost, setDeletedDaysAgo, TRASH } from './trash-set-up.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
  bob = await server.person()
})
after(() => server.close())

describe('GET /api/v1/trash', () => {
  it('lists a deleted post with the fields of the author’s list and its deletion time', async () => {
    const author = await server.person()
    const { id } = await publish(author.bearer, { subtitle: 'Below' })
    const item: PostItem = (await author.bearer.get(POSTS)).body.posts[0]
    await removePost(author, id)
    const { posts, total } = await readTrash(author)
    const [{ deleted_at, updated_at, etag, ...post } = assert.fail()] = posts
    const { updated_at: _, etag: etagBefore, ...expected } = item
    assert.notEqual(etag, etagBefore)
    assert.deepEqual([post, total], [{ ...expected, status: 'deleted' }, 1])
    assert.equal(deleted_at, updated_at)
    assert.equal((await author.bearer.get(POSTS)).body.total, 0)
  })

  it('has the latest deletion first, in pages, and total is always the full count', async () => {
    const author = await server.person()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift(await createDeletedPost(author))
    assert.deepEqual(
      (await readTrash(author)).posts.map(post => post.id),
      ids,
    )
    const page = await readTrash(author, '?limit=2&offset=2')
    assert.deepEqual([page.posts.map(post => post.id), page.total], [ids.slice(2, 4), 5])
    assert.deepEqual(await readTrash(author, '?offset=5'), { posts: [], total: 5 })
    assertError(await author.bearer.get(`${TRASH}?limit=101&offset=-1`), 400, 'VALIDATION_ERROR', {
      limit: 'TOO_LARGE',
      offset: 'TOO_SMALL',
    })
  })

  it('omits posts of others and those deleted more than 30 days ago', async () => {
    const author = await server.person()
    const [kept, old] = [await createDeletedPost(author), await createDeletedPost(author)]
    await setDeletedDaysAgo(server.context.db, kept, 29.9)
    await setDeletedDaysAgo(server.context.db, old, 30.1)
    assert.deepEqual(
      (await readTrash(author)).posts.map(post => post.id),
      [kept],
    )
    assert.deepEqual(await readTrash(await server.person()), { posts: [], total: 0 })
  })

  it('needs an account', async () => {
    assertError(await server.anyone.get(TRASH), 401, 'UNAUTHORIZED')
    assertError(await server.anyone.post(`${TRASH}/${newId()}/restore`), 401, 'UNAUTHORIZED')
  })
})

describe('the migration that adds the trash', () => {
  it('sets the deletion time of earlier deleted posts to their last change', async () => {
    const id = await createDeletedPost(alice)
    const { db } = server.context
    const trx = await db.startTransaction().execute()
    try {
      await sql`alter table posts drop column deleted_at; drop index posts_scheduled`.execute(trx)
      await MIGRATIONS['0013-trash']!.up(trx as unknown as Kysely<unknown>)
      const { rows } = await sql`select deleted_at = updated_at as same from posts where id = ${id}`.execute(trx)
      assert.deepEqual(rows, [{ same: true }])
      const live = await sql`select from posts where status <> 'deleted' and deleted_at is not null`.execute(trx)
      assert.equal(live.rows.length, 0)
    } finally {
      await trx.rollback().execute()
    }
  })
})

describe('public pages', () => {
  it('show neither a deleted post nor a restored draft', async () => {
    const mark = `mark-${newId()}`
    const { id, slug } = await publish(alice.bearer, { title: mark, content: mark, tags: [mark] })
    const { username } = alice.account
    const places = [
      `${PUBLIC}/posts?limit=100`,
      `${PUBLIC}/posts?tag=${mark}`,
      `${PUBLIC}/posts?author=${username}&limit=100`,
      `${PUBLIC}/posts/${id}`,
      `${PUBLIC}/posts/${slug}/html`,
      `${PUBLIC}/users/${username}`,
      `${PUBLIC}/sitemap`,
    ]
    const showing = async () => {
      const responses = await Promise.all(places.map(path => server.anyone.get(path)))
      return places.filter((_, i) => /mark-/.test(JSON.stringify(responses[i]!.body)))
    }
    assert.deepEqual(await showing(), places)
    await removePost(alice, id)
    assert.deepEqual(await showing(), [])
    await restorePost(alice, id)
    assert.deepEqual(await showing(), [])
    assertError(await server.anyone.get(`${PUBLIC}/posts/${slug}/html`), 404, 'NOT_FOUND')
    assertError(await bob.bearer.put(`${READER}/posts/${id}/like`), 404, 'NOT_FOUND')
  })
})
