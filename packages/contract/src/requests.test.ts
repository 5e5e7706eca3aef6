import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { ChangeWebhook, RegisterWebhook, type Webhook } from './schemas/delivery/webhooks.ts'
import { ChangeMe, type Me, SignUp } from './schemas/identity/accounts.ts'
import { IssueDefaultToken, IssueToken } from './schemas/identity/tokens.ts'
import { ListPublicPostsQuery, RankingQuery } from './schemas/reading/public.ts'
import { ChangePost, CreatePost, ListPostsQuery, type Post, PutPost } from './schemas/writing/posts.ts'
import { CAPABILITIES, planAllows } from './values/identity/plans.ts'
import { CATEGORIES } from './values/writing/categories.ts'

const ajv = formats.default(new Ajv({ strict: true, allErrors: true }))
/** The keywords that failed; empty for a valid value. */
const errorsIn = (schema: TSchema, value: unknown): string[] => {
  const validate = ajv.compile(schema)
  return validate(value) ? [] : (validate.errors ?? []).map(error => error.keyword)
}
const uuid = '0198c0de-0000-7000-8000-000000000000'
const now = '2030-01-01T00:00:00.000Z'

const emptyPost: Post = {
  id: uuid,
  slug: 'a-12345678',
  title: 'A',
  status: 'draft',
  visibility: 'public',
  post_type: 'article',
  is_paid: false,
  published_at: null,
  created_at: now,
  category: null,
  tags: [],
  subtitle: null,
  salon_id: null,
  salon_only: false,
  excerpt: '',
  updated_at: now,
  view_count: 0,
  like_count: 0,
  comment_count: 0,
  content: '',
  scheduled_for: null,
  price_jpy: null,
  free_preview_length: null,
  exceeded_limit: null,
  thumbnail_url: null,
  cover_image_url: null,
  seo_title: null,
  meta_description: null,
  canonical_url: null,
  series_id: null,
  series_position: null,
  external_id: 'a',
  hidden_at: now,
  hidden_reason: 'Advertising.',
  content_sha256: 'e3b0c442',
  etag: '"0.1"',
  url: 'https://galley.example/@alice/a-12345678',
  author: { username: 'alice', display_name: 'Alice', avatar_url: null },
}

suite('a record that was read can be sent back', () => {
  test('a post', () => {
    for (const body of [ChangePost, CreatePost, PutPost]) assert.deepEqual(errorsIn(body, emptyPost), [])
    assert.deepEqual(errorsIn(ChangePost, { ...emptyPost, status: 'archived' }), [])
  })

  test('a webhook', () => {
    const webhook: Webhook = {
      id: uuid,
      url: 'https://example.com/hook',
      event_types: ['post.created'],
      status: 'disabled',
      description: null,
      created_at: now,
      consecutive_failures: 5,
      disabled_at: now,
      disabled_reason: 'x',
      updated_at: now,
    }
    assert.deepEqual(errorsIn(ChangeWebhook, webhook), [])
  })

  test('an account', () => {
    const me: Me = {
      id: uuid,
      username: 'alice',
      display_name: 'A',
      subscription_plan: 'free',
      avatar_url: null,
      role: 'admin',
    }
    assert.deepEqual(errorsIn(ChangeMe, me), [])
  })
})

