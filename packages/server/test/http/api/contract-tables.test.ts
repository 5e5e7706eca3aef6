/** One test for each row of the contract's table of post fields. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import { type Answer, assertError } from '../../support/client.ts'
import { changePost, createPost, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const EMOJI = '👩🏽‍🚀'
const emoji = (codePoints: number) => '😀'.repeat(codePoints)

/** Sends a value in a new post and in a change, because the rules are the same. */
async function both(fields: Record<string, unknown>): Promise<Answer[]> {
  const { id } = await createPost(alice.bearer)
  const created = await alice.bearer.post(POSTS, { title: 'T', content: 'C', ...fields })
  return [created, await alice.bearer.patch(`${POSTS}/${id}`, fields)]
}

async function accepts(fields: Record<string, unknown>, read: Record<string, unknown> = fields): Promise<void> {
  for (const response of await both(fields)) {
    assert.ok(response.status === 201 || response.status === 200, JSON.stringify(response.body))
    const post = await readPost(alice.bearer, response.body.id)
    for (const [name, value] of Object.entries(read)) assert.deepEqual(post[name as keyof typeof post], value, name)
  }
}

async function rejects(fields: Record<string, unknown>, issues: Record<string, string>): Promise<void> {
  for (const response of await both(fields)) assertError(response, 400, 'VALIDATION_ERROR', issues)
}

