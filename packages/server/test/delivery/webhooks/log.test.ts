import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { DeliveryError, DeliveryErrorDetail } from '@galley/contract/delivery/webhooks'
import { sql } from 'kysely'
import { findDelivery, pruneDeliveries, requeue } from '../../../src/delivery/webhooks/deliveries/delivery-store.ts'
import { assertError } from '../../support/client.ts'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { eventually } from '../../support/eventually.ts'
import { type HostileServer, startHostileServer } from '../../support/network/hostile-server.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { deliveriesOf, registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: { ...RECEIVER_ENV, WEBHOOK_TIMEOUT: '3s' }, dispatcher: true })
})
beforeEach(() => receiver.behave((_request, response) => void response.end('thanks')))
after(async () => {
  await server.close()
  await receiver.close()
})

/** The only log entry, after its first attempt. */
const tried = ({ bearer }: Person, id: string) =>
  eventually(async () => {
    const [delivery = assert.fail()] = await deliveriesOf(bearer, id)
    assert.ok(delivery.attempt_count > 0)
    return delivery
  })

describe('a log entry', () => {
  it('of a success contains time, duration and response', async () => {
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/ok`)
    const post = await createPost(person.bearer)
    const delivery = await tried(person, id)
    const { id: deliveryId, event_id, response_time_ms, created_at, last_attempt_at, delivered_at, ...rest } = delivery
    const noError = { error: null, error_detail: null, error_message: null }
    const attempt = { attempted_at: last_attempt_at, http_status: 200, response_time_ms, ...noError }
    assert.deepEqual(rest, {
      event: 'post.created',
      status: 'success',
      attempt_count: 1,
      http_status: 200,
      ...noError,
      response_body: 'thanks',
      next_attempt_at: null,
      attempts: [attempt],
    })
    assert.equal(created_at, post.created_at)
    assert.ok(last_attempt_at! >= created_at && delivered_at! >= last_attempt_at!)
    const [received] = receiver.received.filter(({ headers }) => headers['x-service-delivery'] === deliveryId)
    assert.equal(received?.headers['x-service-event-id'], event_id)
  })

  it('contains the time of the next attempt', async () => {
    receiver.behave((_request, response) => void response.writeHead(500).end('broken'))
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/next`)
    await createPost(person.bearer)
    const { status, next_attempt_at, error, error_message, http_status, response_body } = await tried(person, id)
    assert.deepEqual([status, error, http_status, response_body], ['retrying', 'status', 500, 'broken'])
    assert.match(error_message ?? '', /status 500/)
    assert.ok(Date.parse(next_attempt_at ?? '') > Date.now())
  })

  it('contains at most 4 KiB of the response, as text that can be stored', async () => {
    receiver.behave((_request, response) => {
      response.end(Buffer.concat([Buffer.from([0, 0xff, 0xc3, 0x28]), Buffer.alloc(100_000, 'x')]))
    })
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/bytes`)
    await createPost(person.bearer)
    const { response_body: kept, status } = await tried(person, id)
    const body = kept ?? ''
    assert.equal(status, 'success')
    assert.ok(body.startsWith('\ufffd\ufffd\ufffd(xxx'))
    assert.ok(Buffer.byteLength(body) <= 4096 && body.length > 4000)
  })

  describe('the error of a failed delivery is', () => {
    let silentServer: HostileServer
    let nonHttpServer: HostileServer
    let selfSigned: HostileServer
    before(async () => {
      silentServer = await startHostileServer(() => {})
      nonHttpServer = await startHostileServer(socket => void socket.end('220 mail.example ESMTP\r\n'))
      selfSigned = await startHostileServer(() => {}, { certificate: 'self-signed' })
    })
    after(() => Promise.all([silentServer.close(), nonHttpServer.close(), selfSigned.close()]))

    const cases: [DeliveryError, DeliveryErrorDetail | null, RegExp, () => string][] = [
      // Longer than a DNS label may be, so that no DNS server is asked.
      ['dns', 'name_not_found', /has no address/, () => `https://${'a'.repeat(64)}.invalid/`],
      ['connect', 'connection_refused', /was refused/, () => 'https://localhost:1/'],
      ['tls', 'certificate_self_signed', /is self-signed/, () => `https://localhost:${selfSigned.port}/`],
      ['timeout', null, /in time/, () => `https://localhost:${silentServer.port}/`],
      ['protocol', null, /HTTP/, () => `https://localhost:${nonHttpServer.port}/`],
    ]
    for (const [error, detail, message, url] of cases) {
      it(error, async () => {
        const person = await server.person()
        const { id } = await registerWebhook(person.bearer, url())
        await createPost(person.bearer)
        const delivery = await tried(person, id)
        assert.deepEqual([delivery.status, delivery.error, delivery.http_status], ['retrying', error, null])
        for (const entry of [delivery, delivery.attempts[0]!]) {
          assert.deepEqual([entry.error, entry.error_detail], [error, detail])
          assert.match(entry.error_message ?? '', message)
        }
      })
    }

    it('protocol, if the server sends 100 Continue unasked', async () => {
      const eager = await startHostileServer(socket => {
        socket.once('data', () =>
          socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
        )
      })
      try {
        const person = await server.person()
        const { id } = await registerWebhook(person.bearer, `https://localhost:${eager.port}/`)
        await createPost(person.bearer)
        assert.equal((await tried(person, id)).error, 'protocol')
      } finally {
        await eager.close()
      }
    })

    it('blocked_address, if a name or a stored URL points to a private address after its registration', async () => {
      const closed = await startTestServer({ dispatcher: true })
      try {
        const person = await closed.person()
        const { id } = await registerWebhook(person.bearer, 'https://93.184.216.34/')
        await sql`update webhooks set url = ${receiver.url}`.execute(closed.context.db)
        const before = receiver.received.length
        await createPost(person.bearer)
        assert.equal((await tried(person, id)).error, 'blocked_address')
        const ping = await person.bearer.post(`${WEBHOOKS}/${id}/test`)
        assert.deepEqual([ping.body.success, ping.body.http_status], [false, 0])
        assert.equal(receiver.received.length, before)
      } finally {
        await closed.close()
      }
    })
  })
})

