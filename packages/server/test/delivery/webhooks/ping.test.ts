import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { failAbandonedPings } from '../../../src/delivery/webhooks/deliveries/delivery-store.ts'
import { assertError } from '../../support/client.ts'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { eventually } from '../../support/eventually.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import {
  arrivedAt,
  changeWebhook,
  deliveriesOf,
  readWebhook,
  registerWebhook,
  WEBHOOKS,
} from '../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
before(async () => {
  receiver = await startReceiver()
  // A ping is sent by the process that got the request, so no dispatcher is needed.
  server = await startTestServer({ env: RECEIVER_ENV })
})
beforeEach(() => receiver.behave((_request, response) => void response.end('pong')))
after(async () => {
  await server.close()
  await receiver.close()
})

describe('a ping', () => {
  it('of a webhook that is being deleted is 404', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, `${receiver.url}/gone`)
    const { db } = server.context
    const { answer } = await db.transaction().execute(async trx => {
      await sql`delete from webhooks where id = ${id}`.execute(trx)
      const answer = bearer.post(`${WEBHOOKS}/${id}/test`)
      await eventually(async () => {
        const { rows } = await sql.raw(LOCK_WAITERS).execute(trx)
        assert.equal(rows.length, 1)
      })
      return { answer }
    })
    assertError(await answer, 404, 'NOT_FOUND')
  })

  it('is signed like any event, names its webhook, and returns its result', async () => {
    const { bearer } = await server.person()
    const { id, url, event_types, secret } = await registerWebhook(bearer, `${receiver.url}/ping`)
    const { status, body } = await bearer.post(`${WEBHOOKS}/${id}/test`)
    const { response_time_ms, ...result } = body
    assert.deepEqual(
      [status, result],
      [200, { success: true, http_status: 200, error: null, error_detail: null, error_message: null }],
    )
    assert.ok(Number.isInteger(response_time_ms))

    const [ping = assert.fail()] = arrivedAt(receiver, '/ping')
    const { event_id, created_at, ...payload } = JSON.parse(ping.body)
    assert.deepEqual(payload, { event: 'ping', data: { webhook: { id, url, event_types } } })
    assert.match(event_id, /^ping:[0-9a-f-]{36}$/)
    assert.ok(Number.isFinite(Date.parse(created_at)))
    assert.equal(
      ping.headers['x-service-signature'],
      `sha256=${createHmac('sha256', secret).update(ping.body).digest('hex')}`,
    )
    assert.equal(ping.headers['x-service-event'], 'ping')
    const [logged = assert.fail()] = await deliveriesOf(bearer, id)
    assert.equal(logged.id, ping.headers['x-service-delivery'])
    assert.deepEqual(
      [logged.event, logged.event_id, logged.status, logged.attempt_count, logged.response_body],
      ['ping', event_id, 'success', 1, 'pong'],
    )
  })

  it('that fails is a successful request, is tried once, and does not count as a failure', async () => {
    receiver.behave((_request, response) => void response.writeHead(418).end())
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, `${receiver.url}/refused`)
    for (let i = 0; i < 6; i++) {
      const { status, body } = await bearer.post(`${WEBHOOKS}/${id}/test`)
      assert.deepEqual([status, body.success, body.http_status, body.error], [200, false, 418, 'status'])
    }
    const { status, consecutive_failures } = await readWebhook(bearer, id)
    assert.deepEqual([status, consecutive_failures], ['active', 0])
    for (const delivery of await deliveriesOf(bearer, id)) {
      assert.deepEqual([delivery.status, delivery.attempt_count, delivery.next_attempt_at], ['failed', 1, null])
    }
    await sql`update webhooks set consecutive_failures = 3 where id = ${id}`.execute(server.context.db)
    receiver.behave((_request, response) => void response.end())
    await bearer.post(`${WEBHOOKS}/${id}/test`)
    assert.equal((await readWebhook(bearer, id)).consecutive_failures, 3)
  })

  it('that reaches no server has status 0', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, 'https://localhost:1/')
    const { status, body } = await bearer.post(`${WEBHOOKS}/${id}/test`)
    assert.deepEqual([status, body.success, body.http_status], [200, false, 0])
    assert.deepEqual([body.error, body.error_detail], ['connect', 'connection_refused'])
    assert.equal(body.error_message, 'The connection was refused.')
    assert.equal((await deliveriesOf(bearer, id))[0]?.error, 'connect')
  })

  it('works while the webhook is disabled', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, `${receiver.url}/disabled`)
    await changeWebhook(bearer, id, { status: 'disabled' })
    assert.equal((await bearer.post(`${WEBHOOKS}/${id}/test`)).body.success, true)
    assert.equal((await readWebhook(bearer, id)).status, 'disabled')
  })

  it('whose process died has failed after a while', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, `${receiver.url}/abandoned`)
    await bearer.post(`${WEBHOOKS}/${id}/test`)
    const { db } = server.context
    await sql`
      with logged as (
        update deliveries set delivered_at = null, created_at = now() - interval '3 minutes' where webhook_id = ${id} returning *)
      insert into undelivered (delivery_id, webhook_id, lease_token, created_at)
      select id, webhook_id, gen_random_uuid(), created_at from logged`.execute(db)
    await bearer.post(`${WEBHOOKS}/${id}/test`)
    await failAbandonedPings(db)
    const statuses = (await deliveriesOf(bearer, id)).map(({ status, error }) => [status, error])
    assert.deepEqual(statuses, [
      ['success', null],
      ['failed', 'timeout'],
    ])
  })

  it('is limited per minute', async () => {
    const limited = await startTestServer({ env: { ...RECEIVER_ENV, RATE_LIMIT_PINGS: '2' } })
    try {
      const { bearer } = await limited.person()
      const { id } = await registerWebhook(bearer, `${receiver.url}/limited`)
      for (let i = 0; i < 2; i++) assert.equal((await bearer.post(`${WEBHOOKS}/${id}/test`)).status, 200)
      assertError(await bearer.post(`${WEBHOOKS}/${id}/test`), 429, 'RATE_LIMITED')
    } finally {
      await limited.close()
    }
  })
})
