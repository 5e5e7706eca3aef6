import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError, type Client } from '../../support/client.ts'
import { changePost, createPost, later, POSTS } from '../../support/posts/posts.ts'
import { assertCountersEqualRows, ownSalon, PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let bob: Person
let nowMs: number
before(async () => {
  nowMs = Date.now()
  server = await startTestServer({ clock: { now: () => new Date(nowMs) } })
  alice = await server.person()
  bob = await server.person()
})
after(() => assertCountersEqualRows(server).finally(() => server.close()))

const REACTIONS = [
  { path: 'like', flag: 'liked', counter: 'like_count' },
  { path: 'save', flag: 'saved', counter: 'save_count' },
  { path: 'resonance', flag: 'resonated', counter: 'resonated_count' },
] as const

for (const { path, flag, counter } of REACTIONS) {
  describe(`a ${path}`, () => {
    const put = (client: Client, id: string) => client.put(`${READER}/posts/${id}/${path}`)
    const remove = (client: Client, id: string) => client.delete(`${READER}/posts/${id}/${path}`)

    it('counts once however often it is sent, and no longer once it is removed', async () => {
      const { id } = await publish(alice.bearer)
      for (const [act, client, expected] of [
        [remove, bob.bearer, { [flag]: false, [counter]: 0 }],
        [put, bob.bearer, { [flag]: true, [counter]: 1 }],
        [put, bob.session, { [flag]: true, [counter]: 1 }],
        [put, alice.session, { [flag]: true, [counter]: 2 }],
        [remove, bob.session, { [flag]: false, [counter]: 1 }],
        [remove, bob.bearer, { [flag]: false, [counter]: 1 }],
        [put, bob.bearer, { [flag]: true, [counter]: 2 }],
      ] as const) {
        const { status, body } = await act(client, id)
        assert.equal(status, 200)
        assert.deepEqual(body, expected)
      }
    })

    it('shows in the public counters within 5 s', async () => {
      const { id } = await publish(alice.bearer)
      const read = async () => (await server.anyone.get(`${PUBLIC}/posts/${id}`)).body[counter]
      assert.equal(await read(), 0)
      await put(bob.bearer, id)
      nowMs += 5000
      assert.equal(await read(), 1)
    })

    it('is allowed for public and unlisted posts, and 404 for all others', async () => {
      const salon_id = await ownSalon(server, alice)
      const carol = await server.person()
      const deleted = await publish(alice.bearer)
      await alice.bearer.delete(`${POSTS}/${deleted.id}`)
      const suspended = await publish(carol.bearer)
      await setSuspended(server, carol, true)
      const hidden = [
        (await createPost(alice.bearer)).id,
        (await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })).id,
        (await publish(alice.bearer, { salon_id, salon_only: true })).id,
        deleted.id,
        suspended.id,
        newId(),
        'not-an-id',
        '%00',
      ]
      for (const id of hidden) {
        assertError(await put(bob.bearer, id), 404, 'NOT_FOUND')
        assertError(await remove(bob.bearer, id), 404, 'NOT_FOUND')
      }
      const unlisted = await publish(alice.bearer, { visibility: 'unlisted' })
      assert.equal((await put(bob.bearer, unlisted.id)).status, 200)
    })

    it('is kept while the post is unpublished, and counts again when it is back', async () => {
      const { id } = await publish(alice.bearer)
      await put(bob.bearer, id)
      await changePost(alice.bearer, id, { status: 'draft' })
      assertError(await put(bob.bearer, id), 404, 'NOT_FOUND')
      await changePost(alice.bearer, id, { status: 'published' })
      assert.deepEqual((await put(bob.bearer, id)).body, { [flag]: true, [counter]: 1 })
      await assertCountersEqualRows(server)
    })

    it('needs an account', async () => {
      const { id } = await publish(alice.bearer)
      assertError(await put(server.anyone, id), 401, 'UNAUTHORIZED')
      assertError(await remove(server.anyone, id), 401, 'UNAUTHORIZED')
      const free = await server.person({ plan: 'free' })
      assertError(await put(free.bearer, id), 403, 'PLAN_REQUIRED')
      assert.equal((await put(free.session, id)).status, 200)
    })
  })
}