describe('the list of deliveries', () => {
  it('is newest first, in pages, filtered by status', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, `${receiver.url}/list`)
    for (let i = 0; i < 5; i++) {
      receiver.behave((_request, response) => void response.writeHead(i === 2 ? 500 : 200).end())
      await createPost(bearer)
      await eventually(async () => {
        const [newest, ...older] = await deliveriesOf(bearer, id)
        assert.equal(older.length, i)
        assert.equal(newest?.attempt_count, 1)
      })
    }
    const list = async (query: string) => (await bearer.get(`${WEBHOOKS}/${id}/deliveries${query}`)).body
    const all = await list('')
    assert.equal(all.total, 5)
    const times = all.deliveries.map((one: { created_at: string }) => one.created_at)
    assert.deepEqual(times, times.toSorted().reverse())
    const page = await list('?limit=2&offset=1')
    assert.deepEqual(page, { deliveries: all.deliveries.slice(1, 3), total: 5 })
    assert.deepEqual(await list('?offset=5'), { deliveries: [], total: 5 })
    assert.deepEqual(await list('?status=retrying'), { deliveries: [all.deliveries[2]], total: 1 })
    assert.equal((await list('?status=success')).total, 4)
    assert.deepEqual(await list('?status=pending'), { deliveries: [], total: 0 })
  })

  it('refuses invalid pages and filters', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, receiver.url)
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'status=lost']) {
      const answer = await bearer.get(`${WEBHOOKS}/${id}/deliveries?${query}`)
      assertError(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.fields[0].field, query.split('=')[0])
    }
  })
})

