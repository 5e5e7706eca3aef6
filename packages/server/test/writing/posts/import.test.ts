import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueToken } from '../../../src/identity/tokens/issue-token.ts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { assertError, Client } from '../../support/client.ts'
import { changePost, createPost, eventNames, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { findInconsistencies, ownSalon, PUBLIC, publish, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const IMPORT = '/api/v1/import/posts'
let serial = 0
const bodyOf = (fields: Record<string, unknown> = {}) => ({
  external_id: `old-${++serial}`,
  title: 'Imported',
  content: 'Old text.',
  ...fields,
})
const send = (fields: Record<string, unknown> = {}, client: Client = alice.bearer, query = '') =>
  client.post(IMPORT + query, bodyOf(fields))
const PUBLISHED_AT = '2015-06-01T09:00:00.000Z'
const OLD = { status: 'published', published_at: PUBLISHED_AT }

describe('POST /api/v1/import/posts', () => {
  it('creates with 201 and then changes the same post with 200', async () => {
    const external_id = 'https://old.example/?p=1'
    const created = await send({ external_id, ...OLD })
    assert.equal(created.status, 201)
    assert.deepEqual(created.body, await readPost(alice.bearer, created.body.id))
    assert.equal(created.headers.get('etag'), created.body.etag)
    const again = await send({ external_id, ...OLD })
    assert.deepEqual([again.status, again.body], [200, created.body])
    const changed = await send({ external_id, title: 'Corrected' })
    assert.deepEqual([changed.status, changed.body.id, changed.body.title], [200, created.body.id, 'Corrected'])
    assert.equal(changed.body.published_at, PUBLISHED_AT)
    const put = await alice.bearer.put(`${POSTS}/by-external-id/${encodeURIComponent(external_id)}`, bodyOf())
    assert.equal(put.body.id, created.body.id)
  })

  it('makes one post of ten imports at the same time', async () => {
    const { bearer } = await server.person()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => send({ external_id: 'same', slug: 's' }, bearer)),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
    assert.deepEqual([...new Set(responses.map(({ body }) => body.slug))], ['s'])
  })

  it('takes times of the past; created_at is published_at without its own', async () => {
    const one = (await send(OLD)).body
    assert.deepEqual([one.published_at, one.created_at], [PUBLISHED_AT, PUBLISHED_AT])
    const created_at = '2014-01-02T03:04:05.678+09:00'
    const two = (await send({ ...OLD, created_at })).body
    assert.deepEqual([two.published_at, two.created_at], [PUBLISHED_AT, '2014-01-01T18:04:05.678Z'])
    const draft = (await send({ created_at })).body
    assert.deepEqual([draft.published_at, draft.created_at], [null, '2014-01-01T18:04:05.678Z'])
    assert.ok(Date.parse(draft.updated_at) > Date.now() - 60_000)
  })

  it('corrects the times of a post that was imported before', async () => {
    const { external_id, id } = (await send(OLD)).body
    const { body } = await send({ external_id, published_at: '2013-01-01T00:00:00Z' })
    assert.deepEqual(
      [body.id, body.published_at, body.created_at],
      [id, '2013-01-01T00:00:00.000Z', '2013-01-01T00:00:00.000Z'],
    )
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.published_at, '2013-01-01T00:00:00.000Z')
  })

  it('keeps the time of publication of a post that was unpublished meanwhile', async () => {
    const { external_id, id } = (await send(OLD)).body
    await changePost(alice.bearer, id, { status: 'draft' })
    const { body } = await send({ external_id, ...OLD })
    assert.deepEqual([body.status, body.published_at], ['published', PUBLISHED_AT])
  })

  it('rejects a creation after the publication that the post already has, and names that time', async () => {
    const { external_id, id } = (await send(OLD)).body
    const created_at = '2016-01-01T00:00:00Z'
    const issue = { created_at: 'INVALID_VALUE' }
    const rejected = await send({ external_id, created_at })
    assertError(rejected, 400, 'VALIDATION_ERROR', issue)
    assert.equal(
      rejected.body.error.fields[0].message,
      `Must not be after ${PUBLISHED_AT}, when the post was published.`,
    )
    const both = await send({ external_id, created_at, ...OLD })
    assert.equal(both.body.error.fields[0].message, 'Must not be after published_at.')
    const withOthers = await send({ external_id, created_at, colour: 'red' })
    assertError(withOthers, 400, 'VALIDATION_ERROR', { ...issue, colour: 'UNKNOWN_FIELD' })
    await changePost(alice.bearer, id, { status: 'draft' })
    assertError(await send({ external_id, created_at }), 400, 'VALIDATION_ERROR', issue)
    const republished = await send({ external_id, created_at, status: 'published' })
    assert.deepEqual([republished.status, republished.body.created_at], [200, '2016-01-01T00:00:00.000Z'])
  })

  it('refuses wrong times, all errors at once', async () => {
    const rejected = async (fields: Record<string, unknown>, issues: Record<string, string>) =>
      assertError(await send(fields), 400, 'VALIDATION_ERROR', issues)
    const past = '2015-01-01T00:00:00Z'
    await rejected(
      { status: 'published', published_at: later(), created_at: later() },
      { published_at: 'INVALID_VALUE', created_at: 'INVALID_VALUE' },
    )
    await rejected({ published_at: past }, { published_at: 'INVALID_VALUE' })
    await rejected({ ...OLD, created_at: '2016-01-01T00:00:00Z' }, { created_at: 'INVALID_VALUE' })
    await rejected(
      { published_at: '2015-02-30T00:00:00Z', created_at: 5 },
      { published_at: 'INVALID_VALUE', created_at: 'INVALID_TYPE' },
    )
    await rejected({ status: 'scheduled', scheduled_for: past }, { scheduled_for: 'MUST_BE_FUTURE' })
    await rejected({ status: 'archived' }, { status: 'INVALID_VALUE' })
  })

  it('requires an external id, and rejects what a create refuses', async () => {
    const { external_id: _, ...rest } = bodyOf()
    assertError(await alice.bearer.post(IMPORT, rest), 400, 'VALIDATION_ERROR', { external_id: 'REQUIRED' })
    assertError(await send({ external_id: null }), 400, 'VALIDATION_ERROR', { external_id: 'INVALID_TYPE' })
    assertError(await send({ tags: Array(11).fill('a'), colour: 'red', is_paid: true }), 400, 'VALIDATION_ERROR', {
      tags: 'TOO_MANY',
      colour: 'UNKNOWN_FIELD',
      price_jpy: 'REQUIRED',
    })
    const bob = await server.person()
    assertError(await send({ is_paid: true, price_jpy: 300 }, bob.bearer), 403, 'PLAN_REQUIRED')
    assertError(await send({ salon_id: await ownSalon(server, alice) }, bob.bearer), 403, 'FORBIDDEN')
    const none = await alice.bearer.post(IMPORT, bodyOf(), { headers: { 'if-match': '"x"' } })
    assertError(none, 412, 'PRECONDITION_FAILED')
  })

  it('stores nothing in a dry run', async () => {
    const { bearer } = await server.person()
    const { status, body } = await send({ slug: 'dry', ...OLD }, bearer, '?dry_run=true')
    assert.deepEqual([status, body.slug, body.etag], [200, 'dry', null])
    assert.equal((await bearer.get(POSTS)).body.total, 0)
  })

  it('sends events only when it is asked to', async () => {
    const silent = (await send(OLD)).body
    await send({ external_id: silent.external_id, title: 'Changed' })
    assert.deepEqual(await eventNames(server, silent.id), [])
    const loud = (await send(OLD, alice.bearer, '?events=true')).body
    await send({ external_id: loud.external_id, title: 'Changed' }, alice.bearer, '?events=true')
    assert.deepEqual(await eventNames(server, loud.id), ['post.created', 'post.published', 'post.updated'])
    await changePost(alice.bearer, silent.id, { title: 'By hand' })
    assert.deepEqual(await eventNames(server, silent.id), ['post.updated'])
  })

  it('works with a session of any plan, and with a token that has the scope', async () => {
    const free = await server.person({ plan: 'free' })
    assert.equal((await send({}, free.session)).status, 201)
    assertError(await send({}, free.bearer), 403, 'PLAN_REQUIRED')
    const clientWith = async (...scopes: ('import' | 'posts:write' | 'posts:publish')[]) => {
      const { token } = await issueToken(server.context, alice.account.id, { name: scopes.join(), scopes })
      return new Client(server.url, { token })
    }
    const importer = await clientWith('import')
    const draft = await send({}, importer)
    assert.equal(draft.status, 201)
    assertError(await send(OLD, importer), 403, 'SCOPE_REQUIRED')
    const published = (await send(OLD)).body.external_id
    assertError(await send({ external_id: published, title: 'Hidden change' }, importer), 403, 'SCOPE_REQUIRED')
    assertError(await send({}, await clientWith('posts:write', 'posts:publish')), 403, 'SCOPE_REQUIRED')
    assert.equal((await send(OLD, await clientWith('import', 'posts:publish'))).status, 201)
    await setSuspended(server, free, true)
    assertError(await send({}, free.session), 401, 'UNAUTHORIZED')
  })
})

