import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { EVENT_STREAMS_MAX_PER_ADDRESS, EVENT_STREAMS_MAX_PER_USER } from '@galley/contract/limits'
import { sql } from 'kysely'
import { START } from '../../../src/delivery/events/event-cursor.ts'
import type { EventStream } from '../../../src/delivery/events/event-stream.ts'
import { EventStreams } from '../../../src/delivery/events/event-streams.ts'
import { type EventReader, openEvents } from '../../support/event-stream.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost, eventsOf } from '../../support/posts/posts.ts'
import { setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const open: EventReader[] = []
afterEach(async () => {
  for (const reader of open.splice(0)) await reader.close()
})
async function stream(person: Person, options?: Parameters<typeof openEvents>[2], url = server.url) {
  const reader = await openEvents(url, person.token, options)
  open.push(reader)
  return reader
}
const titlesOf = ({ events }: EventReader) => events.map(({ data }) => JSON.parse(data).data.post.title)

describe('a stream of events', () => {
  it('has the events so far and each new one, with the bytes that webhooks get', async () => {
    const alice = await server.person()
    const first = await createPost(alice.bearer, { title: 'Before' })
    const reader = await stream(alice)
    await eventually(() => assert.deepEqual(titlesOf(reader), ['Before']))
    const second = await createPost(alice.bearer, { title: 'Während 😀' })
    await eventually(() => assert.deepEqual(titlesOf(reader), ['Before', 'Während 😀']))
    const stored = [...(await eventsOf(server, first.id)), ...(await eventsOf(server, second.id))]
    assert.deepEqual(
      reader.events.map(({ data }) => data),
      stored.map(({ body }) => body),
    )
  })

  it('resumes after Last-Event-ID, which counts more than `after`', async () => {
    const alice = await server.person()
    for (const title of ['One', 'Two', 'Three']) await createPost(alice.bearer, { title })
    const all = await stream(alice)
    await eventually(() => assert.equal(all.events.length, 3))
    const [one, two] = all.events
    const resumed = await stream(alice, { query: `?after=${one!.id}`, headers: { 'last-event-id': two!.id } })
    const afterOne = await stream(alice, { query: `?after=${one!.id}` })
    await eventually(() => assert.deepEqual(titlesOf(afterOne), ['Two', 'Three']))
    await eventually(() => assert.deepEqual(titlesOf(resumed), ['Three']))
  })

  it('has the cursors of the list', async () => {
    const alice = await server.person()
    for (const title of ['One', 'Two']) await createPost(alice.bearer, { title })
    const reader = await stream(alice)
    await eventually(() => assert.equal(reader.events.length, 2))
    const { body } = await alice.bearer.get(`/api/v1/events?after=${reader.events[0]!.id}`)
    assert.deepEqual(body.events, [JSON.parse(reader.events[1]!.data)])
  })

  it('has thousands of events, all once and in order', async () => {
    const alice = await server.person()
    await sql`
      insert into events (id, author_id, post_id, name, event_id, body)
      select gen_random_uuid(), ${alice.account.id}, gen_random_uuid(), 'post.created', gen_random_uuid(),
        '{"data":{"post":{"title":"' || repeat('x', 500) || '"}}}' from generate_series(1, 3000)`.execute(
      server.context.db,
    )
    const reader = await stream(alice)
    await eventually(() => assert.equal(reader.events.length, 3000))
    const ids = reader.events.map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)].sort())
  })

  it('has the events of every process, and none of other authors', async () => {
    const [alice, bob] = [await server.person(), await server.person()]
    const other = await startTestServer({ database: server.database })
    try {
      const reader = await stream(alice)
      const send = (token: string, title: string) =>
        fetch(`${other.url}/api/v1/posts`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ title, content: 'x' }),
        }).then(response => response.text())
      await send(bob.token, 'Of Bob')
      await send(alice.token, 'Of Alice')
      await eventually(() => assert.deepEqual(titlesOf(reader), ['Of Alice']))
    } finally {
      await other.close()
    }
  })

  it('has an event of a transaction that began before the stream and ended after it', async () => {
    const alice = await server.person()
    const slow = await server.context.db.startTransaction().execute()
    await sql`
      insert into events (id, author_id, post_id, name, event_id, body) values (gen_random_uuid(), ${alice.account.id},
        gen_random_uuid(), 'post.created', gen_random_uuid(), '{"data":{"post":{"title":"Slow"}}}')`.execute(slow)
    const reader = await stream(alice)
    await createPost(alice.bearer, { title: 'Quick' })
    await slow.commit().execute()
    await eventually(() => assert.deepEqual(titlesOf(reader), ['Slow', 'Quick']))
  })

  it('loses nothing across a restart of the server', async () => {
    const alice = await server.person()
    const first = await startTestServer({ database: server.database })
    const reader = await stream(alice, {}, first.url)
    await createPost(alice.bearer, { title: 'One' })
    await eventually(() => assert.deepEqual(titlesOf(reader), ['One']))
    await first.close()
    await reader.ended
    await createPost(alice.bearer, { title: 'Meanwhile' })
    const second = await startTestServer({ database: server.database })
    try {
      const resumed = await stream(alice, { headers: { 'last-event-id': reader.events.at(-1)!.id } }, second.url)
      await createPost(alice.bearer, { title: 'Two' })
      await eventually(() => assert.deepEqual(titlesOf(resumed), ['Meanwhile', 'Two']))
    } finally {
      await second.close()
    }
  })
})