describe('write fields', () => {
  it('title: required on create', async () => {
    assertError(await alice.bearer.post(POSTS, { content: '' }), 400, 'VALIDATION_ERROR', { title: 'REQUIRED' })
    assertError(await alice.bearer.post(POSTS), 400, 'VALIDATION_ERROR', { title: 'REQUIRED', content: 'REQUIRED' })
  })

  it('title: 100 characters pass and 101 do not, counted in code points', async () => {
    await accepts({ title: 'x'.repeat(100) })
    await accepts({ title: emoji(100) })
    await rejects({ title: 'x'.repeat(101) }, { title: 'TOO_LONG' })
    await rejects({ title: emoji(101) }, { title: 'TOO_LONG' })
  })

  it('title: must not be empty or blank', async () => {
    await rejects({ title: '' }, { title: 'TOO_SHORT' })
    await rejects({ title: ' \u3000\t' }, { title: 'TOO_SHORT' })
  })

  it('content: required on create, and may be empty', async () => {
    assertError(await alice.bearer.post(POSTS, { title: 'T' }), 400, 'VALIDATION_ERROR', { content: 'REQUIRED' })
    await accepts({ content: '' })
  })

  it('content: 500 characters pass for a short and 501 do not, counted in code points', async () => {
    await accepts({ post_type: 'short', content: 'x'.repeat(500) })
    await accepts({ post_type: 'short', content: emoji(500) })
    await rejects({ post_type: 'short', content: 'x'.repeat(501) }, { content: 'TOO_LONG' })
    await rejects({ post_type: 'short', content: emoji(501) }, { content: 'TOO_LONG' })
    await accepts({ post_type: 'article', content: emoji(501) })
    await accepts({ post_type: 'series_entry', content: emoji(501) })
  })

  it('content: a text of 501 characters cannot become a short, and a short cannot grow to it', async () => {
    const long = await createPost(alice.bearer, { content: 'x'.repeat(501) })
    const toShort = await alice.bearer.patch(`${POSTS}/${long.id}`, { post_type: 'short' })
    assertError(toShort, 400, 'VALIDATION_ERROR', { content: 'TOO_LONG' })
    assert.equal((await readPost(alice.bearer, long.id)).post_type, 'article')
    await changePost(alice.bearer, long.id, { post_type: 'short', content: 'x' })
    const grown = await alice.bearer.patch(`${POSTS}/${long.id}`, { content: 'x'.repeat(501) })
    assertError(grown, 400, 'VALIDATION_ERROR', { content: 'TOO_LONG' })
    await changePost(alice.bearer, long.id, { post_type: 'article', content: 'x'.repeat(501) })
  })

  it('content: 1,000,000 characters pass for an article and one more does not', async () => {
    const most = emoji(1_000_000)
    const created = await alice.bearer.post(POSTS, { title: 'T', content: most })
    assert.equal(created.status, 201)
    assert.equal((await readPost(alice.bearer, created.body.id)).content.length, most.length)
    const over = await alice.bearer.post(POSTS, { title: 'T', content: `${most}x` })
    assertError(over, 400, 'VALIDATION_ERROR', { content: 'TOO_LONG' })
  })

  it('status: a post can be created as draft, published or scheduled, not as archived or deleted', async () => {
    for (const status of ['draft', 'published'])
      assert.equal((await createPost(alice.bearer, { status })).status, status)
    const scheduled = await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })
    assert.equal(scheduled.status, 'scheduled')
    for (const status of ['archived', 'deleted', 'Draft', '', 1, null]) {
      const response = await alice.bearer.post(POSTS, { title: 'T', content: '', status })
      const code = typeof status === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
      assertError(response, 400, 'VALIDATION_ERROR', { status: code })
    }
  })

  it('scheduled_for: a future ISO 8601 time', async () => {
    const status = 'scheduled'
    await accepts(
      { status, scheduled_for: '2999-06-01T12:00:00.5+09:00' },
      { scheduled_for: '2999-06-01T03:00:00.500Z' },
    )
    const noon = { scheduled_for: '2999-06-01T12:00:00.000Z' }
    for (const scheduled_for of [
      '2999-06-01T12:00Z',
      '2999-06-01T21:00:00+09:00',
      '2999-06-01T21:00:00+0900',
      '2999-06-01T21:00:00+09',
      '2999-06-01T12:00:00.000000000Z',
      '2999-06-01T12:00:00,0Z',
      '2999-06-01 21:00:00+09:00',
      '2999-06-01T12:00:00',
      '2999-06-01 12:00:00.000001',
    ]) {
      await accepts({ status, scheduled_for }, noon)
    }
    await accepts({ status, scheduled_for: '2999-06-01' }, { scheduled_for: '2999-06-01T00:00:00.000Z' })
    await rejects({ status, scheduled_for: '2020-01-01T00:00:00Z' }, { scheduled_for: 'MUST_BE_FUTURE' })
    for (const scheduled_for of ['tomorrow', '2999-06', '2999-06-01T12', '2999-02-30T00:00:00Z', '']) {
      await rejects({ status, scheduled_for }, { scheduled_for: 'INVALID_VALUE' })
    }
    await rejects({ status, scheduled_for: 32503680000000 }, { scheduled_for: 'INVALID_TYPE' })
  })

  it('scheduled_for: required when status is scheduled, refused without it', async () => {
    await rejects({ status: 'scheduled' }, { scheduled_for: 'REQUIRED' })
    await rejects({ status: 'scheduled', scheduled_for: null }, { scheduled_for: 'REQUIRED' })
    await rejects({ scheduled_for: later() }, { scheduled_for: 'INVALID_VALUE' })
    await rejects({ status: 'published', scheduled_for: later() }, { scheduled_for: 'INVALID_VALUE' })
  })

  it('post_type: article, short, series_entry and nothing else', async () => {
    for (const post_type of ['article', 'short', 'series_entry']) await accepts({ post_type })
    await rejects({ post_type: 'novel' }, { post_type: 'INVALID_VALUE' })
    await rejects({ post_type: null }, { post_type: 'INVALID_TYPE' })
  })

  it('visibility: public, unlisted and nothing else', async () => {
    for (const visibility of ['public', 'unlisted']) await accepts({ visibility })
    await rejects({ visibility: 'private' }, { visibility: 'INVALID_VALUE' })
    await rejects({ visibility: true }, { visibility: 'INVALID_TYPE' })
  })

  it('category: each known value, null, and nothing else', async () => {
    const { id } = await createPost(alice.bearer)
    for (const category of [...CATEGORY_VALUES, null]) {
      assert.equal((await changePost(alice.bearer, id, { category })).category, category)
    }
    for (const category of ['AI', 'unknown', '']) await rejects({ category }, { category: 'INVALID_VALUE' })
  })

  it('tags: 10 entries pass and 11 do not', async () => {
    const ten = Array.from({ length: 10 }, (_, i) => `t${i}`)
    await accepts({ tags: ten })
    await rejects({ tags: [...ten, 't10'] }, { tags: 'TOO_MANY' })
  })

  it('tags: trimmed, then duplicates are dropped, in order of first appearance', async () => {
    await accepts({ tags: [' b ', 'a', 'b', '\u3000a', 'B'] }, { tags: ['b', 'a', 'B'] })
    await accepts({ tags: [] })
    await accepts({ tags: null }, { tags: [] })
  })

  it('tags: 50 characters pass and 51 do not, counted in code points; blank ones are rejected by name', async () => {
    await accepts({ tags: ['x'.repeat(50), emoji(50)] })
    await rejects({ tags: ['ok', 'x'.repeat(51)] }, { 'tags.1': 'TOO_LONG' })
    await rejects({ tags: ['', 'ok', ' '] }, { 'tags.0': 'TOO_SHORT' })
    await rejects({ tags: ['ok', ' '] }, { 'tags.1': 'TOO_SHORT' })
    await rejects({ tags: ['ok', 5] }, { 'tags.1': 'INVALID_TYPE' })
    await rejects({ tags: 'ok' }, { tags: 'INVALID_TYPE' })
  })

  it('subtitle, seo_title, meta_description: text or null', async () => {
    for (const name of ['subtitle', 'seo_title', 'meta_description']) {
      await accepts({ [name]: `${EMOJI} text` })
      await accepts({ [name]: null })
      await rejects({ [name]: 5 }, { [name]: 'INVALID_TYPE' })
      await rejects({ [name]: 'x'.repeat(501) }, { [name]: 'TOO_LONG' })
    }
  })

  it('is_paid: a boolean', async () => {
    await accepts({ is_paid: false })
    await accepts({ is_paid: true, price_jpy: 100 })
    for (const is_paid of ['true', 1, null]) await rejects({ is_paid }, { is_paid: 'INVALID_TYPE' })
  })

  it('price_jpy: required when is_paid is true', async () => {
    await rejects({ is_paid: true }, { price_jpy: 'REQUIRED' })
    await rejects({ is_paid: true, price_jpy: null }, { price_jpy: 'REQUIRED' })
    const { id } = await createPost(alice.bearer, { is_paid: true, price_jpy: 300 })
    const cleared = await alice.bearer.patch(`${POSTS}/${id}`, { price_jpy: null })
    assertError(cleared, 400, 'VALIDATION_ERROR', { price_jpy: 'REQUIRED' })
  })

  it('price_jpy: 100 yen pass and 99 do not, integers only, the string "100" is rejected', async () => {
    await accepts({ is_paid: true, price_jpy: 100 })
    await rejects({ is_paid: true, price_jpy: 99 }, { price_jpy: 'TOO_SMALL' })
    await rejects({ is_paid: true, price_jpy: -100 }, { price_jpy: 'TOO_SMALL' })
    await rejects({ is_paid: true, price_jpy: 100.5 }, { price_jpy: 'INVALID_TYPE' })
    await rejects({ is_paid: true, price_jpy: '100' }, { price_jpy: 'INVALID_TYPE' })
    await rejects({ is_paid: true, price_jpy: 1e12 }, { price_jpy: 'TOO_LARGE' })
    const free = await createPost((await server.person({ plan: 'free' })).session, { is_paid: false, price_jpy: 0 })
    assert.equal(free.is_paid, false)
  })

  it('free_preview_length: accepted, stored, without effect, and marked as deprecated', async () => {
    await accepts({ free_preview_length: 3, content: 'Longer than that.' }, { excerpt: 'Longer than that.' })
    const { body } = await server.anyone.get('/api/v1/openapi.json')
    for (const name of ['CreatePost', 'ChangePost', 'PutPost', 'Post']) {
      const { properties } = body.components.schemas[name]
      assert.equal(properties.free_preview_length.deprecated, true, name)
      const others = Object.keys(properties).filter(key => properties[key].deprecated)
      assert.deepEqual(others, ['free_preview_length'], name)
    }
  })

  it('salon_only: requires salon_id', async () => {
    await rejects({ salon_only: true }, { salon_id: 'REQUIRED' })
    await rejects({ salon_only: 'yes' }, { salon_only: 'INVALID_TYPE' })
    await accepts({ salon_only: false, salon_id: null })
  })

  it('thumbnail_url, cover_image_url: http and https only', async () => {
    for (const name of ['thumbnail_url', 'cover_image_url']) {
      for (const url of ['http://example.com/a.png', 'https://例え.jp/画像.webp?x=1#y', null])
        await accepts({ [name]: url })
      for (const url of [
        'javascript:alert(1)',
        'data:image/png;base64,AA==',
        '//example.com/a',
        '/a.png',
        'ftp://a/b',
        '',
      ]) {
        await rejects({ [name]: url }, { [name]: 'INVALID_VALUE' })
      }
    }
  })
})
