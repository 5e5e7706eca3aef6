import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError } from '../support/client.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER, setSuspended } from '../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '/api/v1/admin'

let server: TestServer
let admin: Person
let author: Person
let writer: Person
let postId: string
before(async () => {
  server = await startTestServer()
  admin = await server.person({ role: 'admin' })
  author = await server.person()
  writer = await server.person()
  postId = (await publish(author.session)).id
})
after(() => server.close())
afterEach(() => assertCountersEqualRows(server))

async function comment(content: string): Promise<string> {
  const { status, body } = await writer.session.post(`${READER}/posts/${postId}/comments`, { content })
  assert.equal(status, 201)
  assert.deepEqual([body.hidden_at, body.hidden_reason], [undefined, undefined])
  return body.id
}
const hide = (id: string, reason = 'Insulting.') => admin.session.post(`${ADMIN}/comments/${id}/hide`, { reason })
const restore = (id: string) => admin.session.post(`${ADMIN}/comments/${id}/restore`)

/** Ids and total, as a list shows them. */
async function listed(person?: Person): Promise<{ ids: string[]; total: number }> {
  const { body } = person
    ? await person.session.get(`${READER}/posts/${postId}/comments`)
    : await server.anyone.get(`${PUBLIC}/posts/${postId}/comments`)
  return { ids: body.comments.map(({ id }: { id: string }) => id), total: body.total }
}

describe('a hidden comment', () => {
  it('is seen by its writer only, with the reason, and is not counted', async () => {
    const [first, second] = [await comment('First'), await comment('Second')]
    const hidden = await hide(first)
    assert.deepEqual([hidden.status, hidden.body.hidden_reason], [200, 'Insulting.'])
    for (const person of [undefined, author, admin]) assert.deepEqual(await listed(person), { ids: [second], total: 1 })
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${postId}`)).body.comment_count, 1)

    assert.deepEqual(await listed(writer), { ids: [second, first], total: 2 })
    const { body } = await writer.session.get(`${READER}/posts/${postId}/comments`)
    assert.deepEqual([body.comments[1].hidden_reason, body.comments[0].hidden_reason], ['Insulting.', undefined])

    for (const _ of [1, 2]) assert.equal((await restore(first)).body.hidden_at, null)
    assert.deepEqual(await listed(), { ids: [second, first], total: 2 })
    assert.equal((await admin.session.get(`${ADMIN}/audit?target_id=${first}`)).body.total, 2)
  })

  it('can be deleted by its writer, and not by the author of the post', async () => {
    const before = await listed()
    const id = await comment('Third')
    await hide(id)
    assertError(await author.session.delete(`${READER}/comments/${id}`), 404, 'NOT_FOUND')
    assert.equal((await writer.session.delete(`${READER}/comments/${id}`)).status, 200)
    assertError(await restore(id), 404, 'NOT_FOUND')
    assert.deepEqual(await listed(), before)
  })

  it('stays hidden when its writer is suspended and restored', async () => {
    const before = await listed()
    const id = await comment('Fourth')
    await hide(id)
    await setSuspended(server, writer, true)
    assert.deepEqual(await listed(), { ids: [], total: 0 })
    await hide(id, 'Another reason')
    await setSuspended(server, writer, false)
    assert.deepEqual(await listed(), before)
    await setSuspended(server, writer, true)
    await restore(id)
    assert.equal((await listed()).total, 0)
    await setSuspended(server, writer, false)
    assert.equal((await listed()).total, before.total + 1)
  })

  it('is found by admins by its text, its writer and its state', async () => {
    const id = await comment('A peculiar phrase')
    await hide(id)
    const found = async (query: string) => (await admin.session.get(`${ADMIN}/comments?${query}`)).body
    const { comments, total } = await found('q=PECULIAR&hidden=true')
    assert.deepEqual([total, comments[0].id, comments[0].post.id], [1, id, postId])
    assert.equal((await found('q=peculiar&hidden=false')).total, 0)
    assert.equal((await found(`username=${author.account.username}`)).total, 0)
  })
})

describe('an account that commented on very many posts', () => {
  it('is suspended and restored in steps of 500 posts, because each statement has a time limit', async () => {
    const { db } = server.context
    await sql`
      with added as (
        insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, comment_count)
        select gen_random_uuid(), ${author.account.id}, 'many-' || n, 'Many', '', '', 'draft', 'article', 'public', '{}', false, false, 1
        from generate_series(1, 1200) n returning id
      ), hours as (
        insert into engagement_hours (post_id, author_id, hour, comments)
        select id, ${author.account.id}, date_trunc('hour', now(), 'UTC'), 1 from added
      )
      insert into comments (id, post_id, user_id, content)
      select gen_random_uuid(), id, ${writer.account.id}, 'Hello' from added`.execute(db)
    await sql`create table recounted (posts integer)`.execute(db)
    await sql`
      create function note_recounted() returns trigger language plpgsql as $$
      begin
        insert into recounted select count(*) from changed;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger note_recounted after update on posts referencing new table as changed
      for each statement execute function note_recounted()`.execute(db)
    for (const suspended of [true, false]) {
      await setSuspended(server, writer, suspended)
      const { rows } = await sql<{ posts: number }>`delete from recounted returning posts`.execute(db)
      const counts = rows.map(({ posts }) => posts)
      assert.ok(Math.max(...counts) <= 500, String(counts))
      assert.ok(counts.reduce((sum, count) => sum + count, 0) >= 1200, String(counts))
      await assertCountersEqualRows(server)
    }
    await sql`drop function note_recounted() cascade`.execute(db)
  })
})
