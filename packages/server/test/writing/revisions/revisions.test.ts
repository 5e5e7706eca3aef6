import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError, Client } from '../../support/client.ts'
import { plain } from '../../support/posts/images.ts'
import { changePost, createPost, eventNames, POSTS, readPost } from '../../support/posts/posts.ts'
import { upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let agent: Client
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
  agent = await tokenOf(alice, 'Helper', ['posts:read', 'posts:write', 'uploads'])
})
after(() => server.close())

async function tokenOf({ session }: Person, name: string, scopes: string[]): Promise<Client> {
  return new Client(server.url, { token: (await session.post('/api/v1/tokens', { name, scopes })).body.token })
}

const list = async (id: string, client = alice.session) => (await client.get(`${POSTS}/${id}/revisions`)).body
const read = (id: string, revision: string, client = alice.session) =>
  client.get(`${POSTS}/${id}/revisions/${revision}`)
const restore = (id: string, revision: string, client = alice.session, headers = {}) =>
  client.post(`${POSTS}/${id}/revisions/${revision}/restore`, undefined, { headers })
const savePending = (id: string, fields: object, client = alice.session, headers = {}) =>
  client.put(`${POSTS}/${id}/pending-revision`, fields, { headers })
const publicText = async (slug: string) => (await server.anyone.get(`/api/v1/public/posts/${slug}`)).body.content

/** The texts of all revisions, newest first. */
async function texts(id: string): Promise<string[]> {
  const { revisions } = await list(id)
  return Promise.all(revisions.map(async (each: { id: string }) => (await read(id, each.id)).body.content))
}

/** As if all revisions had been made earlier. */
const age = (id: string, interval: string) =>
  sql`update post_revisions set created_at = created_at - ${interval}::interval, saved_at = saved_at - ${interval}::interval
    where post_id = ${id}`.execute(server.context.db)