describe('an open stream', () => {
  it('ends at once when the server stops', { timeout: 60_000 }, async () => {
    const alice = await server.person()
    const stopping = await startTestServer({ database: server.database })
    const reader = await stream(alice, {}, stopping.url)
    const startedAt = performance.now()
    await stopping.close()
    await reader.ended
    assert.ok(performance.now() - startedAt < 5000, 'it did not wait for a time limit')
  })

  it('ends when the token is revoked, the account is suspended or the plan is lost', { timeout: 60_000 }, async () => {
    for (const end of [
      async ({ session }: Person) => {
        const { tokens } = (await session.get('/api/v1/tokens')).body
        await session.delete(`/api/v1/tokens/${tokens[0].id}`)
      },
      (person: Person) => setSuspended(server, person, true),
      async ({ account }: Person) => {
        await sql`update users set plan = 'free' where id = ${account.id}`.execute(server.context.db)
        await sql`select pg_notify('galley', ${JSON.stringify({ about: 'account', userId: account.id })})`.execute(
          server.context.db,
        )
      },
    ]) {
      const [alice, bob] = [await server.person(), await server.person()]
      const [reader, other] = [await stream(alice), await stream(bob)]
      await end(alice)
      await reader.ended
      await createPost(bob.bearer, { title: 'Still open' })
      await eventually(() => assert.deepEqual(titlesOf(other), ['Still open']))
    }
  })

  it('stays open when another token of the account is revoked', async () => {
    const alice = await server.person()
    const reader = await stream(alice)
    const { id } = (await alice.session.post('/api/v1/tokens', { name: 'another' })).body
    await alice.session.delete(`/api/v1/tokens/${id}`)
    await createPost(alice.bearer, { title: 'Open' })
    await eventually(() => assert.deepEqual(titlesOf(reader), ['Open']))
  })

  it('ends if it is the oldest of its account and there are too many', { timeout: 60_000 }, async () => {
    const alice = await server.person()
    const readers: EventReader[] = []
    for (let i = 0; i <= EVENT_STREAMS_MAX_PER_USER; i++) readers.push(await stream(alice))
    await readers[0]!.ended
    await createPost(alice.bearer, { title: 'For the others' })
    await eventually(() => {
      assert.deepEqual(readers.map(titlesOf), [[], ...Array(EVENT_STREAMS_MAX_PER_USER).fill(['For the others'])])
    })
  })

  it('is counted in the metrics, and its duration is not measured as that of a request', async () => {
    const alice = await server.person()
    const metrics = () => server.context.metrics.metrics()
    const countOf = (text: string) => Number(/^galley_event_streams (\d+)$/m.exec(text)?.[1])
    const measured = (text: string) =>
      text.match(/^galley_http_request_duration_seconds.*route="\/api\/v1\/events".*$/gm)
    await eventually(async () => assert.equal(countOf(await metrics()), 0))
    const before = measured(await metrics())
    const reader = await stream(alice)
    assert.equal(countOf(await metrics()), 1)
    await setSuspended(server, alice, true)
    await reader.ended
    await eventually(async () => assert.equal(countOf(await metrics()), 0))
    assert.deepEqual(measured(await metrics()), before)
  })

  it('answers HEAD without opening a stream', async () => {
    const alice = await server.person()
    const response = await fetch(`${server.url}/api/v1/events`, {
      method: 'HEAD',
      headers: { accept: 'text/event-stream', authorization: `Bearer ${alice.token}` },
    })
    assert.deepEqual([response.status, await response.text()], [200, ''])
  })
})

