import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { createPost, eventNames, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const CREATED = [
  'id',
  'slug',
  'title',
  'status',
  'visibility',
  'post_type',
  'is_paid',
  'published_at',
  'scheduled_for',
  'created_at',
  'url',
].sort()
const LISTED = [
  'id',
  'slug',
  'title',
  'status',
  'visibility',
  'post_type',
  'is_paid',
  'category',
  'tags',
  'subtitle',
  'salon_id',
  'salon_only',
  'excerpt',
  'published_at',
  'scheduled_for',
  'created_at',
  'updated_at',
  'view_count',
  'like_count',
  'comment_count',
  'url',
  'price_jpy',
  'thumbnail_url',
  'cover_image_url',
  'seo_title',
  'meta_description',
  'canonical_url',
  'series_id',
  'series_position',
  'external_id',
  'content_sha256',
  'etag',
].sort()
const FULL = [...LISTED, 'content', 'free_preview_length', 'author', 'exceeded_limit'].sort()

describe('the fields of a post', () => {
  it('on create are exactly eleven, with the defaults of the contract; the status is 201', async () => {
    const { status, body } = await alice.bearer.post(POSTS, { title: 'Hello, 世界!', content: '# Hi\n\nSome *text*.' })
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body).sort(), CREATED)
    const { id, slug, created_at, url: _, ...rest } = body
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.match(slug, /^hello-世界-[a-z0-9]{8}$/)
    assert.equal(new Date(created_at).toISOString(), created_at)
    assert.deepEqual(rest, {
      title: 'Hello, 世界!',
      status: 'draft',
      visibility: 'public',
      post_type: 'article',
      is_paid: false,
      published_at: null,
      scheduled_for: null,
    })
  })

  it('in a list are exactly thirty-two, without content', async () => {
    await createPost(alice.bearer)
    const { body } = await alice.bearer.get(`${POSTS}?limit=1`)
    assert.deepEqual(Object.keys(body).sort(), ['posts', 'total'])
    assert.deepEqual(Object.keys(body.posts[0]).sort(), LISTED)
  })

  it('in a single read are those and four more, null if not set', async () => {
    const { id } = await createPost(alice.bearer, { title: 'Read', content: '# Hi\n\nSome *text*.' })
    const post = await readPost(alice.bearer, id)
    assert.deepEqual(Object.keys(post).sort(), FULL)
    assert.equal(post.excerpt, 'Hi Some text.')
    assert.equal(post.content, '# Hi\n\nSome *text*.')
    assert.deepEqual(post.author, {
      username: alice.account.username,
      display_name: alice.account.display_name,
      avatar_url: null,
    })
    assert.deepEqual(post.tags, [])
    assert.deepEqual([post.view_count, post.like_count, post.comment_count], [0, 0, 0])
    for (const name of FULL.slice()) {
      if (
        /^(category|subtitle|salon_id|published_at|scheduled_for|price_jpy|free_.*|.*_url|seo_.*|meta_.*)$/.test(name)
      )
        assert.equal(post[name as keyof typeof post], null, name)
    }
  })

  it('are the same in the response of PATCH as in a single read', async () => {
    const { id } = await createPost(alice.bearer)
    const { body } = await alice.bearer.patch(`${POSTS}/${id}`, { title: 'Changed' })
    assert.deepEqual(body, await readPost(alice.bearer, id))
    assert.deepEqual(Object.keys(body).sort(), FULL)
  })

  it('include external_id, null after it was cleared', async () => {
    const { id } = await createPost(alice.bearer, { external_id: 'file.md' })
    assert.equal((await readPost(alice.bearer, id)).external_id, 'file.md')
    const cleared = await alice.bearer.patch(`${POSTS}/${id}`, { external_id: null })
    assert.equal(cleared.body.external_id, null)
  })

  it('are read as they were written', async () => {
    const written = {
      title: 'All fields',
      content: 'Before.\n\n<!-- paywall -->\n\nAfter.',
      status: 'scheduled',
      scheduled_for: later(),
      post_type: 'series_entry',
      visibility: 'unlisted',
      category: 'essay',
      tags: ['a', 'ü'],
      subtitle: 'Sub',
      is_paid: true,
      price_jpy: 100,
      free_preview_length: 12,
      salon_only: false,
      thumbnail_url: 'https://example.com/t.png',
      cover_image_url: 'http://example.com/c.png',
      seo_title: 'Seo',
      meta_description: 'Meta',
      external_id: 'all-fields',
    }
    const { id } = await createPost(alice.bearer, written)
    const read = await readPost(alice.bearer, id)
    for (const [name, value] of Object.entries(written)) assert.deepEqual(read[name as keyof typeof read], value, name)
    assert.equal(read.excerpt, 'Before.')
  })
})

