import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Post } from '@galley/contract/schemas/writing/posts'
import { changePost, createPost, eventNames, eventsOf, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const MARKER = 'unmistakable'
const NINE = [
  'id',
  'slug',
  'title',
  'status',
  'post_type',
  'visibility',
  'is_paid',
  'published_at',
  'created_at',
] as const
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

const nineOf = (post: Post) => Object.fromEntries(NINE.map(name => [name, post[name]]))

describe('the events of a change', () => {
  it('post.created: a draft', async () => {
    const { id } = await createPost(alice.bearer)
    assert.deepEqual(await eventNames(server, id), ['post.created'])
  })

  it('post.created: a scheduled post', async () => {
    const { id } = await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })
    assert.deepEqual(await eventNames(server, id), ['post.created'])
  })

  it('post.created and post.published: a post created as published', async () => {
    const { id } = await createPost(alice.bearer, { status: 'published' })
    assert.deepEqual((await eventNames(server, id)).toSorted(), ['post.created', 'post.published'])
  })

  it('post.updated: a change of a post that is not public', async () => {
    const { id } = await createPost(alice.bearer)
    await changePost(alice.bearer, id, { title: 'Other' })
    await changePost(alice.bearer, id, { status: 'scheduled', scheduled_for: later() })
    await changePost(alice.bearer, id, { scheduled_for: null })
    await changePost(alice.bearer, id, { status: 'archived' })
    assert.deepEqual(await eventNames(server, id), ['post.created', ...Array(4).fill('post.updated')])
  })

  for (const from of ['draft', 'scheduled', 'archived'] as const) {
    it(`post.updated and post.published: ${from} → published`, async () => {
      const { id } = await createPost(alice.bearer)
      if (from === 'scheduled') await changePost(alice.bearer, id, { status: from, scheduled_for: later() })
      if (from === 'archived') await changePost(alice.bearer, id, { status: from })
      const before = await eventNames(server, id)
      await changePost(alice.bearer, id, { status: 'published' })
      const emitted = (await eventNames(server, id)).slice(before.length)
      assert.deepEqual(emitted.toSorted(), ['post.published', 'post.updated'])
    })
  }

  for (const to of ['draft', 'archived'] as const) {
    it(`post.updated and post.unpublished: published → ${to}`, async () => {
      const { id } = await createPost(alice.bearer, { status: 'published' })
      await changePost(alice.bearer, id, { status: to })
      const emitted = (await eventNames(server, id)).slice(2)
      assert.deepEqual(emitted.toSorted(), ['post.unpublished', 'post.updated'])
    })
  }

  it('post.deleted only, and once: a deletion from any state', async () => {
    for (const status of ['draft', 'published'] as const) {
      const { id } = await createPost(alice.bearer, { status })
      const before = await eventNames(server, id)
      const responses = await Promise.all(Array.from({ length: 5 }, () => alice.bearer.delete(`${POSTS}/${id}`)))
      assert.deepEqual(responses.map(response => response.status).toSorted(), [200, 404, 404, 404, 404])
      assert.deepEqual(await eventNames(server, id), [...before, 'post.deleted'])
    }
  })

  it('in order: post.updated comes before post.published or post.unpublished', async () => {
    for (let i = 0; i < 10; i++) {
      const { id } = await createPost(alice.bearer, { status: 'published' })
      await changePost(alice.bearer, id, { status: 'draft' })
      const order = ['post.created', 'post.published', 'post.updated', 'post.unpublished']
      assert.deepEqual(await eventNames(server, id), order)
    }
  })

  it('nothing: a refused change', async () => {
    const { id } = await createPost(alice.bearer)
    await alice.bearer.patch(`${POSTS}/${id}`, { status: 'scheduled' })
    await alice.bearer.patch(`${POSTS}/${id}`, { status: 'deleted' })
    await alice.bearer.patch(`${POSTS}/${id}`, { title: 'x' }, { headers: { 'if-match': '"99"' } })
    assert.deepEqual(await eventNames(server, id), ['post.created'])
  })
})