describe('the log', () => {
  it('is kept for 30 days, except for unfinished deliveries', async () => {
    const { db } = server.context
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, receiver.url)
    const insert = (age: string, status: string) => sql`
      with event as (
        insert into events (id, author_id, name, event_id, body, created_at)
        values (gen_random_uuid(), ${person.account.id}, 'post.created', gen_random_uuid()::text, '{}', now() - ${age}::interval) returning *),
      delivery as (
        insert into deliveries (webhook_id, event_row, event, event_id, created_at)
        select ${id}, id, name, event_id, created_at from event returning *)
      insert into undelivered (delivery_id, webhook_id, status, due_at, created_at)
      select id, webhook_id, ${status}, case when ${status} = 'retrying' then now() + interval '1 hour' end, created_at
      from delivery where ${status} <> 'success'`
    for (const age of ['29 days 23 hours', '30 days 1 hour', '400 days']) {
      for (const status of ['success', 'failed', 'retrying']) await insert(age, status).execute(db)
    }
    assert.equal(await pruneDeliveries(db), 4)
    const left = await deliveriesOf(person.bearer, id)
    assert.deepEqual(left.map(({ status }) => status).sort(), ['failed', 'retrying', 'retrying', 'retrying', 'success'])
    const events = await db.selectFrom('events').select('id').where('author_id', '=', person.account.id).execute()
    assert.equal(events.length, 5, 'an event goes with its last delivery')
    assert.equal(await pruneDeliveries(db), 0)
  })

  it('keeps an event without a delivery for 30 days', async () => {
    const { db } = server.context
    const { account, session } = await server.person()
    for (const age of ['29 days', '31 days']) {
      const { id } = await createPost(session)
      await sql`update events set created_at = now() - ${age}::interval where post_id = ${id}`.execute(db)
    }
    await pruneDeliveries(db)
    const { rows } = await sql`select from events where author_id = ${account.id}`.execute(db)
    assert.equal(rows.length, 1)
  })

  it('and the events of an account have a limit; the oldest are deleted, except what is still to be sent', async () => {
    const { db } = server.context
    const paying = await server.person()
    const free = await server.person({ plan: 'free' })
    const { id } = await registerWebhook(paying.bearer, receiver.url, { event_types: ['post.created'] })
    const insertEvents = (userId: string) => sql`
      insert into events (id, author_id, name, event_id, body, created_at, position)
      select gen_random_uuid(), ${userId}, 'post.updated', gen_random_uuid()::text, n::text, now(), n::text::xid8
      from generate_series(1, 8) n`
    await insertEvents(free.account.id).execute(db)
    await insertEvents(paying.account.id).execute(db)
    await sql`
      with delivery as (
        insert into deliveries (webhook_id, event_row, event, event_id, created_at)
        select ${id}, id, name, event_id, now() + body::int * interval '1 second'
        from events where author_id = ${paying.account.id} and body::int <= 5 returning *)
      insert into undelivered (delivery_id, webhook_id, status, due_at, created_at)
      select delivery.id, webhook_id, 'retrying', now() + interval '1 hour', delivery.created_at
      from delivery join events e on e.id = event_row where body = '2'`.execute(db)
    await pruneDeliveries(db, { events: 4, unreadableEvents: 3, deliveries: 1 })
    const left = async ({ account }: Person) => {
      const { rows } = await sql<{ body: string }>`
        select body from events where author_id = ${account.id} order by position`.execute(db)
      return rows.map(({ body }) => body).join()
    }
    assert.equal(await left(free), '6,7,8')
    assert.equal(await left(paying), '2,5,6,7,8')
    assert.equal((await deliveriesOf(paying.bearer, id)).length, 2)
  })

  it('keeps a delivery that is queued again while it is being pruned', async () => {
    const { db } = server.context
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, receiver.url)
    await createPost(bearer)
    const { id: deliveryId } = await eventually(async () => {
      const [delivery = assert.fail()] = await deliveriesOf(bearer, id, '?status=success')
      return delivery
    })
    await sql`update deliveries set created_at = created_at - interval '31 days' where id = ${deliveryId}`.execute(db)
    const { pruning } = await db.transaction().execute(async trx => {
      const delivery = await findDelivery(trx, id, deliveryId)
      await requeue(trx, delivery ?? assert.fail())
      const pruning = pruneDeliveries(db)
      let isDone = false
      pruning.then(() => {
        isDone = true
      })
      await eventually(async () => {
        const { rows } = await sql.raw(LOCK_WAITERS).execute(trx)
        assert.ok(isDone || rows.length > 0)
      })
      return { pruning }
    })
    await pruning
    assert.equal((await deliveriesOf(bearer, id))[0]?.id, deliveryId)
  })

  it('is pruned by a scheduled job', async () => {
    const { CRONTAB } = await import('../../../src/platform/jobs/tasks.ts')
    const { createHandlers } = await import('../../../src/job-handlers.ts')
    assert.ok(CRONTAB.some(({ task }) => task === 'prune-deliveries'))
    await createHandlers(server.context)['prune-deliveries']({})
  })
})

describe('/metrics', () => {
  // On its own server, because pending retries of other tests would count too.
  let server: TestServer
  before(async () => {
    server = await startTestServer({ env: RECEIVER_ENV, dispatcher: true })
  })
  after(() => server.close())

  it('counts attempts and deliveries by outcome, measures first attempts and the queue', async () => {
    const names = {
      attempts: 'galley_webhook_attempts_total{outcome="success"}',
      rejected: 'galley_webhook_attempts_total{outcome="status"}',
      deliveries: 'galley_webhook_deliveries_total{outcome="success"}',
      timed: 'galley_webhook_first_attempt_seconds_count',
      depth: 'galley_webhook_queue_depth',
      oldest: 'galley_webhook_oldest_pending_seconds',
    }
    const read = async () => {
      const lines: string[] = (await server.anyone.get('/metrics')).body.split('\n')
      const value = (name: string) => Number(lines.find(line => line.startsWith(`${name} `))?.slice(name.length) ?? 0)
      return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, value(name)])) as Record<
        keyof typeof names,
        number
      >
    }
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/metrics`)
    const before = await read()
    await createPost(person.bearer)
    await tried(person, id)
    receiver.behave((_request, response) => void response.writeHead(500).end())
    await createPost(person.bearer)
    await tried(person, id)
    await sql`update undelivered set created_at = now() - interval '1000 days' where webhook_id = ${id} and status = 'retrying'`.execute(
      server.context.db,
    )
    const after = await eventually(async () => {
      const now = await read()
      assert.equal(now.rejected, before.rejected + 1)
      return now
    })
    assert.deepEqual(
      [after.attempts, after.deliveries, after.timed, after.depth],
      [before.attempts + 1, before.deliveries + 1, before.timed + 2, before.depth + 1],
    )
    assert.ok(after.oldest > 999 * 86_400)
  })
})
