import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, changeWebhook, deliveriesOf, registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
let status: number
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: { ...RECEIVER_ENV, WEBHOOK_RETRY_SCHEDULE: '1ms,1ms' }, dispatcher: true })
})
beforeEach(() => {
  status = 200
  receiver.behave((_request, response) => void response.writeHead(status).end())
})
after(async () => {
  await server.close()
  await receiver.close()
})

/** A webhook with this many deliveries in the status `wanted`. */
async function withDeliveries(path: string, wanted: 'success' | 'failed', count: number) {
  const person = await server.person()
  const { id } = await registerWebhook(person.bearer, receiver.url + path)
  status = wanted === 'success' ? 200 : 500
  for (let i = 0; i < count; i++) await createPost(person.bearer)
  const deliveries = await ended(person, id, wanted, count)
  return { person, id, deliveries }
}

function ended({ bearer }: Person, id: string, wanted: string, count: number) {
  return eventually(async () => {
    const found = await deliveriesOf(bearer, id)
    assert.deepEqual(
      found.map(one => one.status),
      Array.from({ length: count }, () => wanted),
    )
    return found
  })
}

const redeliver = ({ bearer }: Person, id: string, delivery: string) =>
  bearer.post(`${WEBHOOKS}/${id}/deliveries/${delivery}/redeliver`)

describe('redelivery of one delivery', () => {
  it('sends the same event, bytes and delivery id again, also after a success', async () => {
    const { person, id, deliveries } = await withDeliveries('/one', 'success', 1)
    const answer = await redeliver(person, id, deliveries[0]!.id)
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.body.id, answer.body.status], [deliveries[0]!.id, 'pending'])
    await eventually(() => assert.equal(arrivedAt(receiver, '/one').length, 2))
    const [first, second] = arrivedAt(receiver, '/one')
    assert.equal(second?.body, first?.body)
    for (const name of ['x-service-event-id', 'x-service-delivery', 'x-service-signature']) {
      assert.equal(second?.headers[name], first?.headers[name])
    }
    assert.equal(second?.headers['x-service-attempt'], '2')
    const [again] = await ended(person, id, 'success', 1)
    assert.equal(again?.attempts.length, 2)
  })

  it('restarts the retry schedule', async () => {
    const { person, id, deliveries } = await withDeliveries('/anew', 'failed', 1)
    assert.equal(deliveries[0]?.attempt_count, 3)
    await redeliver(person, id, deliveries[0]!.id)
    await eventually(async () => assert.equal((await deliveriesOf(person.bearer, id))[0]?.attempt_count, 6))
    const [again] = await ended(person, id, 'failed', 1)
    assert.equal(again?.attempts.length, 6)
    assert.deepEqual(
      arrivedAt(receiver, '/anew').map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '3', '4', '5', '6'],
    )
  })

  it('of one that is being sent adds no second one', async () => {
    const held: ServerResponse[] = []
    receiver.behave((_request, response) => void held.push(response))
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/now`)
    await createPost(person.bearer)
    await eventually(() => assert.equal(held.length, 1))
    const [delivery] = await deliveriesOf(person.bearer, id)
    assert.equal((await redeliver(person, id, delivery!.id)).status, 200)
    held[0]?.end()
    await ended(person, id, 'success', 1)
    assert.equal(arrivedAt(receiver, '/now').length, 1)
  })

  it('is rejected for a ping, a disabled webhook, and unknown or other webhooks’ deliveries', async () => {
    const { person, id, deliveries } = await withDeliveries('/refused', 'success', 1)
    const other = await registerWebhook(person.bearer, `${receiver.url}/other`)
    assertError(await redeliver(person, other.id, deliveries[0]!.id), 404, 'NOT_FOUND')
    assertError(await redeliver(person, id, randomUUID()), 404, 'NOT_FOUND')
    assertError(await redeliver(person, id, 'no-id'), 404, 'NOT_FOUND')
    const otherUser = await server.person()
    assertError(await redeliver(otherUser, id, deliveries[0]!.id), 404, 'NOT_FOUND')
    await person.bearer.post(`${WEBHOOKS}/${other.id}/test`)
    const [ping] = await deliveriesOf(person.bearer, other.id)
    assertError(await redeliver(person, other.id, ping!.id), 400, 'VALIDATION_ERROR')
    await changeWebhook(person.bearer, id, { status: 'disabled' })
    assertError(await redeliver(person, id, deliveries[0]!.id), 400, 'VALIDATION_ERROR')
  })
})

describe('redelivery of all failed deliveries', () => {
  const since = (person: Person, id: string, time: string) =>
    person.bearer.post(`${WEBHOOKS}/${id}/redeliver`, { since: time })

  it('includes those created at or after the time, and neither others nor pings', async () => {
    const { person, id, deliveries } = await withDeliveries('/since', 'failed', 3)
    await person.bearer.post(`${WEBHOOKS}/${id}/test`)
    const [, , oldest] = deliveries
    const { db } = server.context
    const at = '2026-01-01T00:00:00.000Z'
    await sql`update undelivered set created_at = ${at} where delivery_id = ${deliveries[1]!.id}`.execute(db)
    await sql`update undelivered set created_at = ${at}::timestamptz - interval '1 ms' where delivery_id = ${oldest!.id}`.execute(
      db,
    )
    status = 200
    const answer = await since(person, id, at)
    assert.deepEqual([answer.status, answer.body], [200, { redelivered: 2 }])
    await eventually(async () => {
      const found = await deliveriesOf(person.bearer, id)
      const ids = found.filter(one => one.status === 'success').map(one => one.id)
      assert.deepEqual(ids.sort(), [deliveries[0]!.id, deliveries[1]!.id].sort())
    })
    const { body } = await since(person, id, new Date(0).toISOString())
    assert.deepEqual(body, { redelivered: 1 })
    await eventually(async () => assert.equal((await deliveriesOf(person.bearer, id, '?status=success')).length, 3))
  })

  it('needs a time, and an active webhook', async () => {
    const { person, id } = await withDeliveries('/faults', 'success', 1)
    const post = (body: object) => person.bearer.post(`${WEBHOOKS}/${id}/redeliver`, body)
    assertError(await post({}), 400, 'VALIDATION_ERROR', { since: 'REQUIRED' })
    assertError(await post({ since: 'yesterday' }), 400, 'VALIDATION_ERROR', { since: 'INVALID_VALUE' })
    await changeWebhook(person.bearer, id, { status: 'disabled' })
    assertError(await post({ since: new Date(0).toISOString() }), 400, 'VALIDATION_ERROR')
  })
})
