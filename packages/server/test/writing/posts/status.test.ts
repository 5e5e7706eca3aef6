import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Post } from '@galley/contract/schemas/writing/posts'
import type { LivePostStatus } from '@galley/contract/writing/posts'
import { sql } from 'kysely'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, eventNames, later, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const

/** Creates a post and brings it to a state through the API. */
async function postIn(status: LivePostStatus): Promise<Post> {
  const { id } = await createPost(alice.bearer)
  if (status !== 'draft') {
    await changePost(alice.bearer, id, { status, ...(status === 'scheduled' && { scheduled_for: later() }) })
  }
  return readPost(alice.bearer, id)
}

const patch = (id: string, body: object) => alice.bearer.patch(`${POSTS}/${id}`, body)

describe('the state of a new post', () => {
  it('without status: draft, never published', async () => {
    const post = await createPost(alice.bearer)
    assert.deepEqual([post.status, post.published_at, post.scheduled_for], ['draft', null, null])
  })

  it('published: published_at is its creation time', async () => {
    const post = await createPost(alice.bearer, { status: 'published' })
    assert.deepEqual([post.status, post.published_at, post.scheduled_for], ['published', post.created_at, null])
  })

  it('scheduled: not published, with its time', async () => {
    const scheduled_for = later()
    const post = await createPost(alice.bearer, { status: 'scheduled', scheduled_for })
    assert.deepEqual([post.status, post.published_at, post.scheduled_for], ['scheduled', null, scheduled_for])
  })
})

describe('a change of status', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      it(`${from} → ${to}`, async () => {
        const before = await postIn(from)
        const scheduled_for = later(7_200_000)
        const change = to === 'scheduled' ? { status: to, scheduled_for } : { status: to }
        const after = await changePost(alice.bearer, before.id, change)
        assert.equal(after.status, to)
        // Only a scheduled post has a time: every other status clears it.
        assert.equal(after.scheduled_for, to === 'scheduled' ? scheduled_for : null)
        if (to === 'published' && from !== 'published') {
          assert.equal(after.published_at, after.updated_at)
        } else {
          assert.equal(after.published_at, before.published_at)
        }
        assert.deepEqual(after, await readPost(alice.bearer, before.id))
      })
    }

    it(`${from} → deleted by PATCH: refused`, async () => {
      const { id } = await postIn(from)
      assertError(await patch(id, { status: 'deleted' }), 400, 'VALIDATION_ERROR', { status: 'INVALID_VALUE' })
      assert.equal((await readPost(alice.bearer, id)).status, from)
    })

    it(`${from} → deleted by DELETE: 200, not found afterwards, the row is kept`, async () => {
      const { id } = await postIn(from)
      const { status, body } = await alice.bearer.delete(`${POSTS}/${id}`)
      assert.equal(status, 200)
      assert.deepEqual(body, { deleted: true })
      assertError(await alice.bearer.get(`${POSTS}/${id}`), 404, 'NOT_FOUND')
      const { db } = server.context
      const row = await db.selectFrom('posts').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      assert.equal(row.status, 'deleted')
    })

    if (from !== 'scheduled') {
      it(`${from} → scheduled needs a future time`, async () => {
        const { id } = await postIn(from)
        const past = { status: 'scheduled', scheduled_for: '2020-01-01T00:00:00Z' }
        assertError(await patch(id, past), 400, 'VALIDATION_ERROR', { scheduled_for: 'MUST_BE_FUTURE' })
        assertError(await patch(id, { status: 'scheduled' }), 400, 'VALIDATION_ERROR', { scheduled_for: 'REQUIRED' })
        assert.equal((await readPost(alice.bearer, id)).status, from)
      })

      it(`scheduled_for alone on a post that is ${from}: 400`, async () => {
        const { id } = await postIn(from)
        assertError(await patch(id, { scheduled_for: later() }), 400, 'VALIDATION_ERROR', {
          scheduled_for: 'INVALID_VALUE',
        })
        assert.equal((await readPost(alice.bearer, id)).scheduled_for, null)
      })

      it(`scheduled_for: null on a post that is ${from} changes nothing`, async () => {
        const before = await postIn(from)
        assert.deepEqual(await changePost(alice.bearer, before.id, { scheduled_for: null }), before)
      })
    }
  }
})