describe('the slug of an imported post', () => {
  it('is kept as given if the author has no post with it, otherwise a suffix is added', async () => {
    const slug = 'Hello_World.2015~日本語'
    const one = (await send({ slug, ...OLD })).body
    assert.equal(one.slug, slug)
    assert.equal(
      one.url,
      `${server.context.settings.publicUrl.origin}/@${alice.account.username}/${encodeURIComponent(slug)}`,
    )
    const two = (await send({ slug })).body
    assert.match(two.slug, /^Hello_World\.2015~日本語-[a-z0-9]{8}$/)
    await alice.bearer.delete(`${POSTS}/${one.id}`)
    assert.notEqual((await send({ slug })).body.slug, slug)
  })

  it('stays as it is when the post is imported again', async () => {
    const { external_id, slug } = (await send({ slug: 'stays' })).body
    assert.equal((await send({ external_id, slug: 'another' })).body.slug, slug)
    assert.match((await send({ slug: null, title: 'No slug' })).body.slug, /^no-slug-[a-z0-9]{8}$/)
  })

  it('may be that of another author: each post is found by author and slug, the first one by the slug alone', async () => {
    const bob = await server.person()
    const slug = 'shared-slug'
    const created_at = '1999-01-01T00:00:00Z'
    const ofAlice = (await send({ slug, ...OLD, title: 'Of Alice' })).body
    const ofBob = (await send({ slug, ...OLD, created_at, title: 'Of Bob' }, bob.bearer)).body
    assert.equal(ofBob.slug, slug)
    const read = async (name: string, more = '') =>
      (await server.anyone.get(`${PUBLIC}/posts/${encodeURIComponent(name)}${more}`)).body
    assert.equal((await read(`@${bob.account.username}/${slug}`)).id, ofBob.id)
    assert.equal((await read(`@${alice.account.username.toUpperCase()}/${slug}`)).id, ofAlice.id)
    assert.equal((await read(slug)).id, ofAlice.id)
    await bob.bearer.post(`/api/v1/reader/posts/${ofBob.id}/comments`, { content: 'Mine' })
    assert.equal((await read(`@${bob.account.username}/${slug}`, '/comments')).total, 1)
    assert.equal((await read(slug, '/comments')).total, 0)
    assert.match((await read(`@${bob.account.username}/${slug}`, '/html')).html, /Old text/)
    await changePost(alice.bearer, ofAlice.id, { status: 'draft' })
    assert.equal((await read(slug)).id, ofBob.id)
    for (const name of [`@${alice.account.username}/${slug}`, `@/${slug}`, '@nobody/x', '@\u212aate/x', '@a\u0000/x'])
      assertError(await server.anyone.get(`${PUBLIC}/posts/${encodeURIComponent(name)}`), 404, 'NOT_FOUND')
  })

  it('must be one that can be an address', async () => {
    for (const [slug, code] of [
      ['', 'TOO_SHORT'],
      ['a/b', 'INVALID_VALUE'],
      ['a b', 'INVALID_VALUE'],
      ['.hidden', 'INVALID_VALUE'],
      ['@me', 'INVALID_VALUE'],
      ['a?b', 'INVALID_VALUE'],
      ['😀', 'INVALID_VALUE'],
      ['feed.xml', 'INVALID_VALUE'],
      ['0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e', 'INVALID_VALUE'],
      ['x'.repeat(201), 'TOO_LONG'],
    ])
      assertError(await send({ slug }), 400, 'VALIDATION_ERROR', { slug: code! })
  })
})

