import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { lockAccount } from '../../../../src/identity/accounts/account-store.ts'
import type { Client } from '../../../support/client.ts'
import { assertError } from '../../../support/client.ts'
import { eventually } from '../../../support/eventually.ts'
import { changePost, createPost, eventNames, later, POSTS, readPost } from '../../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const BODY = { title: 'From a file', content: 'Text.' }
const put = (externalId: string, body: object = BODY, client: Client = alice.bearer, query = '') =>
  client.put(`${POSTS}/by-external-id/${encodeURIComponent(externalId)}${query}`, body)

describe('PUT /api/v1/posts/by-external-id/:external_id', () => {
  it('creates with 201, then changes the same post with 200, returning all fields', async () => {
    const created = await put('a.md')
    assert.equal(created.status, 201)
    assert.equal(created.body.external_id, 'a.md')
    assert.equal(created.body.status, 'draft')
    const read = await alice.bearer.get(`${POSTS}/${created.body.id}`)
    assert.deepEqual(created.body, read.body)
    assert.equal(created.headers.get('etag'), read.headers.get('etag'))
    const changed = await put('a.md', { ...BODY, title: 'Changed' })
    assert.equal(changed.status, 200)
    assert.deepEqual([changed.body.id, changed.body.title], [created.body.id, 'Changed'])
    assert.deepEqual(await eventNames(server, created.body.id), ['post.created', 'post.updated'])
  })

  it('changes nothing when it is repeated', async () => {
    const first = await put('same.md', { ...BODY, tags: ['x'], status: 'published' })
    const second = await put('same.md', { ...BODY, tags: ['x'], status: 'published' })
    assert.equal(second.status, 200)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('etag'), first.headers.get('etag'))
  })

  it('leaves missing fields unchanged, and null clears a field', async () => {
    await put('stay.md', { ...BODY, subtitle: 'S', category: 'ai', status: 'published' })
    const { body } = await put('stay.md', { ...BODY, category: null })
    assert.deepEqual([body.subtitle, body.category, body.status], ['S', null, 'published'])
  })

  it('makes one post from 20 parallel first calls', async () => {
    const { bearer } = await server.person()
    for (let round = 1; round <= 4; round++) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) => put(`race-${round}.md`, { ...BODY, title: `Title ${i}` }, bearer)),
      )
      assert.deepEqual(responses.map(response => response.status).toSorted(), [...Array(19).fill(200), 201])
      assert.equal(new Set(responses.map(response => response.body.id)).size, 1)
      assert.equal((await bearer.get(POSTS)).body.total, round)
    }
  })

  it('makes one post together with a simultaneous POST of the same external id', async () => {
    const { bearer } = await server.person()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0 ? put('mixed', BODY, bearer) : bearer.post(POSTS, { ...BODY, external_id: 'mixed' }),
      ),
    )
    assert.equal(responses.filter(response => response.status === 201).length, 1)
    for (const response of responses) {
      if (response.status !== 201 && response.status !== 200) {
        assertError(response, 400, 'VALIDATION_ERROR', { external_id: 'INVALID_VALUE' })
      }
    }
    assert.equal((await bearer.get(POSTS)).body.total, 1)
  })

  it('makes another post after a delete, because the external id is free again', async () => {
    const first = await put('again.md')
    await alice.bearer.delete(`${POSTS}/${first.body.id}`)
    const second = await put('again.md')
    assert.equal(second.status, 201)
    assert.notEqual(second.body.id, first.body.id)
  })

  it('keeps the external ids of different authors separate', async () => {
    const bob = await server.person()
    const mine = await put('shared.md')
    const theirs = await put('shared.md', BODY, bob.bearer)
    assert.equal(theirs.status, 201)
    assert.notEqual(theirs.body.id, mine.body.id)
  })

  it('refuses archived for a new post and accepts it for an existing one', async () => {
    assertError(await put('arch.md', { ...BODY, status: 'archived' }), 400, 'VALIDATION_ERROR', {
      status: 'INVALID_VALUE',
    })
    await put('arch.md', { ...BODY, status: 'published' })
    assert.equal((await put('arch.md', { ...BODY, status: 'archived' })).body.status, 'archived')
  })

  it('requires title and content in each call', async () => {
    const issues = { title: 'REQUIRED', content: 'REQUIRED' }
    assertError(await put('none.md', {}), 400, 'VALIDATION_ERROR', issues)
    await put('none.md')
    assertError(await put('none.md', {}), 400, 'VALIDATION_ERROR', issues)
  })

  it('accepts its own response as a body', async () => {
    const { body } = await put('whole.md', { ...BODY, status: 'scheduled', scheduled_for: later() })
    const again = await put('whole.md', body)
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.deepEqual(again.body, body)
  })

  for (const id of [
    'with spaces',
    'posts/2026/hello.md',
    '日本語.md',
    '😀👩🏽‍🚀',
    '%2F',
    'a?b#c&d=e',
    '..',
    '\\',
    "'; drop table posts; --",
    'x'.repeat(200),
    '😀'.repeat(200),
  ]) {
    it(`the id ${JSON.stringify(id.slice(0, 24))} of ${[...id].length} characters names one post`, async () => {
      const path = id === '..' ? '%2E%2E%20' : encodeURIComponent(id)
      const name = id === '..' ? '.. ' : id
      const created = await alice.bearer.put(`${POSTS}/by-external-id/${path}`, BODY)
      assert.equal(created.status, 201, JSON.stringify(created.body))
      assert.equal(created.body.external_id, name)
      assert.equal((await alice.bearer.put(`${POSTS}/by-external-id/${path}`, BODY)).status, 200)
    })
  }

  it('rejects an external id of 201 characters, an empty one and NUL', async () => {
    assertError(await put('x'.repeat(201)), 400, 'VALIDATION_ERROR', { external_id: 'TOO_LONG' })
    assertError(await put('😀'.repeat(201)), 400, 'VALIDATION_ERROR', { external_id: 'TOO_LONG' })
    assertError(await put('a\0b'), 400, 'VALIDATION_ERROR', { external_id: 'INVALID_VALUE' })
    assertError(await put(''), 400, 'VALIDATION_ERROR', { external_id: 'TOO_SHORT' })
  })
})