describe('a schedule', () => {
  it('is cancelled by scheduled_for: null; the post is a draft again', async () => {
    const { id } = await postIn('scheduled')
    const after = await changePost(alice.bearer, id, { scheduled_for: null })
    assert.deepEqual([after.status, after.scheduled_for, after.published_at], ['draft', null, null])
  })

  it('refuses scheduled_for: null together with status: scheduled: 400', async () => {
    const { id } = await postIn('scheduled')
    const response = await patch(id, { status: 'scheduled', scheduled_for: null })
    assertError(response, 400, 'VALIDATION_ERROR', { scheduled_for: 'REQUIRED' })
  })

  it('is moved by a new time alone; a past time is rejected', async () => {
    const { id } = await postIn('scheduled')
    const scheduled_for = later(9_000_000)
    assert.equal((await changePost(alice.bearer, id, { scheduled_for })).scheduled_for, scheduled_for)
    const past = await patch(id, { scheduled_for: '2020-01-01T00:00:00Z' })
    assertError(past, 400, 'VALIDATION_ERROR', { scheduled_for: 'MUST_BE_FUTURE' })
    assert.equal((await readPost(alice.bearer, id)).scheduled_for, scheduled_for)
  })

  it('stays when other fields change, even after its time has passed', async () => {
    const { id, scheduled_for } = await postIn('scheduled')
    const after = await changePost(alice.bearer, id, { title: 'Other', status: 'scheduled' })
    assert.deepEqual([after.status, after.scheduled_for], ['scheduled', scheduled_for])
    await sql`update posts set scheduled_for = now() - interval '1 minute' where id = ${id}`.execute(server.context.db)
    const due = await readPost(alice.bearer, id)
    assert.equal((await changePost(alice.bearer, id, { ...due, title: 'Late' })).status, 'scheduled')
  })
})

describe('published_at', () => {
  it('is set each time a post becomes published and kept when it is unpublished', async () => {
    const first = await postIn('published')
    const draft = await changePost(alice.bearer, first.id, { status: 'draft' })
    assert.equal(draft.published_at, first.published_at)
    const second = await changePost(alice.bearer, first.id, { status: 'published' })
    assert.ok(second.published_at! > first.published_at!)
    const archived = await changePost(alice.bearer, first.id, { status: 'archived' })
    assert.equal(archived.published_at, second.published_at)
  })

  it('is not changed by PATCH published on a published post, nor by other changes', async () => {
    const first = await postIn('published')
    const same = await changePost(alice.bearer, first.id, { status: 'published' })
    assert.deepEqual(same, first)
    const titled = await changePost(alice.bearer, first.id, { status: 'published', title: 'New' })
    assert.equal(titled.published_at, first.published_at)
  })

  it('is the same for 20 parallel publications, which emit one event', async () => {
    for (let round = 1; round <= 4; round++) {
      const { id } = await postIn('draft')
      const responses = await Promise.all(Array.from({ length: 20 }, () => patch(id, { status: 'published' })))
      for (const response of responses) assert.equal(response.status, 200)
      assert.equal(new Set(responses.map(response => response.body.published_at)).size, 1)
      const names = await eventNames(server, id)
      assert.deepEqual(names.toSorted(), ['post.created', 'post.published', 'post.updated'])
    }
  })
})

describe('a PATCH that changes nothing', () => {
  for (const status of STATUSES) {
    it(`returns 200, leaves updated_at and ETag of a ${status} post unchanged and emits nothing`, async () => {
      const { id } = await postIn(status)
      await changePost(alice.bearer, id, { tags: ['a', 'b'], category: 'ai', subtitle: 'S' })
      const before = await alice.bearer.get(`${POSTS}/${id}`)
      const events = await eventNames(server, id)
      for (const change of [{}, before.body, { tags: [' a', 'b ', 'a'] }, { status }, { title: before.body.title }]) {
        const after = await patch(id, change)
        assert.equal(after.status, 200, JSON.stringify(after.body))
        assert.deepEqual(after.body, before.body)
        assert.equal(after.headers.get('etag'), before.headers.get('etag'))
      }
      assert.deepEqual(await eventNames(server, id), events)
    })
  }
})

describe('parallel changes of one author', () => {
  it('a change that waited for another has the later time', async () => {
    const { id } = await postIn('draft')
    const { db } = server.context
    const other = await db.startTransaction().execute()
    await sql`select from posts where id = ${id} for update`.execute(other)
    const waiting = patch(id, { title: 'Second' })
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      assert.equal(rows.length, 1)
    })
    const { rows } = await sql<{ updated_at: Date }>`
      update posts set title = 'First', updated_at = clock_timestamp(), version = version + 1 where id = ${id}
      returning updated_at`.execute(other)
    await other.commit().execute()
    const { body } = await waiting
    assert.equal(body.title, 'Second')
    assert.ok(body.updated_at >= rows[0]!.updated_at.toISOString(), `${body.updated_at} ${rows[0]!.updated_at}`)
  })

  it('publishing some posts while unpublishing others never fails', async () => {
    const { bearer } = await server.person()
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const { id } = await createPost(bearer, { status: i % 2 === 0 ? 'draft' : 'published' })
        return id
      }),
    )
    for (let round = 1; round <= 8; round++) {
      const responses = await Promise.all(
        ids.map((id, i) => bearer.patch(`${POSTS}/${id}`, { status: (i + round) % 2 === 0 ? 'draft' : 'published' })),
      )
      assert.deepEqual([...new Set(responses.map(response => response.status))], [200], `round ${round}`)
    }
  })
})