describe('an imported post', () => {
  it('is in every list, ordered by its times, and counted', async () => {
    const { bearer, account } = await server.person()
    const now = await publish(bearer, { title: 'New', tags: ['imported'] })
    const draft = await createPost(bearer, { title: 'New draft' })
    const old = (await send({ ...OLD, tags: ['imported'], category: 'food' }, bearer)).body
    const older = (await send({ ...OLD, published_at: '2010-01-01T00:00:00Z', tags: ['imported'] }, bearer)).body
    const ids = (response: { body: { posts: { id: string }[] } }) => response.body.posts.map(({ id }) => id)
    for (const query of [
      `author=${account.username}`,
      'tag=imported',
      'tag=imported&sort=popular',
      'tag=imported&sort=trending',
    ])
      assert.deepEqual(ids(await server.anyone.get(`${PUBLIC}/posts?${query}`)), [now.id, old.id, older.id], query)
    assert.deepEqual(ids(await bearer.get(POSTS)), [draft.id, now.id, old.id, older.id])
    await bearer.put(`/api/v1/reader/posts/${older.id}/save`)
    await refreshRankings(server.context)
    const { rankings } = (await server.anyone.get(`${PUBLIC}/ranking?type=saved`)).body
    assert.equal(rankings[0].post.id, older.id)
    assert.deepEqual(await findInconsistencies(server.context.db), [])
  })

  it('that is paid, unlisted, salon-only or a draft is hidden as if it had been written here', async () => {
    const salon_id = await ownSalon(server, alice)
    const secret = 'Free.\n\n<!-- paywall -->\n\nSECRET'
    const states: [Record<string, unknown>, number][] = [
      [{ ...OLD, is_paid: true, price_jpy: 300, content: secret }, 200],
      [{ ...OLD, visibility: 'unlisted' }, 200],
      [{ ...OLD, salon_id, salon_only: true }, 404],
      [{ slug: `draft-${++serial}` }, 404],
      [{ status: 'scheduled', scheduled_for: later() }, 404],
    ]
    for (const [fields, status] of states) {
      const { id, slug } = (await send({ tags: ['states'], ...fields })).body
      for (const name of [id, slug, `@${alice.account.username}/${slug}`]) {
        const response = await server.anyone.get(`${PUBLIC}/posts/${encodeURIComponent(name)}`)
        assert.equal(response.status, status, JSON.stringify(fields))
        assert.ok(!JSON.stringify(response.body).includes('SECRET'))
      }
    }
    assert.equal((await server.anyone.get(`${PUBLIC}/posts?tag=states`)).body.total, 1)
  })
})