describe('a comment', () => {
  const path = (id: string) => `${READER}/posts/${id}/comments`
  const write = (client: Client, id: string, content: unknown) => client.post(path(id), { content })

  it('is returned with its four fields, and listed newest first', async () => {
    const { id } = await publish(alice.bearer)
    const { status, body } = await write(bob.session, id, 'First')
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body), ['id', 'content', 'author', 'created_at'])
    const { username, display_name, avatar_url } = bob.account
    assert.deepEqual([body.content, body.author], ['First', { username, display_name, avatar_url }])
    const second = (await write(alice.bearer, id, 'Second')).body
    for (const client of [alice.bearer, bob.session]) {
      const list = await client.get(path(id))
      assert.equal(list.status, 200)
      assert.deepEqual(list.body, { comments: [second, body], total: 2 })
    }
  })

  it('is plain text: it is returned as it was written', async () => {
    const { id } = await publish(alice.bearer)
    for (const content of ['<script>alert(1)</script>', '**not bold** &amp; \\n', ' line\n\tline ', '日本語 😀']) {
      assert.equal((await write(bob.bearer, id, content)).body.content, content)
      assert.equal((await bob.bearer.get(path(id))).body.comments[0].content, content)
    }
  })

  it('has 1 to 2,000 characters, counted as code points', async () => {
    const { id } = await publish(alice.bearer)
    for (const content of ['x', 'x'.repeat(2000), '😀'.repeat(2000)]) {
      assert.equal((await write(bob.bearer, id, content)).status, 201)
    }
    for (const [content, code] of [
      ['x'.repeat(2001), 'TOO_LONG'],
      ['😀'.repeat(2001), 'TOO_LONG'],
      ['', 'TOO_SHORT'],
      [' \n\t ', 'TOO_SHORT'],
      [undefined, 'REQUIRED'],
      [5, 'INVALID_TYPE'],
      ['a\0b', 'INVALID_VALUE'],
      ['\ud800', 'INVALID_VALUE'],
    ] as const) {
      assertError(await write(bob.bearer, id, content), 400, 'VALIDATION_ERROR', { content: code })
    }
    const unknown = await bob.bearer.post(path(id), { content: 'x', html: true })
    assertError(unknown, 400, 'VALIDATION_ERROR', { html: 'UNKNOWN_FIELD' })
    assert.equal((await bob.bearer.get(path(id))).body.total, 3)
  })

  it('is deleted by its writer or the post’s author; for others it is 404', async () => {
    const carol = await server.person()
    const { id } = await publish(alice.bearer)
    const [first, second] = [await write(bob.bearer, id, 'One'), await write(bob.bearer, id, 'Two')]
    const remove = (client: Client, comment: { body: { id: string } }) =>
      client.delete(`${READER}/comments/${comment.body.id}`)
    const foreign = await remove(carol.bearer, first)
    assertError(foreign, 404, 'NOT_FOUND')
    const absent = await carol.bearer.delete(`${READER}/comments/${newId()}`)
    assert.deepEqual({ ...absent.body.error, request_id: '' }, { ...foreign.body.error, request_id: '' })
    assertError(await remove(server.anyone, first), 401, 'UNAUTHORIZED')
    assertError(await carol.bearer.delete(`${READER}/comments/nonsense`), 404, 'NOT_FOUND')
    assert.equal((await bob.bearer.get(path(id))).body.total, 2)

    assert.deepEqual((await remove(bob.session, first)).body, { deleted: true })
    assert.deepEqual((await remove(alice.bearer, second)).body, { deleted: true })
    assertError(await remove(bob.session, first), 404, 'NOT_FOUND')
    assert.deepEqual((await bob.bearer.get(path(id))).body, { comments: [], total: 0 })
  })

  it('is deleted softly: the row stays, the counter decreases', async () => {
    const { id } = await publish(alice.bearer)
    const { body } = await write(bob.bearer, id, 'Gone')
    await bob.bearer.delete(`${READER}/comments/${body.id}`)
    const rows = await server.context.db
      .selectFrom('comments')
      .select(['content', 'deleted_at'])
      .where('id', '=', body.id)
      .execute()
    assert.equal(rows[0]?.content, 'Gone')
    assert.ok(rows[0]?.deleted_at)
    assert.equal((await alice.bearer.get(`${POSTS}/${id}`)).body.comment_count, 0)
  })

  it('is on exactly one page of the list', async () => {
    const { id } = await publish(alice.bearer)
    const written = []
    for (let i = 0; i < 7; i++) written.push((await write(bob.bearer, id, `No ${i}`)).body)
    const collected = []
    for (let offset = 0; offset < 9; offset += 3) {
      const { comments, total } = (await bob.bearer.get(`${path(id)}?limit=3&offset=${offset}`)).body
      assert.equal(total, 7)
      collected.push(...comments)
    }
    assert.deepEqual(collected, written.toReversed())
    assertError(await bob.bearer.get(`${path(id)}?limit=101&offset=-1`), 400, 'VALIDATION_ERROR', {
      limit: 'TOO_LARGE',
      offset: 'TOO_SMALL',
    })
  })

  it('can neither be read nor written if the post is not public', async () => {
    const salon_id = await ownSalon(server, alice)
    const hidden = [
      (await createPost(alice.bearer)).id,
      (await publish(alice.bearer, { salon_id, salon_only: true })).id,
      newId(),
      'nonsense',
    ]
    for (const id of hidden) {
      assertError(await write(bob.bearer, id, 'Hello'), 404, 'NOT_FOUND')
      assertError(await bob.bearer.get(path(id)), 404, 'NOT_FOUND')
    }
    const { id } = await publish(alice.bearer)
    assertError(await write(server.anyone, id, 'Hello'), 401, 'UNAUTHORIZED')
    assertError(await server.anyone.get(path(id)), 401, 'UNAUTHORIZED')
  })
})