describe('the streams of one address', () => {
  it('are limited in number; a closed one makes room', async () => {
    const streams = new EventStreams(server.context)
    const opened: EventStream[] = []
    const openOne = async (userId: string) => {
      const { id } = await server.context.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      const credential = { kind: 'session' as const, id }
      const principal = {
        userId,
        username: '',
        displayName: '',
        avatarUrl: null,
        plan: 'premium' as const,
        role: 'user' as const,
        credential,
      }
      const request = { principal, address: 'address:192.0.2.1', after: START, since: undefined }
      opened.push(await streams.open(request))
    }
    const people: string[] = []
    while (people.length * EVENT_STREAMS_MAX_PER_USER <= EVENT_STREAMS_MAX_PER_ADDRESS) {
      people.push((await server.person()).account.id)
    }
    for (let i = 0; i < EVENT_STREAMS_MAX_PER_ADDRESS; i++) await openOne(people[i % people.length]!)
    await assert.rejects(openOne(people[0]!), { code: 'RATE_LIMITED' })
    opened[0]!.destroy()
    await eventually(() => openOne(people[0]!))
    for (const stream of opened) stream.destroy()
  })
})

describe('the periodic check of open streams of events', () => {
  const ROUND_MS = 40

  async function openStream({ account, token }: Person, roundMs = ROUND_MS) {
    const streams = new EventStreams(server.context, { roundMs })
    const { rows } = await sql<{ id: string }>`select id from api_tokens where user_id = ${account.id}`.execute(
      server.context.db,
    )
    const credential = { kind: 'token' as const, id: rows[0]!.id, name: '', scopes: [] }
    const principal = {
      userId: account.id,
      username: '',
      displayName: '',
      avatarUrl: null,
      plan: 'premium' as const,
      role: 'user' as const,
    }
    const request = { principal: { ...principal, credential }, address: token, after: START, since: undefined }
    const readable = await streams.open(request)
    const seen = { text: '', ended: false }
    readable.on('data', chunk => {
      seen.text += chunk
    })
    readable.once('end', () => {
      seen.ended = true
    })
    return { seen, readable }
  }

  it('sends a comment, so that both sides notice a broken connection', async () => {
    const { seen, readable } = await openStream(await server.person())
    await eventually(() => assert.match(seen.text, /^retry: \d+\n\n(: [^\n]+\n\n){3}/))
    readable.destroy()
  })

  it('finds an event without a notification', async () => {
    const alice = await server.person()
    const { seen, readable } = await openStream(alice)
    await eventually(() => assert.match(seen.text, /: /))
    await sql`
      insert into events (id, author_id, post_id, name, event_id, body) values (gen_random_uuid(), ${alice.account.id},
        gen_random_uuid(), 'post.created', gen_random_uuid(), '{"missed":true}')`.execute(server.context.db)
    await eventually(() => assert.match(seen.text, /\nid: [^\n]+\ndata: {"missed":true}\n\n/))
    readable.destroy()
  })

  it('is not needed to end a stream whose token was revoked while it was opened', async () => {
    const alice = await server.person()
    await sql`update api_tokens set revoked_at = now() where user_id = ${alice.account.id}`.execute(server.context.db)
    const { seen } = await openStream(alice, 3_600_000)
    await eventually(() => assert.ok(seen.ended))
  })

  it('ends the stream of an expired token', async () => {
    const alice = await server.person()
    const { seen } = await openStream(alice)
    await sql`update api_tokens set expires_at = now() where user_id = ${alice.account.id}`.execute(server.context.db)
    await eventually(() => assert.ok(seen.ended))
  })
})