describe('external_id as a field', () => {
  it('is unique among the posts of an author: a taken one is 400', async () => {
    await createPost(alice.bearer, { external_id: 'taken' })
    const { id } = await createPost(alice.bearer)
    const taken = { external_id: 'INVALID_VALUE' }
    assertError(await alice.bearer.post(POSTS, { ...BODY, external_id: 'taken' }), 400, 'VALIDATION_ERROR', taken)
    assertError(await alice.bearer.patch(`${POSTS}/${id}`, { external_id: 'taken' }), 400, 'VALIDATION_ERROR', taken)
    assert.equal((await readPost(alice.bearer, id)).external_id, null)
  })

  it('can be set, renamed and removed by PATCH; PUT then uses the new name', async () => {
    const { id } = await createPost(alice.bearer)
    await changePost(alice.bearer, id, { external_id: 'first-name' })
    await changePost(alice.bearer, id, { external_id: 'second-name' })
    assert.equal((await put('second-name')).body.id, id)
    assert.equal((await put('first-name')).status, 201)
    await changePost(alice.bearer, id, { external_id: null })
    assert.equal((await put('second-name')).status, 201)
  })
})

describe('concurrent writes of one author', () => {
  it('an upsert by external id and a publication never deadlock', async () => {
    const { db } = server.context
    const { bearer, account } = await server.person()
    await createPost(bearer, { status: 'published' })
    // Takes the locks of PUT in its order: first the author's row, then the counter of the post's group.
    const publishing = await db.transaction().execute(async trx => {
      await lockAccount(trx, account.id)
      const response = bearer.post(POSTS, { ...BODY, status: 'published' })
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(trx)
        assert.equal(rows.length, 1)
      })
      await sql`set local lock_timeout = '1ms'`.execute(trx)
      await sql`update post_groups set count = count where author_id = ${account.id}`.execute(trx)
      return { response }
    })
    assert.equal((await publishing.response).status, 201)
  })
})
