import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { Notification } from '@galley/contract/schemas/delivery/notifications'
import { sql } from 'kysely'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import {
  arrivedAt,
  changeWebhook,
  deliveriesOf,
  readWebhook,
  registerWebhook,
  WEBHOOKS,
} from '../../support/webhooks.ts'

const env = { ...RECEIVER_ENV, WEBHOOK_RETRY_SCHEDULE: '1ms' }
let database: TestDatabase
let receiver: Receiver
let server: TestServer
let answer: (path: string) => number
const held: ServerResponse[] = []
before(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver()
  answer = () => 500
  receiver.behave((_request, response, { path }) => {
    if (path === '/held') return void held.push(response)
    response.statusCode = answer(path)
    response.end()
  })
  server = await startTestServer({ env, database, dispatcher: true })
})
after(async () => {
  await server.close()
  await receiver.close()
  await database.drop()
})

async function endedDeliveries({ bearer }: Person, id: string, count: number) {
  return eventually(async () => {
    // The retry is due at once, but would wait for the search of each second.
    server.context.bus.deliver({ about: 'deliveries', webhookIds: [id] })
    const deliveries = await deliveriesOf(bearer, id)
    assert.equal(deliveries.length, count)
    for (const { status } of deliveries) assert.match(status, /^(success|failed)$/)
    return deliveries
  })
}

describe('five failed deliveries in a row', () => {
  it('disable the webhook, and four followed by a success do not', async () => {
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/four`)
    for (let i = 1; i <= 4; i++) {
      await createPost(person.bearer)
      await endedDeliveries(person, id, i)
    }
    assert.equal((await readWebhook(person.bearer, id)).consecutive_failures, 4)
    answer = () => 200
    await createPost(person.bearer)
    await endedDeliveries(person, id, 5)
    assert.equal((await readWebhook(person.bearer, id)).consecutive_failures, 0)

    answer = () => 500
    for (let i = 6; i <= 10; i++) {
      assert.equal((await readWebhook(person.bearer, id)).status, 'active')
      await createPost(person.bearer)
      await endedDeliveries(person, id, i)
    }
    const off = await readWebhook(person.bearer, id)
    assert.deepEqual(
      [off.status, off.consecutive_failures, off.disabled_reason],
      ['disabled', 5, 'consecutive_failures'],
    )
    assert.ok(Math.abs(Date.parse(off.disabled_at ?? '') - Date.now()) < 60_000)

    // The owner is told when deliveries begin to fail, each time, and when the webhook is disabled.
    const { body } = await person.session.get('/api/v1/reader/notifications')
    const told = body.notifications.map((item: Notification) => [item.kind, item.detail, item.count, item.webhook?.id])
    assert.deepEqual(told, [
      ['webhook', 'disabled', 1, id],
      ['webhook', 'failing', 2, id],
    ])
  })

  it('end all pending and retrying deliveries, with the reason in the log', async () => {
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/queue`, { event_types: ['post.created'] })
    const { db } = server.context
    await sql`update webhooks set consecutive_failures = 4 where id = ${id}`.execute(db)
    // Two that are due later (one not tried yet, one between two attempts), and one that is due now.
    for (const status of ['pending', 'retrying']) {
      await sql`
        with event as (
          insert into events (id, author_id, name, event_id, body)
          values (gen_random_uuid(), ${person.account.id}, 'post.created', gen_random_uuid()::text, '{}') returning *),
        delivery as (
          insert into deliveries (webhook_id, event_row, event, event_id) select ${id}, id, name, event_id from event returning *)
        insert into undelivered (delivery_id, webhook_id, status, due_at, created_at)
        select id, webhook_id, ${status}, now() + interval '1 hour', created_at from delivery`.execute(db)
    }
    await createPost(person.bearer)
    const deliveries = await endedDeliveries(person, id, 3)
    assert.deepEqual(deliveries.map(({ error }) => error).sort(), ['status', 'webhook_disabled', 'webhook_disabled'])
    for (const { status, next_attempt_at } of deliveries) assert.deepEqual([status, next_attempt_at], ['failed', null])
    assert.equal((await readWebhook(person.bearer, id)).status, 'disabled')
    assert.equal(arrivedAt(receiver, '/queue').length, 2)

    await changeWebhook(person.bearer, id, { status: 'active' })
    answer = () => 200
    const again = await person.bearer.post(`${WEBHOOKS}/${id}/redeliver`, { since: new Date(0).toISOString() })
    assert.deepEqual(again.body, { redelivered: 3 })
    for (const { status } of await endedDeliveries(person, id, 3)) assert.equal(status, 'success')
    answer = () => 500
  })
})

describe('a result that arrives after the webhook was disabled and enabled again', () => {
  it('neither counts nor overwrites the final state of the delivery', async () => {
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/held`)
    for (let i = 0; i < 4; i++) await createPost(person.bearer)
    await eventually(() => assert.equal(held.length, 4))
    await sql`update webhooks set consecutive_failures = 4 where id = ${id}`.execute(server.context.db)
    await changeWebhook(person.bearer, id, { status: 'disabled' })
    await changeWebhook(person.bearer, id, { status: 'active' })
    const before = await deliveriesOf(person.bearer, id)
    for (const [index, response] of held.entries()) {
      response.statusCode = index % 2 === 0 ? 500 : 200
      response.end()
    }
    // When a later delivery has arrived, the earlier results have been handled.
    await changeWebhook(person.bearer, id, { url: `${receiver.url}/marker` })
    await createPost(person.bearer)
    await eventually(async () => assert.ok((await deliveriesOf(person.bearer, id, '?status=failed')).length === 5))
    const { status, consecutive_failures } = await readWebhook(person.bearer, id)
    assert.deepEqual([status, consecutive_failures], ['active', 1])
    assert.deepEqual((await deliveriesOf(person.bearer, id)).slice(1), before)
    for (const { error, attempts } of before) assert.deepEqual([error, attempts], ['webhook_disabled', []])
  })
})
