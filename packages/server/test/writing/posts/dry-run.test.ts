import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError } from '../../support/client.ts'
import { changePost, createPost, later, POSTS } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

/** Counts of everything that a change of a post can store. */
async function stored(): Promise<unknown> {
  const { rows } = await sql`
    select
      (select json_agg(p order by id) from posts p) as posts,
      (select json_agg(g order by g::text) from post_groups g) as groups,
      (select json_agg(e order by id) from events e) as events,
      (select json_agg(k order by key) from idempotency_keys k) as keys,
      (select json_agg(j order by id) from graphile_worker.jobs j) as jobs`.execute(server.context.db)
  return rows[0]
}

describe('dry_run=true stores no post, event, job or idempotency key', () => {
  let before: unknown
  let id: string
  beforeEach(async () => {
    const post = await createPost(alice.bearer, { title: 'Real', status: 'scheduled', scheduled_for: later() })
    id = post.id
    before = await stored()
  })

  const scheduled = { title: 'Dry', content: 'x', status: 'scheduled', scheduled_for: '2999-01-01T00:00:00.000Z' }

  it('on create, which returns the post that would result', async () => {
    const headers = { 'idempotency-key': 'dry' }
    const { status, body } = await alice.bearer.post(`${POSTS}?dry_run=true`, scheduled, { headers })
    assert.equal(status, 200)
    assert.deepEqual([body.status, body.scheduled_for], ['scheduled', scheduled.scheduled_for])
    assert.deepEqual(await stored(), before)
    assertError(await alice.bearer.get(`${POSTS}/${body.id}`), 404, 'NOT_FOUND')
    // The key can be used for the real request.
    assert.equal((await alice.bearer.post(POSTS, scheduled, { headers })).headers.get('idempotency-replayed'), null)
  })

  it('on PATCH, which returns the post that would result', async () => {
    const { status, body } = await alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, {
      title: 'Dry',
      status: 'published',
      external_id: 'dry',
    })
    assert.equal(status, 200)
    assert.deepEqual([body.id, body.title, body.status, body.external_id], [id, 'Dry', 'published', 'dry'])
    assert.notEqual(body.published_at, null)
    assert.deepEqual(await stored(), before)
    await alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, { scheduled_for: '2999-01-01T00:00:00Z' })
    assert.deepEqual(await stored(), before)
  })

  it('on PUT of a new and of an existing post', async () => {
    const path = `${POSTS}/by-external-id/dry-put?dry_run=true`
    const created = await alice.bearer.put(path, scheduled)
    assert.equal(created.status, 200)
    assert.equal(created.body.external_id, 'dry-put')
    assert.deepEqual(await stored(), before)
    await changePost(alice.bearer, id, { external_id: 'dry-put' })
    before = await stored()
    const changed = await alice.bearer.put(path, scheduled)
    assert.deepEqual([changed.status, changed.body.id, changed.body.title], [200, id, 'Dry'])
    assert.deepEqual(await stored(), before)
    await changePost(alice.bearer, id, { external_id: null })
  })

  it('and reports every error of the real request', async () => {
    const wrong = { title: ' ', content: '', status: 'scheduled' }
    const issues = { title: 'TOO_SHORT', scheduled_for: 'REQUIRED' }
    assertError(await alice.bearer.post(`${POSTS}?dry_run=true`, wrong), 400, 'VALIDATION_ERROR', issues)
    const paid = { title: 'T', content: '', is_paid: true, price_jpy: 500 }
    assertError(await alice.bearer.post(`${POSTS}?dry_run=true`, paid), 403, 'PLAN_REQUIRED')
    assertError(await alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, paid), 403, 'PLAN_REQUIRED')
    const stale = { headers: { 'if-match': '"99"' } }
    assertError(await alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, {}, stale), 412, 'PRECONDITION_FAILED')
    assert.deepEqual(await stored(), before)
  })

  it('and reports an external id that is taken', async () => {
    await createPost(alice.bearer, { external_id: 'dry-taken' })
    const answer = await alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, { external_id: 'dry-taken' })
    assertError(answer, 400, 'VALIDATION_ERROR', { external_id: 'INVALID_VALUE' })
    await alice.bearer.delete(`${POSTS}/${(await alice.bearer.get(`${POSTS}?limit=1`)).body.posts[0].id}`)
  })
})

describe('the ETag of a dry run', () => {
  it('is not sent: the version does not exist yet, and the next real change may get the same tag', async () => {
    const body = { title: 'Dry', content: 'x', external_id: null }
    const { id } = await createPost(alice.bearer, { external_id: 'dry-version' })
    const dryResponses = [
      await alice.bearer.post(`${POSTS}?dry_run=true`, body),
      await alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, { title: 'Dry' }),
      await alice.bearer.patch(`${POSTS}/${id}?dry_run=true`, {}),
      await alice.bearer.put(`${POSTS}/by-external-id/dry-version?dry_run=true`, { title: 'Dry', content: 'x' }),
      await alice.bearer.put(`${POSTS}/by-external-id/dry-new?dry_run=true`, { title: 'Dry', content: 'x' }),
    ]
    for (const { status, headers } of dryResponses) assert.deepEqual([status, headers.get('etag')], [200, null])
    const real = await alice.bearer.put(`${POSTS}/by-external-id/dry-version`, { title: 'Real', content: 'x' })
    assert.notEqual(real.headers.get('etag'), null)
  })
})

describe('dry_run', () => {
  it('with false makes the change, and with any other value is 400', async () => {
    const body = { title: 'T', content: '' }
    const { status, body: created } = await alice.bearer.post(`${POSTS}?dry_run=false`, body)
    assert.equal(status, 201)
    for (const value of ['1', 'yes', '', 'TRUE']) {
      const issue = { dry_run: 'INVALID_VALUE' }
      assertError(await alice.bearer.post(`${POSTS}?dry_run=${value}`, body), 400, 'VALIDATION_ERROR', issue)
      const path = `${POSTS}/${created.id}?dry_run=${value}`
      assertError(await alice.bearer.patch(path, body), 400, 'VALIDATION_ERROR', issue)
    }
  })
})

describe('the OpenAPI document', () => {
  it('documents 200 for a dry run and 201 otherwise, with the same schema', async () => {
    const { paths } = (await server.anyone.get('/api/v1/openapi.json')).body
    const { responses } = paths[POSTS].post
    assert.deepEqual(responses['200'].content, responses['201'].content)
    assert.match(responses['200'].description, /dry_run/)
  })
})