describe('a follow', () => {
  const put = (client: Client, username: string) => client.put(`${READER}/users/${username}/follow`)
  const remove = (client: Client, username: string) => client.delete(`${READER}/users/${username}/follow`)

  it('counts once however often it is sent, and shows in the profile with the next read', async () => {
    const { account } = await server.person()
    const { username } = account
    const shown = async () =>
      (await server.anyone.get(`${PUBLIC}/users/${username}`)).body.profile.follower_count as number
    for (const [act, client, following, follower_count] of [
      [remove, bob.bearer, false, 0],
      [put, bob.bearer, true, 1],
      [put, bob.session, true, 1],
      [put, alice.bearer, true, 2],
      [remove, bob.session, false, 1],
      [remove, bob.session, false, 1],
    ] as const) {
      const { status, body } = await act(client, username)
      assert.equal(status, 200)
      assert.deepEqual(body, { following, follower_count })
      assert.equal(await shown(), follower_count)
    }
    assert.deepEqual((await put(bob.bearer, username.toUpperCase())).body, { following: true, follower_count: 2 })
  })

  it('is 404 for unknown and suspended authors, 400 for oneself, 401 for anonymous readers', async () => {
    const carol = await server.person()
    await setSuspended(server, carol, true)
    for (const username of [carol.account.username, 'nobody_here', '%00', 'x'.repeat(100)]) {
      assertError(await put(bob.bearer, username), 404, 'NOT_FOUND')
      assertError(await remove(bob.bearer, username), 404, 'NOT_FOUND')
    }
    assertError(await put(bob.bearer, bob.account.username), 400, 'VALIDATION_ERROR')
    assertError(await put(server.anyone, bob.account.username), 401, 'UNAUTHORIZED')
  })
})
