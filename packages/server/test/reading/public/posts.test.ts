import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError } from '../../support/client.ts'
import { changePost, createPost, later, POSTS } from '../../support/posts/posts.ts'
import { ownSalon, PUBLIC, publish, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const ITEM = [
  'id',
  'slug',
  'title',
  'excerpt',
  'category',
  'tags',
  'published_at',
  'view_count',
  'like_count',
  'save_count',
  'comment_count',
  'resonated_count',
  'author',
  'subtitle',
  'thumbnail_url',
  'is_paid',
  'price_jpy',
  'url',
  'canonical_url',
]

const SINGLE = [
  ...ITEM,
  'content',
  'post_type',
  'cover_image_url',
  'seo_title',
  'meta_description',
  'updated_at',
  'paywalled',
  'series',
]

let server: TestServer
let alice: Person
before(async () => {
  // The clock stands still, so cached responses never expire: a missing invalidation would show.
  const now = new Date()
  server = await startTestServer({ clock: { now: () => now } })
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const read = (idOrSlug: string) => server.anyone.get(`${PUBLIC}/posts/${idOrSlug}`)

async function list(query = ''): Promise<{ posts: { id: string }[]; total: number }> {
  const { status, body } = await server.anyone.get(`${PUBLIC}/posts${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** A tag that only one test uses. */
const newTag = () => `tag ${newId().slice(-12)}`

const listed = async (tag: string, more = '') => {
  const { posts, total } = await list(`?tag=${encodeURIComponent(tag)}${more}`)
  assert.equal(total, posts.length)
  return posts.map(post => post.id)
}

describe('a public post', () => {
  it('has in lists the thirteen fields of the contract, four for display and two addresses', async () => {
    const tag = newTag()
    const created = await publish(alice.bearer, {
      title: 'Hello',
      content: '# Hi\n\n*there*',
      tags: [tag, 'b'],
      category: 'ai',
      subtitle: 'Below',
      thumbnail_url: 'https://example.com/t.png',
      is_paid: true,
      price_jpy: 300,
    })
    const { posts } = await list(`?tag=${tag}`)
    assert.deepEqual(Object.keys(posts[0]!).toSorted(), ITEM.toSorted())
    const { username, display_name, avatar_url } = alice.account
    assert.deepEqual(posts[0], {
      id: created.id,
      slug: created.slug,
      title: 'Hello',
      excerpt: '',
      category: 'ai',
      tags: [tag, 'b'],
      published_at: created.published_at,
      view_count: 0,
      like_count: 0,
      save_count: 0,
      comment_count: 0,
      resonated_count: 0,
      author: { username, display_name, avatar_url },
      subtitle: 'Below',
      thumbnail_url: 'https://example.com/t.png',
      is_paid: true,
      price_jpy: 300,
      url: created.url,
      canonical_url: null,
    })
  })

  it('has by id and by slug the same fields and those of a whole post, and no others', async () => {
    const more = {
      post_type: 'series_entry',
      subtitle: 'Below',
      thumbnail_url: 'https://example.com/t.png',
      cover_image_url: 'https://example.com/c.png',
      seo_title: 'For engines',
      meta_description: 'What it is',
      canonical_url: 'https://example.com/original',
    }
    const { id, slug } = await publish(alice.bearer, { content: 'Words', external_id: newId(), ...more })
    const { status, body } = await read(id)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).toSorted(), SINGLE.toSorted())
    assert.deepEqual(body, {
      ...body,
      ...more,
      id,
      content: 'Words',
      is_paid: false,
      price_jpy: null,
      paywalled: false,
    })
    for (const other of [slug, id.toUpperCase()]) {
      const { body: found } = await read(other)
      // Reading is a view, which is counted a moment later and may fall between the two responses.
      assert.deepEqual(found, { ...body, view_count: found.view_count })
    }
  })

  it('that does not exist is 404, by id and by slug', async () => {
    for (const id of [newId(), 'no-such-slug', '%00', 'x'.repeat(900), '%F0%9F%98%80', "'--", '..%2f', 'undefined']) {
      assertError(await read(id), 404, 'NOT_FOUND')
    }
  })
})

describe('public access', () => {
  const STATES = {
    published: { single: true, lists: true, fields: { status: 'published' } },
    unlisted: { single: true, lists: false, fields: { status: 'published', visibility: 'unlisted' } },
    draft: { single: false, lists: false, fields: { status: 'draft' } },
    scheduled: { single: false, lists: false, fields: { status: 'scheduled', scheduled_for: later() } },
  }
  async function assertShown(post: { id: string; slug: string }, tag: string, single: boolean, lists: boolean) {
    for (const name of [post.id, post.slug]) assert.equal((await read(name)).status, single ? 200 : 404)
    const wanted = lists ? [post.id] : []
    for (const more of ['', '&sort=popular', '&sort=trending', '&category=food', '&category=food&sort=popular']) {
      assert.deepEqual(await listed(tag, more), wanted, more)
    }
    for (const query of ['?limit=100', '?limit=100&category=food']) {
      assert.equal(
        (await list(query)).posts.some(({ id }) => id === post.id),
        lists,
      )
    }
    const profile = await server.anyone.get(`${PUBLIC}/users/${alice.account.username}`)
    assert.equal(
      profile.body.posts.some(({ id }: { id: string }) => id === post.id),
      lists,
    )
  }

  for (const [name, { single, lists, fields }] of Object.entries(STATES)) {
    it(`to a ${name} post: it is ${single ? '' : 'not '}readable, and in ${lists ? 'every' : 'no'} list`, async () => {
      const tag = newTag()
      const post = await createPost(alice.bearer, { tags: [tag], category: 'food', ...fields })
      await assertShown(post, tag, single, lists)
    })
  }

  it('follows each change of state with the next read', async () => {
    const tag = newTag()
    const post = await createPost(alice.bearer, { tags: [tag], category: 'food' })
    await assertShown(post, tag, false, false)
    for (const [change, single, lists] of [
      [{ status: 'published' }, true, true],
      [{ status: 'archived' }, false, false],
      [{ status: 'published' }, true, true],
      [{ visibility: 'unlisted' }, true, false],
      [{ visibility: 'public' }, true, true],
      [{ status: 'scheduled', scheduled_for: later() }, false, false],
      [{ status: 'published' }, true, true],
      [{ status: 'draft' }, false, false],
      [{ status: 'published' }, true, true],
    ] as const) {
      await changePost(alice.bearer, post.id, change)
      await assertShown(post, tag, single, lists)
    }
    await alice.bearer.delete(`${POSTS}/${post.id}`)
    await assertShown(post, tag, false, false)
  })

  it('excludes salon-only posts, and includes public posts in a salon', async () => {
    const salon_id = await ownSalon(server, alice)
    const tag = newTag()
    const post = await publish(alice.bearer, { tags: [tag], category: 'food', salon_id, salon_only: true })
    await assertShown(post, tag, false, false)
    await changePost(alice.bearer, post.id, { salon_only: false })
    await assertShown(post, tag, true, true)
    await changePost(alice.bearer, post.id, { salon_only: true })
    await assertShown(post, tag, false, false)
  })

  it('excludes the posts of a suspended author at once, until the author is restored', async () => {
    const bob = await server.person()
    const tag = newTag()
    const post = await publish(bob.bearer, { tags: [tag], category: 'travel' })
    const unlisted = await publish(bob.bearer, { visibility: 'unlisted' })
    const draft = await createPost(bob.bearer, { tags: [tag], category: 'travel' })
    const gone = await publish(bob.bearer, { tags: [tag], category: 'travel' })
    await bob.bearer.delete(`${POSTS}/${gone.id}`)
    const profile = () => server.anyone.get(`${PUBLIC}/users/${bob.account.username}`)
    const before = (await profile()).body
    for (const shown of [true, false, true, false, true]) {
      await setSuspended(server, bob, !shown)
      for (const more of ['', '&sort=popular', '&sort=trending', '&category=travel']) {
        assert.deepEqual(await listed(tag, more), shown ? [post.id] : [], more)
      }
      assert.equal((await list('?category=travel')).total, shown ? 1 : 0)
      for (const id of [post.id, post.slug, unlisted.id, unlisted.slug]) {
        assert.equal((await read(id)).status, shown ? 200 : 404)
      }
      for (const id of [draft.id, gone.id]) assert.equal((await read(id)).status, 404)
      if (shown) assert.deepEqual((await profile()).body, before)
      else assertError(await profile(), 404, 'NOT_FOUND')
    }
  })

  it('changes the length of each list once when an author is suspended or restored, however many posts there are', async () => {
    const bob = await server.person()
    const [tag, other] = [newTag(), newTag()]
    for (let n = 0; n < 12; n++) await publish(bob.bearer, { tags: n < 4 ? [tag, other] : [tag], category: 'travel' })
    const changed = await server.context.db.transaction().execute(async trx => {
      const count = sql<{ n: number }>`
        select n_tup_upd::int as n from pg_stat_xact_user_tables where relname = 'listing_counts'`
      const before = (await count.execute(trx)).rows[0]!.n
      for (const at of [new Date(), null]) {
        await trx.updateTable('users').set({ suspended_at: at }).where('id', '=', bob.account.id).execute()
      }
      return (await count.execute(trx)).rows[0]!.n - before
    })
    // All posts, the author's, the category's, those of two tags, and those of two tags within the category.
    assert.equal(changed, 2 * 7)
    assert.deepEqual([(await list(`?tag=${tag}`)).total, (await list(`?tag=${other}&category=travel`)).total], [12, 4])
  })

  it('shows changes of texts, tags, category and author with the next read', async () => {
    const bob = await server.person()
    const [was, is] = [newTag(), newTag()]
    const { id, slug } = await publish(bob.bearer, { tags: [was], category: 'games' })
    assert.deepEqual([await listed(was), (await list('?category=games')).total], [[id], 1])
    assert.equal((await read(slug)).status, 200)
    await changePost(bob.bearer, id, { title: 'New', content: 'Newer words', tags: [is], category: 'sports' })
    assert.deepEqual([await listed(was), await listed(is)], [[], [id]])
    assert.deepEqual([(await list('?category=games')).total, (await list('?category=sports')).total], [0, 1])
    const { title, content, excerpt, tags, category } = (await read(slug)).body
    assert.deepEqual([title, content, excerpt, tags, category], ['New', 'Newer words', 'Newer words', [is], 'sports'])
    await bob.session.patch('/api/v1/me', { display_name: 'Bobby', avatar_url: 'https://example.com/b.png' })
    const author = {
      username: bob.account.username,
      display_name: 'Bobby',
      avatar_url: 'https://example.com/b.png',
    }
    assert.deepEqual((await read(id)).body.author, author)
    assert.deepEqual(((await list(`?tag=${is}`)).posts[0] as unknown as { author: object }).author, author)
    const { profile } = (await server.anyone.get(`${PUBLIC}/users/${bob.account.username}`)).body
    assert.equal(profile.display_name, 'Bobby')
  })

  it('lists a post that is published again first', async () => {
    const tag = newTag()
    const first = await publish(alice.bearer, { tags: [tag] })
    const second = await publish(alice.bearer, { tags: [tag] })
    assert.deepEqual(await listed(tag), [second.id, first.id])
    await changePost(alice.bearer, first.id, { status: 'draft' })
    await changePost(alice.bearer, first.id, { status: 'published' })
    assert.deepEqual(await listed(tag), [first.id, second.id])
  })
})