describe('POST /api/v1/posts', () => {
  it('works with a session and with a Bearer token, on the free plan too', async () => {
    const { session } = await server.person({ plan: 'free' })
    const { id } = await createPost(session)
    assert.equal((await readPost(session, id)).title, 'A title')
  })

  it('treats null in a new post like a missing field', async () => {
    const nulls = Object.fromEntries(
      [
        'scheduled_for',
        'category',
        'subtitle',
        'price_jpy',
        'free_preview_length',
        'salon_id',
        'thumbnail_url',
        'cover_image_url',
        'seo_title',
        'meta_description',
        'canonical_url',
        'series_id',
        'series_position',
        'external_id',
      ].map(name => [name, null]),
    )
    const { id, status } = await createPost(alice.bearer, nulls)
    assert.equal(status, 'draft')
    assert.deepEqual(Object.keys(await readPost(alice.bearer, id)).sort(), FULL)
  })

  it('makes a unique slug, even for the same title twenty times at once', async () => {
    const posts = await Promise.all(Array.from({ length: 20 }, () => createPost(alice.bearer, { title: 'Same' })))
    assert.equal(new Set(posts.map(post => post.slug)).size, 20)
  })

  it('makes a slug that stays when the title changes', async () => {
    const { id, slug } = await createPost(alice.bearer, { title: 'First' })
    const { body } = await alice.bearer.patch(`${POSTS}/${id}`, { title: 'Second', slug: 'mine' })
    assert.equal(body.slug, slug)
  })

  it('names every error of the resulting post at once', async () => {
    const response = await alice.bearer.post(POSTS, {
      title: ' ',
      content: 'x'.repeat(501),
      post_type: 'short',
      status: 'scheduled',
      is_paid: true,
      salon_only: true,
      tags: ['a', ' '],
      thumbnail_url: 'javascript:alert(1)',
    })
    assertError(response, 400, 'VALIDATION_ERROR', {
      title: 'TOO_SHORT',
      content: 'TOO_LONG',
      scheduled_for: 'REQUIRED',
      price_jpy: 'REQUIRED',
      salon_id: 'REQUIRED',
      'tags.1': 'TOO_SHORT',
      thumbnail_url: 'INVALID_VALUE',
    })
  })

  it('stores neither a post nor an event if it is rejected', async () => {
    const { bearer, account } = await server.person()
    assertError(await bearer.post(POSTS, { title: 'x', content: '', status: 'scheduled' }), 400, 'VALIDATION_ERROR')
    assertError(
      await bearer.post(POSTS, { title: 'x', content: '', is_paid: true, price_jpy: 500 }),
      403,
      'PLAN_REQUIRED',
    )
    assert.equal((await bearer.get(POSTS)).body.total, 0)
    const { db } = server.context
    const events = await db.selectFrom('events').select('id').where('author_id', '=', account.id).execute()
    const posts = await db.selectFrom('posts').select('id').where('author_id', '=', account.id).execute()
    assert.deepEqual([...events, ...posts], [])
  })

  it('starts a post that can then be published by PATCH and deleted', async () => {
    const { id } = await createPost(alice.bearer)
    assert.equal((await alice.bearer.patch(`${POSTS}/${id}`, { status: 'published' })).body.status, 'published')
    const { status, body } = await alice.bearer.delete(`${POSTS}/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, { deleted: true })
    assertError(await alice.bearer.get(`${POSTS}/${id}`), 404, 'NOT_FOUND')
    assert.equal((await eventNames(server, id)).length, 4)
  })
})