describe('the content of an event', () => {
  it('is exactly event, event_id, created_at and nine fields of the post at that time', async () => {
    const { id } = await createPost(alice.bearer, { status: 'published', is_paid: true, price_jpy: 100 })
    const post = await readPost(alice.bearer, id)
    const events = await eventsOf(server, id)
    assert.equal(events.length, 2)
    for (const { name, event_id, body, created_at } of events) {
      const payload = JSON.parse(body)
      assert.deepEqual(Object.keys(payload), ['event', 'event_id', 'created_at', 'data'])
      assert.equal(payload.event, name)
      assert.equal(payload.event_id, event_id)
      assert.match(event_id, new RegExp(`^${name}:${UUID}$`))
      assert.equal(payload.created_at, created_at.toISOString())
      assert.deepEqual(payload.data, { post: nineOf(post) })
      // The body is stored exactly as it will be sent and signed.
      assert.equal(JSON.stringify(payload), body)
    }
    assert.notEqual(events[0]!.event_id.split(':')[1], events[1]!.event_id.split(':')[1])
  })

  it('names in post.updated the fields whose values differ, and no others', async () => {
    const { id } = await createPost(alice.bearer, { tags: ['a'], subtitle: 'S' })
    const full = await readPost(alice.bearer, id)
    const scheduled_for = later()
    const changes: [Record<string, unknown>, string[]][] = [
      [{ title: 'New' }, ['title']],
      [{ ...full, title: 'New', tags: ['a', 'b'], subtitle: 'S' }, ['tags']],
      [{ content: 'New', category: 'ai', visibility: 'unlisted' }, ['category', 'content', 'visibility']],
      [{ status: 'scheduled', scheduled_for }, ['scheduled_for', 'status']],
      [{ scheduled_for: null }, ['scheduled_for', 'status']],
      [{ is_paid: true, price_jpy: 500 }, ['is_paid', 'price_jpy']],
      [
        { post_type: 'series_entry', seo_title: 'x', meta_description: 'y', free_preview_length: 1 },
        ['free_preview_length', 'meta_description', 'post_type', 'seo_title'],
      ],
      [
        { thumbnail_url: 'https://a.test/1', cover_image_url: 'https://a.test/2' },
        ['cover_image_url', 'thumbnail_url'],
      ],
      [{ external_id: 'events' }, ['external_id']],
      [{ subtitle: null }, ['subtitle']],
    ]
    for (const [change] of changes) await changePost(alice.bearer, id, change)
    const updates = (await eventsOf(server, id)).slice(1).map(event => JSON.parse(event.body))
    assert.deepEqual(
      updates.map(update => [Object.keys(update.data), update.data.changes.toSorted()]),
      changes.map(([, names]) => [['post', 'changes'], names]),
    )
    const last = updates.at(-1)
    assert.deepEqual(last.data.post, nineOf(await readPost(alice.bearer, id)))
  })

  it('has the time of the change', async () => {
    const created = await createPost(alice.bearer)
    const changed = await changePost(alice.bearer, created.id, { status: 'published' })
    const times = (await eventsOf(server, created.id)).map(event => event.created_at.toISOString())
    assert.deepEqual(times, [created.created_at, changed.updated_at, changed.updated_at])
  })

  it('has in post.deleted the nine fields from before the deletion', async () => {
    const { id } = await createPost(alice.bearer, { title: 'Last words', status: 'published', visibility: 'unlisted' })
    const before = await readPost(alice.bearer, id)
    await alice.bearer.delete(`${POSTS}/${id}`)
    const { data } = JSON.parse((await eventsOf(server, id)).at(-1)!.body)
    assert.deepEqual(data, { post: nineOf(before) })
  })

  it('never includes the text of the post or anything derived from it', async () => {
    const { id } = await createPost(alice.bearer, { content: `${MARKER} one`, status: 'published' })
    await changePost(alice.bearer, id, {
      content: `${MARKER} two`,
      subtitle: MARKER,
      seo_title: MARKER,
      tags: [MARKER],
    })
    await changePost(alice.bearer, id, { status: 'draft' })
    await alice.bearer.delete(`${POSTS}/${id}`)
    const events = await eventsOf(server, id)
    assert.equal(events.length, 6)
    for (const { body } of events) assert.ok(!body.includes(MARKER), body)
  })
})