suite('posts', () => {
  const post = { title: 'A', content: 'b' }

  test('unknown fields are rejected, read-only fields of the record are not', () => {
    assert.deepEqual(errorsIn(CreatePost, { ...post, titel: 'x' }), ['additionalProperties'])
    assert.deepEqual(errorsIn(CreatePost, { ...post, slug: 7 }), [])
  })

  test('title and content are required to create a post, and optional to change it', () => {
    assert.deepEqual(errorsIn(CreatePost, {}), ['required', 'required'])
    assert.deepEqual(errorsIn(ChangePost, {}), [])
  })

  test('lengths are counted in code points', () => {
    assert.deepEqual(errorsIn(CreatePost, { ...post, title: '😀'.repeat(100) }), [])
    assert.deepEqual(errorsIn(CreatePost, { ...post, title: '😀'.repeat(101) }), ['maxLength'])
  })

  test('each invalid field has one error', () => {
    const invalid = {
      title: '',
      content: 1,
      category: 'x',
      status: 'deleted',
      price_jpy: '100',
      tags: Array(11).fill('t'),
    }
    assert.equal(errorsIn(CreatePost, invalid).length, 6)
  })

  test('a post can be archived only by a change, and deleted only by DELETE', () => {
    assert.deepEqual(errorsIn(CreatePost, { ...post, status: 'archived' }), ['enum'])
    assert.deepEqual(errorsIn(ChangePost, { status: 'archived' }), [])
    assert.deepEqual(errorsIn(ChangePost, { status: 'deleted' }), ['enum'])
  })

  test('null clears optional fields only', () => {
    assert.deepEqual(errorsIn(ChangePost, { category: null, subtitle: null, tags: null, scheduled_for: null }), [])
    assert.equal(errorsIn(ChangePost, { title: null, content: null, is_paid: null, status: null }).length, 5)
  })
})

suite('queries', () => {
  test('page sizes are 1 to 100, offsets are not negative', () => {
    for (const query of [ListPostsQuery, ListPublicPostsQuery, RankingQuery]) {
      assert.deepEqual(errorsIn(query, { limit: 1 }), [])
      assert.deepEqual(errorsIn(query, { limit: 100 }), [])
      assert.deepEqual(errorsIn(query, { limit: 0 }), ['minimum'])
      assert.deepEqual(errorsIn(query, { limit: 101 }), ['maximum'])
    }
    assert.deepEqual(errorsIn(ListPostsQuery, { offset: -1 }), ['minimum'])
    assert.deepEqual(errorsIn(ListPostsQuery, { offset: 2 ** 31 }), ['maximum'])
  })

  test('deleted posts cannot be requested', () => {
    assert.deepEqual(errorsIn(ListPostsQuery, { status: 'deleted' }), ['enum'])
  })
})

suite('other bodies and values', () => {
  test('the body of the deprecated token call is optional', () => {
    for (const body of [null, {}, { name: 'x' }, { expires_at: now }])
      assert.deepEqual(errorsIn(IssueDefaultToken, body), [])
    assert.deepEqual(errorsIn(IssueDefaultToken, { nmae: 'x' }), ['additionalProperties'])
    assert.deepEqual(errorsIn(IssueToken, {}), ['required'])
  })

  test('a webhook needs at least one known event', () => {
    const url = 'https://example.com'
    assert.deepEqual(errorsIn(RegisterWebhook, { url, event_types: [] }), ['minItems'])
    assert.deepEqual(errorsIn(RegisterWebhook, { url, event_types: ['ping'] }), ['enum'])
  })

  test('usernames are lower-case, and each error has its own code', () => {
    const person = { email: 'a@example.com', password: 'long enough' }
    assert.deepEqual(errorsIn(SignUp, { ...person, username: 'alice_9' }), [])
    assert.deepEqual(errorsIn(SignUp, { ...person, username: 'Alice' }), ['pattern'])
    assert.deepEqual(errorsIn(SignUp, { ...person, username: 'al' }), ['minLength'])
  })

  test('each plan includes everything of the lower ones', () => {
    assert.ok(!planAllows('free', 'bearer'))
    assert.ok(planAllows('premium', 'webhooks') && !planAllows('premium', 'paid_posts'))
    for (const capability of Object.keys(CAPABILITIES) as (keyof typeof CAPABILITIES)[])
      assert.ok(planAllows('pro_plus', capability))
  })

  test('there are 24 distinct categories', () => {
    assert.equal(new Set(CATEGORIES.map(category => category.value)).size, 24)
  })
})