describe('the revisions of a post', () => {
  it('are kept with every save, labelled with the client, and can be read and restored', async () => {
    const { id } = await createPost(alice.session, { title: 'One', content: 'First.', tags: ['a'] })
    await age(id, '10 minutes')
    await agent.patch(`${POSTS}/${id}`, { content: 'Second.', tags: ['b'] })
    const { revisions, total } = await list(id)
    assert.equal(total, 2)
    assert.deepEqual(
      revisions.map((each: { client: string; is_pending: boolean }) => [each.client, each.is_pending]),
      [
        ['Helper', false],
        [null, false],
      ],
    )
    const { body: first } = await read(id, revisions[1].id)
    assert.deepEqual([first.title, first.content, first.tags, first.id], ['One', 'First.', ['a'], revisions[1].id])
    const { status, body, headers } = await restore(id, first.id)
    assert.equal(status, 200)
    assert.deepEqual([body.content, body.tags, body.status], ['First.', ['a'], 'draft'])
    assert.equal(headers.get('etag'), body.etag)
    const after = await list(id)
    assert.equal(after.total, 3, 'the version before the restore stays')
    assert.equal((await read(id, after.revisions[1].id)).body.content, 'Second.')
    assert.deepEqual(await eventNames(server, id), ['post.created', 'post.updated', 'post.updated'])
  })

  it('are one for saves of the same client within five minutes', async () => {
    const { id } = await createPost(alice.session, { content: '1' })
    for (const content of ['2', '3', '4']) await changePost(alice.session, id, { content })
    const { revisions, total } = await list(id)
    assert.equal(total, 1)
    assert.equal((await read(id, revisions[0].id)).body.content, '4')
    await agent.patch(`${POSTS}/${id}`, { content: '5' })
    await changePost(alice.session, id, { content: '6' })
    assert.equal((await list(id)).total, 3, 'another client begins another one')
  })

  it('keep the version before a restore, even if the same client has just saved it', async () => {
    const { id } = await createPost(alice.session, { content: 'First.' })
    const [{ id: first }] = (await list(id)).revisions
    await agent.patch(`${POSTS}/${id}`, { content: 'Second.' })
    await changePost(alice.session, id, { content: 'Third.' })
    await restore(id, first)
    assert.deepEqual(await texts(id), ['First.', 'Third.', 'Second.', 'First.'])
  })

  it('keep every version that readers have seen', async () => {
    const { id } = await createPost(alice.session, { content: 'Draft.' })
    await changePost(alice.session, id, { content: 'Public 1.', status: 'published' })
    await changePost(alice.session, id, { content: 'Public 2.' })
    await changePost(alice.session, id, { status: 'draft' })
    await changePost(alice.session, id, { content: 'Draft 2.' })
    await changePost(alice.session, id, { content: 'Draft 3.' })
    assert.deepEqual(await texts(id), ['Draft 3.', 'Public 2.', 'Public 1.'])
  })

  it('do not include a change of status, a dry run or a change without a difference', async () => {
    const { id } = await createPost(alice.session, { content: '1' })
    await age(id, '10 minutes')
    await changePost(alice.session, id, { status: 'published' })
    await changePost(alice.session, id, { content: '1' })
    await alice.session.patch(`${POSTS}/${id}?dry_run=true`, { content: '2' })
    assert.equal((await list(id)).total, 1)
  })

  it('include the version before the first change of a post that is older than revisions', async () => {
    const { id } = await createPost(alice.session, { content: 'Old.' })
    await sql`delete from post_revisions where post_id = ${id}`.execute(server.context.db)
    await changePost(alice.session, id, { content: 'New.' })
    assert.deepEqual(await texts(id), ['New.', 'Old.'])
  })

  it('are restored without a series that was deleted since', async () => {
    const { body: series } = await alice.session.post('/api/v1/series', { title: 'Gone' })
    const entry = { post_type: 'series_entry', series_id: series.id, series_position: 2 }
    const { id } = await createPost(alice.session, { ...entry, content: 'First.', status: 'published' })
    await changePost(alice.session, id, { content: 'Second.' })
    await savePending(id, { content: 'Third.' })
    await alice.session.delete(`/api/v1/series/${series.id}`)
    const [pending, , first] = (await list(id)).revisions
    for (const [revision, content] of [
      [first.id, 'First.'],
      [pending.id, 'Third.'],
    ]) {
      const { status, body } = await restore(id, revision)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.content, body.series_id, body.series_position], [content, null, null])
    }
  })

  it('are thinned out with age', async () => {
    const { id } = await createPost(alice.session)
    const { db } = server.context
    await sql`
      insert into post_revisions (id, post_id, title, content, content_sha256, fields, created_at)
      select gen_random_uuid(), ${id}, 'T', 'x', 'x', r.fields, now() - make_interval(hours => 3 * part)
      from post_revisions r, generate_series(1, 8 * 120) part where r.post_id = ${id}`.execute(db)
    await age(id, '10 minutes')
    await changePost(alice.session, id, { content: 'The newest.' })
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from now() - created_at)::float8 / 86400 as days from post_revisions where post_id = ${id}
      order by 1`.execute(db)
    const ages = rows.map(({ days }) => days)
    const between = (from: number, to: number) => ages.filter(days => days > from && days < to).length
    assert.ok(between(0, 6) > 40, 'all of the last days, which are some hours apart')
    assert.ok(between(8, 89) > 75 && between(8, 89) <= 82, `one a day: ${between(8, 89)}`)
    assert.ok(between(91, 120) <= 6, `one a week: ${between(91, 120)}`)
  })

  it('are thinned out with age by the first save of an hour, however few they are', async () => {
    const { id } = await createPost(alice.session)
    await sql`
      insert into post_revisions (id, post_id, title, content, content_sha256, fields, created_at)
      select gen_random_uuid(), ${id}, 'T', 'x', 'x', r.fields, date_trunc('day', now()) - interval '20 days 1 minute' * part
      from post_revisions r, generate_series(1, 3) part where r.post_id = ${id}`.execute(server.context.db)
    await sql`
      insert into post_revisions (id, post_id, title, content, content_sha256, fields, created_at)
      select gen_random_uuid(), post_id, 'T', 'x', 'x', fields, created_at - interval '1 minute'
      from post_revisions where post_id = ${id} and content = 'x'`.execute(server.context.db)
    await age(id, '1 hour')
    await changePost(alice.session, id, { content: 'The newest.' })
    assert.equal((await list(id)).total, 5, 'the newest two, and one of each day')
  })

  it('belong to the author alone, also of a public post, and are gone with it', async () => {
    const { id } = await createPost(alice.session, { status: 'published' })
    const other = await createPost(alice.session)
    const { revisions } = await list(id)
    const bob = await server.person()
    const [{ id: revision }] = revisions
    assertError(await bob.session.get(`${POSTS}/${id}/revisions`), 404, 'NOT_FOUND')
    assertError(await read(id, revision, bob.session), 404, 'NOT_FOUND')
    assertError(await restore(id, revision, bob.session), 404, 'NOT_FOUND')
    assertError(await savePending(id, { title: 'x' }, bob.session), 404, 'NOT_FOUND')
    assertError(await bob.session.delete(`${POSTS}/${id}/pending-revision`), 404, 'NOT_FOUND')
    assertError(await server.anyone.get(`${POSTS}/${id}/revisions`), 401, 'UNAUTHORIZED')
    // A revision is found through its own post only.
    assertError(await read(other.id, revision), 404, 'NOT_FOUND')
    assertError(await restore(other.id, revision), 404, 'NOT_FOUND')
    assertError(await read(id, 'nothing'), 404, 'NOT_FOUND')
    await alice.session.delete(`${POSTS}/${id}`)
    assertError(await read(id, revision), 404, 'NOT_FOUND')
  })
})

describe('a pending revision', () => {
  it('keeps changes of a public post from readers until it is restored, with the right to publish', async () => {
    const { id, slug } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    const { status, body: pending } = await savePending(id, { content: 'Better.', title: 'Newer' }, agent)
    assert.equal(status, 200, JSON.stringify(pending))
    assert.deepEqual([pending.is_pending, pending.client, pending.content], [true, 'Helper', 'Better.'])
    assert.equal(await publicText(slug), 'Public.')
    assert.equal((await readPost(alice.session, id)).title, 'A title')
    const { revisions } = await list(id)
    assert.deepEqual([revisions[0].id, revisions[0].is_pending], [pending.id, true])
    assertError(await restore(id, pending.id, agent), 403, 'SCOPE_REQUIRED')
    assert.equal(await publicText(slug), 'Public.')
    assert.equal((await restore(id, pending.id)).body.title, 'Newer')
    assert.equal(await publicText(slug), 'Better.')
    assert.equal((await list(id)).revisions[0].is_pending, false)
  })

  it('continues with the fields of the one before; each save has a new id', async () => {
    const { id } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    const first = (await savePending(id, { content: 'A' })).body
    const second = (await savePending(id, { title: 'B' })).body
    assert.deepEqual([second.content, second.title], ['A', 'B'])
    assert.notEqual(first.id, second.id)
    assertError(await restore(id, first.id), 404, 'NOT_FOUND')
    const third = (await savePending(id, { title: 'C' }, agent)).body
    assert.equal((await read(id, second.id)).body.is_pending, false, 'what another client wrote stays')
    assert.equal((await read(id, third.id)).body.title, 'C')
  })

  it('can be sent back as it was read, with a change', async () => {
    const { id } = await createPost(alice.session, { content: 'Public.', tags: ['rain'], status: 'published' })
    const { body: first } = await savePending(id, { content: 'A' })
    const { body: sent } = await read(id, first.id)
    const { body: saved } = await savePending(id, { ...sent, title: 'B' })
    assert.deepEqual([saved.title, saved.content, saved.tags], ['B', 'A', ['rain']], JSON.stringify(saved))
    assert.notEqual(saved.id, first.id)
  })

  it('becomes an ordinary revision when the post itself is changed, and can be discarded', async () => {
    const { id } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    const pending = (await savePending(id, { content: 'Agent.' }, agent)).body
    await changePost(alice.session, id, { content: 'Mine.' })
    const kept = (await read(id, pending.id)).body
    assert.deepEqual([kept.is_pending, kept.content], [false, 'Agent.'])
    const other = (await savePending(id, { content: 'Again.' })).body
    for (let i = 0; i < 2; i++) {
      assert.deepEqual((await alice.session.delete(`${POSTS}/${id}/pending-revision`)).body, { deleted: true })
    }
    const discarded = (await read(id, other.id)).body
    assert.deepEqual([discarded.is_pending, discarded.content], [false, 'Again.'], 'nothing is lost')
  })

  it('is saved and discarded only by who has read it, if they say what they have read', async () => {
    const { id } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    const path = `${POSTS}/${id}/pending-revision`
    const first = (await alice.session.put(`${path}?if_pending=none`, { content: 'A' })).body
    assertError(await agent.put(`${path}?if_pending=none`, { content: 'B' }), 412, 'PRECONDITION_FAILED')
    const second = (await agent.put(`${path}?if_pending=${first.id}`, { content: 'B' })).body
    assert.equal(second.content, 'B')
    assertError(await alice.session.put(`${path}?if_pending=${first.id}`, { content: 'C' }), 412, 'PRECONDITION_FAILED')
    assertError(await alice.session.delete(`${path}?if_pending=${first.id}`), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(id, second.id)).body.is_pending, true)
    assert.equal((await alice.session.delete(`${path}?if_pending=${second.id}`)).status, 200)
  })

  it('is limited in number too, when two clients save in turn', async () => {
    const { id } = await createPost(alice.session, { status: 'published' })
    await sql`
      insert into post_revisions (id, post_id, title, content, content_sha256, fields)
      select gen_random_uuid(), ${id}, 'T', 'x', 'x', r.fields
      from post_revisions r, generate_series(1, 200) where r.post_id = ${id}`.execute(server.context.db)
    for (const client of [agent, alice.session, agent]) await savePending(id, { content: 'x' }, client)
    assert.equal((await list(id)).total, 201, 'the limit, and the pending one')
  })

  it('is rejected for drafts, invalid fields, an old version and a token that may only read', async () => {
    const draft = await createPost(alice.session)
    assertError(await savePending(draft.id, { title: 'x' }), 400, 'VALIDATION_ERROR', { status: 'INVALID_VALUE' })
    const { id } = await createPost(alice.session, { status: 'published' })
    assertError(await savePending(id, { title: ' ', is_paid: true }), 400, 'VALIDATION_ERROR', {
      title: 'TOO_SHORT',
      price_jpy: 'REQUIRED',
    })
    assertError(await savePending(id, { status: 'draft' }), 400, 'VALIDATION_ERROR', { status: 'UNKNOWN_FIELD' })
    for (const salon_id of [crypto.randomUUID(), 'x'.repeat(100_000)]) {
      assertError(await savePending(id, { salon_id }), 403, 'FORBIDDEN')
    }
    const { session } = await server.person({ plan: 'premium' })
    const unpaid = await createPost(session, { status: 'published' })
    assertError(await savePending(unpaid.id, { is_paid: true, price_jpy: 100 }, session), 403, 'PLAN_REQUIRED')
    assertError(await savePending(id, { series_id: crypto.randomUUID() }), 400, 'VALIDATION_ERROR')
    const { etag } = await readPost(alice.session, id)
    await changePost(alice.session, id, { title: 'Changed' })
    const old = { 'if-match': etag ?? '' }
    assertError(await savePending(id, { title: 'x' }, alice.session, old), 412, 'PRECONDITION_FAILED')
    const pending = (await savePending(id, { title: 'x' })).body
    assertError(await restore(id, pending.id, alice.session, old), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(id, pending.id)).body.is_pending, true, 'a refused restore changes nothing')
    const reader = await tokenOf(alice, 'Reader', ['posts:read'])
    assertError(await savePending(id, { title: 'x' }, reader), 403, 'SCOPE_REQUIRED')
  })

  it('is what a preview link of the public post shows', async () => {
    const { id } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    const { url } = (await agent.post(`${POSTS}/${id}/preview-link`)).body
    const preview = async () => (await server.anyone.get(`/api/v1/public/preview${new URL(url).search}`)).body.post
    assert.equal(await preview(), null)
    await savePending(id, { content: 'Pending.' }, agent)
    assert.match((await preview()).html, /Pending\./)
    await changePost(alice.session, id, { status: 'draft' })
    assert.match((await preview()).html, /Pending\./, 'publishing would show it')
  })

  it('keeps its images from the collection of unused ones', async () => {
    const { id } = await createPost(alice.session, { status: 'published' })
    const { body: image } = await upload(agent, await plain('png', 11, 13))
    const unused = async () =>
      (
        await sql<{ unused_since: Date | null }>`select unused_since from uploads where id = ${image.id}`.execute(
          server.context.db,
        )
      ).rows[0]?.unused_since
    assert.ok(await unused())
    await savePending(id, { content: `![](${image.url})` }, agent)
    assert.equal(await unused(), null)
  })
})
