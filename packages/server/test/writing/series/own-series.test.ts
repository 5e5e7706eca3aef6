import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { issueToken } from '../../../src/identity/tokens/issue-token.ts'
import { assertError, Client } from '../../support/client.ts'
import { plain } from '../../support/posts/images.ts'
import { changePost, createPost, eventsOf, POSTS, readPost } from '../../support/posts/posts.ts'
import { publish } from '../../support/posts/public.ts'
import { createSeries, entryOf, SERIES } from '../../support/posts/series.ts'
import { upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  bob = await server.person()
})
after(() => server.close())

const orderOf = async (client: Client, id: string): Promise<string[]> => {
  const { posts } = (await client.get(`${SERIES}/${id}`)).body
  return posts.map((post: { title: string }) => post.title)
}

describe('an author’s series', () => {
  it('is created with defaults, read, listed, changed and deleted', async () => {
    const { session, account } = await server.person()
    const created = await createSeries(session, { title: '雨の一年 2026' })
    assert.deepEqual(
      { ...created, id: '', created_at: '', updated_at: '' },
      {
        id: '',
        slug: '雨の一年-2026',
        title: '雨の一年 2026',
        description: null,
        cover_image_url: null,
        status: 'ongoing',
        post_count: 0,
        url: `${server.context.settings.publicUrl.origin}/@${account.username}/series/${encodeURIComponent('雨の一年-2026')}`,
        created_at: '',
        updated_at: '',
      },
    )
    const change = { description: 'One each month.', cover_image_url: 'https://a.test/b.png', status: 'complete' }
    const changed = (await session.patch(`${SERIES}/${created.id}`, change)).body
    assert.deepEqual({ ...changed, updated_at: '' }, { ...created, ...change, updated_at: '' })
    assert.deepEqual((await session.get(`${SERIES}/${created.id}`)).body, { ...changed, posts: [] })
    assert.deepEqual((await session.get(SERIES)).body, { series: [changed], total: 1 })
    const back = await session.patch(`${SERIES}/${created.id}`, (await session.get(`${SERIES}/${created.id}`)).body)
    assert.equal(back.body.updated_at, changed.updated_at, 'an empty change changes nothing')
    assert.deepEqual((await session.delete(`${SERIES}/${created.id}`)).body, { deleted: true })
    assertError(await session.get(`${SERIES}/${created.id}`), 404, 'NOT_FOUND')
  })

  it('keeps a given slug, and gets a suffix only if one made from the title is taken', async () => {
    assert.equal((await createSeries(alice.bearer, { slug: 'rain' })).slug, 'rain')
    assertError(await alice.bearer.post(SERIES, { title: 'A', slug: 'rain' }), 400, 'VALIDATION_ERROR', {
      slug: 'INVALID_VALUE',
    })
    assert.match((await createSeries(alice.bearer, { title: 'Rain!' })).slug, /^rain-[a-z0-9]{8}$/)
    assert.equal((await createSeries(bob.bearer, { title: 'Rain!' })).slug, 'rain')
  })

  it('names every error at once', async () => {
    const issues = {
      title: 'TOO_SHORT',
      cover_image_url: 'INVALID_VALUE',
      status: 'INVALID_VALUE',
      name: 'UNKNOWN_FIELD',
    }
    const sent = { title: ' ', cover_image_url: 'javascript:1', status: 'over', name: 'x' }
    assertError(await alice.bearer.post(SERIES, sent), 400, 'VALIDATION_ERROR', issues)
    const { id } = await createSeries(alice.bearer)
    assertError(await alice.bearer.patch(`${SERIES}/${id}`, sent), 400, 'VALIDATION_ERROR', issues)
  })

  it('of somebody else is not found by any call, and cannot be joined', async () => {
    const { id } = await createSeries(bob.bearer)
    for (const path of [id, 'nonsense', '%00']) {
      assertError(await alice.bearer.get(`${SERIES}/${path}`), 404, 'NOT_FOUND')
      assertError(await alice.bearer.patch(`${SERIES}/${path}`, { title: 'Mine' }), 404, 'NOT_FOUND')
      assertError(await alice.bearer.put(`${SERIES}/${path}/order`, { post_ids: [] }), 404, 'NOT_FOUND')
      assertError(await alice.bearer.delete(`${SERIES}/${path}`), 404, 'NOT_FOUND')
    }
    for (const series_id of [id, 'nonsense']) {
      const sent = { title: 'A', content: '', post_type: 'series_entry', series_id }
      assertError(await alice.bearer.post(POSTS, sent), 400, 'VALIDATION_ERROR', { series_id: 'INVALID_VALUE' })
    }
  })

  it('has at most 500 posts, and can be sent back with all of them', async () => {
    const series = await createSeries(alice.bearer)
    const { id } = await createPost(alice.bearer, { title: '雨'.repeat(100), ...entryOf(series) })
    await sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, series_id)
      select gen_random_uuid(), author_id, 's' || n, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, series_id
      from posts, generate_series(1, 499) n where id = ${id}`.execute(server.context.db)
    const rejected = await alice.bearer.post(POSTS, { title: 'A', content: '', ...entryOf(series) })
    assertError(rejected, 400, 'VALIDATION_ERROR', { series_id: 'TOO_MANY' })
    assert.equal((await changePost(alice.bearer, id, { series_position: 3 })).series_position, 3)
    const read = (await alice.bearer.get(`${SERIES}/${series.id}`)).body
    assert.equal(read.posts.length, 500)
    const changed = await alice.bearer.patch(`${SERIES}/${series.id}`, { ...read, title: 'Rain' })
    assert.equal(changed.body.title, 'Rain', JSON.stringify(changed.body))
  })
})

describe('the series fields of a post', () => {
  it('are written, read and filtered, and only a series entry has them', async () => {
    const series = await createSeries(alice.bearer)
    const { id } = await createPost(alice.bearer, entryOf(series, 4))
    const post = await readPost(alice.bearer, id)
    assert.deepEqual([post.series_id, post.series_position], [series.id, 4])
    const { posts, total } = (await alice.bearer.get(`${POSTS}?series_id=${series.id}`)).body
    assert.deepEqual([posts[0].id, posts[0].series_id, posts[0].series_position, total], [id, series.id, 4, 1])
    assert.equal((await alice.bearer.get(`${POSTS}?series_id=x`)).body.total, 0)
    assertError(
      await alice.bearer.post(POSTS, { title: 'A', content: '', series_id: series.id }),
      400,
      'VALIDATION_ERROR',
      {
        series_id: 'INVALID_VALUE',
      },
    )
    const alone = { title: 'A', content: '', post_type: 'series_entry', series_position: 1 }
    assertError(await alice.bearer.post(POSTS, alone), 400, 'VALIDATION_ERROR', { series_position: 'INVALID_VALUE' })
  })

  it('are cleared by another type, also if a post that was read is sent back', async () => {
    const series = await createSeries(alice.bearer)
    const { id } = await createPost(alice.bearer, entryOf(series, 4))
    const read = await readPost(alice.bearer, id)
    const changed = await changePost(alice.bearer, id, { ...read, post_type: 'article' })
    assert.deepEqual([changed.series_id, changed.series_position], [null, null])
    const [, event] = await eventsOf(server, id)
    assert.deepEqual(JSON.parse(event?.body ?? '').data.changes, ['post_type', 'series_id', 'series_position'])
  })

  it('lose the position with the series', async () => {
    const [one, other] = [await createSeries(alice.bearer), await createSeries(alice.bearer)]
    const { id } = await createPost(alice.bearer, entryOf(one, 4))
    const moved = await changePost(alice.bearer, id, { series_id: other.id })
    assert.deepEqual([moved.series_id, moved.series_position], [other.id, null])
  })
})

describe('the order of a series', () => {
  it('is the position, then the publication; it can be set at once, and unlisted ids follow', async () => {
    const { bearer } = await server.person()
    const series = await createSeries(bearer)
    const third = await publish(bearer, { title: 'third', ...entryOf(series) })
    const draft = await createPost(bearer, { title: 'draft', ...entryOf(series) })
    const second = await publish(bearer, { title: 'second', ...entryOf(series, 9) })
    const first = await publish(bearer, { title: 'first', ...entryOf(series, 2) })
    assert.deepEqual(await orderOf(bearer, series.id), ['first', 'second', 'third', 'draft'])
    const wanted = { post_ids: [draft.id.toUpperCase(), second.id] }
    const response = await bearer.put(`${SERIES}/${series.id}/order`, wanted)
    assert.deepEqual(
      response.body.posts.map(({ title, series_position }: Record<string, unknown>) => [title, series_position]),
      [
        ['draft', 1],
        ['second', 2],
        ['first', 3],
        ['third', 4],
      ],
    )
    assert.deepEqual(await orderOf(bearer, series.id), ['draft', 'second', 'first', 'third'])
    assert.equal((await readPost(bearer, first.id)).series_position, 3)
    const event = (await eventsOf(server, third.id)).at(-1)
    assert.deepEqual([event?.name, JSON.parse(event?.body ?? '').data.changes], ['post.updated', ['series_position']])
    const before = await readPost(bearer, third.id)
    await bearer.put(`${SERIES}/${series.id}/order`, wanted)
    assert.equal((await readPost(bearer, third.id)).etag, before.etag, 'the same order changes nothing')
  })

  it('rejects a post of another series, and one that is listed twice', async () => {
    const series = await createSeries(alice.bearer)
    const own = await createPost(alice.bearer, entryOf(series))
    const other = await createPost(alice.bearer)
    const rejected = await alice.bearer.put(`${SERIES}/${series.id}/order`, { post_ids: [own.id, other.id, own.id] })
    assertError(rejected, 400, 'VALIDATION_ERROR', { 'post_ids.1': 'INVALID_VALUE', 'post_ids.2': 'INVALID_VALUE' })
  })
})

describe('deleting a series', () => {
  it('leaves its posts, with an event and a new version for each', async () => {
    const series = await createSeries(alice.bearer)
    const kept = await publish(alice.bearer, entryOf(series, 1))
    const trashed = await createPost(alice.bearer, entryOf(series, 2))
    await alice.bearer.delete(`${POSTS}/${trashed.id}`)
    const { etag } = await readPost(alice.bearer, kept.id)
    await alice.bearer.delete(`${SERIES}/${series.id}`)
    const post = await readPost(alice.bearer, kept.id)
    assert.deepEqual([post.status, post.series_id, post.series_position], ['published', null, null])
    assert.notEqual(post.etag, etag)
    const event = (await eventsOf(server, kept.id)).at(-1)
    assert.deepEqual(JSON.parse(event?.body ?? '').data.changes, ['series_id', 'series_position'])
    const restored = await alice.bearer.post(`/api/v1/trash/${trashed.id}/restore`)
    assert.deepEqual([restored.body.series_id, restored.body.series_position], [null, null])
  })
})

describe('a token for drafts', () => {
  it('changes, orders and deletes a series only while readers see none of its posts', async () => {
    const { bearer, account } = await server.person()
    const scopes = ['posts:read', 'posts:write'] as const
    const { token } = await issueToken(server.context, account.id, { name: 'drafts', scopes: [...scopes] })
    const drafts = new Client(server.url, { token })
    const series = await createSeries(drafts)
    const post = await createPost(drafts, entryOf(series))
    const path = `${SERIES}/${series.id}`
    assert.equal((await drafts.patch(path, { title: 'B' })).status, 200)
    assert.equal((await drafts.put(`${path}/order`, { post_ids: [post.id] })).status, 200)
    await changePost(bearer, post.id, { status: 'published' })
    assertError(await drafts.patch(path, { title: 'C' }), 403, 'SCOPE_REQUIRED')
    assertError(await drafts.put(`${path}/order`, { post_ids: [] }), 403, 'SCOPE_REQUIRED')
    assertError(await drafts.delete(path), 403, 'SCOPE_REQUIRED')
    await createPost(drafts, entryOf(series))
  })
})

describe('the cover of a series', () => {
  it('is a use of an uploaded image', async () => {
    const { bearer } = await server.person()
    const { body: image } = await upload(bearer, await plain('png', 11, 13))
    const series = await createSeries(bearer, { title: 'Rain', cover_image_url: image.url })
    const { uploads } = (await bearer.get('/api/v1/uploads')).body
    assert.deepEqual(uploads[0].used_by, [{ type: 'series', id: series.id, title: 'Rain' }])
    assertError(await bearer.delete(`/api/v1/uploads/${image.id}`), 409, 'IN_USE')
    await bearer.delete(`${SERIES}/${series.id}`)
    assert.equal((await bearer.delete(`/api/v1/uploads/${image.id}`)).status, 200)
  })
})
