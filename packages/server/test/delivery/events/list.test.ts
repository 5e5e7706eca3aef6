import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { recordEvents } from '../../../src/delivery/webhooks/record-events.ts'
import { issueToken } from '../../../src/identity/tokens/issue-token.ts'
import { assertError, Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, eventsOf } from '../../support/posts/posts.ts'
import { setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const EVENTS = '/api/v1/events'
const START = '0.00000000-0000-0000-0000-000000000000'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

interface Body {
  readonly next: string
  readonly events: readonly { readonly event: string; readonly data: { readonly post: { readonly title: string } } }[]
}
const titlesOf = ({ events }: Body) => events.map(event => event.data.post.title)
const names = ({ events }: Body) => events.map(({ event }) => event)

describe('GET /api/v1/events', () => {
  it('has the bytes of the webhook bodies, oldest first, without any webhook', async () => {
    const alice = await server.person()
    const { id } = await createPost(alice.bearer, { title: 'Ünï "quoted" \u2028 😀', status: 'published' })
    await changePost(alice.bearer, id, { subtitle: 'S' })
    await alice.bearer.delete(`/api/v1/posts/${id}`)
    const stored = (await eventsOf(server, id)).map(({ body }) => body)
    assert.equal(stored.length, 4)
    await eventually(async () => {
      const response = await fetch(server.url + EVENTS, { headers: { authorization: `Bearer ${alice.token}` } })
      const text = await response.text()
      assert.ok(text.startsWith(`{"events":[${stored.join(',')}],"next":"`), text)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.deepEqual((await alice.session.get(EVENTS)).body.events, JSON.parse(text).events)
    })
  })

  it('continues after `next`, in pages of any size, without gaps or repetitions', async () => {
    const { bearer } = await server.person()
    const titles = Array.from({ length: 7 }, (_, i) => `Post ${i}`)
    for (const title of titles) await createPost(bearer, { title })
    const seen: string[] = []
    let after = ''
    const readOn = async () => {
      const { body } = await bearer.get(`${EVENTS}?limit=3${after}`)
      assert.ok(body.events.length <= 3)
      after = `&after=${body.next}`
      seen.push(...titlesOf(body))
    }
    await eventually(async () => {
      await readOn()
      assert.deepEqual(seen, titles)
    })
    await createPost(bearer, { title: 'Later' })
    await eventually(async () => {
      await readOn()
      assert.deepEqual(seen, [...titles, 'Later'])
    })
  })

  it('begins at a time with `since`', async () => {
    const { bearer, account } = await server.person()
    await createPost(bearer, { title: 'Old' })
    await sql`update events set created_at = now() - interval '1 hour' where author_id = ${account.id}`.execute(
      server.context.db,
    )
    await createPost(bearer, { status: 'published' })
    const since = encodeURIComponent(new Date(Date.now() - 60_000).toISOString())
    await eventually(async () => {
      const { body } = await bearer.get(`${EVENTS}?since=${since}`)
      assert.deepEqual(names(body), ['post.created', 'post.published'])
      assert.deepEqual(names((await bearer.get(`${EVENTS}?since=${since}&after=${body.next}`)).body), [])
    })
  })

  it('never has events of others, and no pings', async () => {
    const [alice, bob] = [await server.person(), await server.person()]
    await createPost(bob.bearer)
    await sql`
      insert into events (id, author_id, name, event_id, body)
      values (gen_random_uuid(), ${alice.account.id}, 'ping', ${`ping:${alice.account.id}`}, '{}')`.execute(
      server.context.db,
    )
    assert.deepEqual((await alice.bearer.get(EVENTS)).body.events, [])
  })

  it('rejects an invalid cursor, time and limit', async () => {
    const { bearer } = await server.person()
    for (const after of ['x', '1', '1.', '-1.00000000-0000-0000-0000-000000000000', '1.x', '%00'])
      assertError(await bearer.get(`${EVENTS}?after=${after}`), 400, 'VALIDATION_ERROR', { after: 'INVALID_VALUE' })
    assertError(await bearer.get(`${EVENTS}?after=${'1'.repeat(101)}`), 400, 'VALIDATION_ERROR', { after: 'TOO_LONG' })
    assertError(await bearer.get(`${EVENTS}?since=today&limit=0`), 400, 'VALIDATION_ERROR', {
      since: 'INVALID_VALUE',
      limit: 'TOO_SMALL',
    })
    const headers = { accept: 'text/event-stream', 'last-event-id': 'x' }
    assertError(await bearer.get(EVENTS, { headers }), 400, 'VALIDATION_ERROR', { 'Last-Event-ID': 'INVALID_VALUE' })
  })

  it('needs the Premium plan, also in a session, and the scope `events`', async () => {
    const free = await server.person({ plan: 'free' })
    for (const client of [free.session, free.bearer]) assertError(await client.get(EVENTS), 403, 'PLAN_REQUIRED')
    assertError(await server.anyone.get(EVENTS), 401, 'UNAUTHORIZED')
    const { account } = await server.person()
    const { token } = await issueToken(server.context, account.id, { name: 'reader', scopes: ['posts:read'] })
    for (const accept of ['application/json', 'text/event-stream'])
      assertError(await new Client(server.url, { token }).get(EVENTS, { headers: { accept } }), 403, 'SCOPE_REQUIRED')
  })

  it('of a suspended account is rejected', async () => {
    const alice = await server.person()
    await setSuspended(server, alice, true)
    assertError(await alice.bearer.get(EVENTS), 401, 'UNAUTHORIZED')
  })

  it('continues with a cursor of the database from which this one was restored', async () => {
    const { bearer, account } = await server.person()
    await createPost(bearer, { title: 'Read before the backup' })
    await createPost(bearer, { title: 'Not read' })
    const { rows } = await sql<{ id: string }>`
      update events set position = '0' where author_id = ${account.id} returning id`.execute(server.context.db)
    const [first] = rows.map(({ id }) => id).sort()
    await createPost(bearer, { title: 'After the restore' })
    await eventually(async () => {
      const { body } = await bearer.get(`${EVENTS}?after=9000000000000000000.${first}`)
      assert.deepEqual(titlesOf(body), ['Not read', 'After the restore'])
    })
  })
})

describe('the order of events', () => {
  let alice: Person
  before(async () => {
    alice = await server.person()
  })
  const read = async (after: string) => {
    const { body } = await alice.bearer.get(`${EVENTS}?after=${after}&limit=100`)
    return { next: body.next as string, titles: titlesOf(body) }
  }
  /** Transactions of other tests may delay events; these must have arrived at the end. */
  const readAll = (last: readonly string[]) =>
    eventually(async () => {
      const page = await read(START)
      assert.deepEqual(page.titles.slice(-last.length), last)
      return page
    })
  /** An event in an open transaction. */
  const insertEvent = (title: string) => sql`
    insert into events (id, author_id, post_id, name, event_id, body)
    select gen_random_uuid(), ${alice.account.id}, gen_random_uuid(), 'post.created', gen_random_uuid(),
      json_build_object('event', 'post.created', 'data', json_build_object('post', json_build_object('title', ${title}::text)))::text`

  it('skips none when a transaction commits after later ones', async () => {
    const { db } = server.context
    await createPost(alice.bearer, { title: 'first' })
    const { next } = await readAll(['first'])
    const slow = await db.startTransaction().execute()
    await insertEvent('slow').execute(slow)
    const slower = await db.startTransaction().execute()
    await insertEvent('slower').execute(slower)
    await createPost(alice.bearer, { title: 'quick' })
    const during = await read(next)
    assert.deepEqual(during.titles, [])
    await slow.commit().execute()
    const between = await eventually(async () => {
      const page = await read(during.next)
      assert.deepEqual(page.titles, ['slow'])
      return page
    })
    await slower.commit().execute()
    await eventually(async () => {
      const afterwards = await read(between.next)
      assert.deepEqual(afterwards.titles, ['slower', 'quick'])
      assert.deepEqual((await read(afterwards.next)).titles, [])
    })
  })

  it('waits for a transaction that is rolled back in the end', async () => {
    await createPost(alice.bearer, { title: 'before' })
    const { next } = await readAll(['before'])
    const slow = await server.context.db.startTransaction().execute()
    await insertEvent('never').execute(slow)
    await createPost(alice.bearer, { title: 'kept' })
    assert.deepEqual((await read(next)).titles, [])
    await slow.rollback().execute()
    await eventually(async () => assert.deepEqual((await read(next)).titles, ['kept']))
  })

  it('of one post is that of its changes, even if a later change had the older transaction', async () => {
    const { id } = await createPost(alice.bearer, { title: 'One' })
    const { next } = await readAll(['One'])
    // A PUT locks the account, and so has its transaction id, before it waits for the post.
    const waiting = await server.context.db.startTransaction().execute()
    await sql`select pg_current_xact_id()`.execute(waiting)
    const { data } = JSON.parse((await eventsOf(server, id))[0]!.body)
    await changePost(alice.bearer, id, { title: 'Two' })
    const post = { ...data.post, title: 'Three' }
    await recordEvents(waiting, () => {}, alice.account.id, new Date(), [{ name: 'post.updated', post, changes: [] }])
    await waiting.commit().execute()
    await eventually(async () => assert.deepEqual((await read(next)).titles, ['Two', 'Three']))
  })
})
