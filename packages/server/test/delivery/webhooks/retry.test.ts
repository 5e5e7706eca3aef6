import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { WEBHOOK_RETRY_DELAYS_MS } from '@galley/contract/limits'
import { sql } from 'kysely'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, deliveriesOf, readWebhook, registerWebhook } from '../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
let failing: (attempt: number) => boolean
let gone = false
before(async () => {
  receiver = await startReceiver()
  receiver.behave((_request, response, { headers }) => {
    response.statusCode = failing(Number(headers['x-service-attempt'])) ? 503 : gone ? 410 : 204
    response.end()
  })
  // The schedule of the contract; the tests move the due time of a row instead of waiting for hours.
  server = await startTestServer({ env: RECEIVER_ENV, dispatcher: true })
})
beforeEach(() => {
  failing = () => true
})
after(async () => {
  await server.close()
  await receiver.close()
})

/** Makes the next attempt due now, if there is one. */
async function elapse({ id }: { id: string }): Promise<void> {
  const { db, bus } = server.context
  const { rows } = await sql<{ webhook_id: string }>`
    update undelivered set due_at = now() where delivery_id = ${id} and status = 'retrying'
    returning webhook_id`.execute(db)
  bus.deliver({ about: 'deliveries', webhookIds: rows.map(row => row.webhook_id) })
}

async function begin(path: string) {
  const { bearer } = await server.person()
  const webhook = await registerWebhook(bearer, receiver.url + path)
  await createPost(bearer)
  const afterAttempt = (count: number) =>
    eventually(async () => {
      const [delivery = assert.fail()] = await deliveriesOf(bearer, webhook.id)
      assert.equal(delivery.attempt_count, count)
      return delivery
    })
  return { bearer, webhook, afterAttempt }
}

it('the response 410 ends a delivery at once, at its first attempt or later, and counts one failure', async () => {
  failing = attempt => attempt === 1
  gone = true
  try {
    const { bearer, webhook, afterAttempt } = await begin('/gone')
    await elapse(await afterAttempt(1))
    assert.equal((await afterAttempt(2)).status, 'failed')
    failing = () => false
    await createPost(bearer)
    await eventually(async () => {
      const [delivery] = await deliveriesOf(bearer, webhook.id)
      assert.deepEqual([delivery?.status, delivery?.attempt_count, delivery?.next_attempt_at], ['failed', 1, null])
    })
    assert.equal((await readWebhook(bearer, webhook.id)).consecutive_failures, 2)
  } finally {
    gone = false
  }
})

describe('a failed attempt', () => {
  it('is followed by five retries on schedule; then the delivery has failed and counts once', async () => {
    const { bearer, webhook, afterAttempt } = await begin('/down')
    for (const [index, planned] of WEBHOOK_RETRY_DELAYS_MS.entries()) {
      const delivery = await afterAttempt(index + 1)
      assert.equal(delivery.status, 'retrying')
      assert.equal(delivery.error, 'status')
      const attempt = delivery.attempts.at(-1) ?? assert.fail()
      const wait = Date.parse(delivery.next_attempt_at!) - Date.parse(attempt.attempted_at)
      // From the end of the attempt, plus up to a tenth; the end is known to within a few seconds.
      assert.ok(wait >= planned && wait <= planned * 1.1 + 5000, `${wait} ms after attempt ${index + 1}`)
      assert.equal((await readWebhook(bearer, webhook.id)).consecutive_failures, 0)
      await elapse(delivery)
    }
    const last = await afterAttempt(6)
    assert.deepEqual([last.status, last.next_attempt_at, last.delivered_at], ['failed', null, null])
    assert.deepEqual(
      last.attempts.map(({ http_status, error }) => [http_status, error]),
      Array.from({ length: 6 }, () => [503, 'status']),
    )
    const { status, consecutive_failures } = await readWebhook(bearer, webhook.id)
    assert.deepEqual([status, consecutive_failures], ['active', 1])
  })

  it('and its retries send the same bytes, event and delivery id, with a new signature, numbered from 1', async () => {
    const { webhook, afterAttempt } = await begin('/same')
    for (let attempt = 1; attempt <= 6; attempt++) await elapse(await afterAttempt(attempt))
    const arrived = arrivedAt(receiver, '/same')
    assert.deepEqual(
      arrived.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '3', '4', '5', '6'],
    )
    const constant = ({ body, headers }: (typeof arrived)[number]) => ({
      body,
      event: headers['x-service-event-id'],
      delivery: headers['x-service-delivery'],
      signature: headers['x-service-signature'],
      id: headers['webhook-id'],
    })
    for (const one of arrived) assert.deepEqual(constant(one), constant(arrived[0]!))
    assert.equal(arrived[0]?.headers['x-service-event-id'], JSON.parse(arrived[0]?.body ?? '').event_id)
    assert.equal(webhook.status, 'active')
  })

  it('does not count after a success, whichever retry succeeds', async () => {
    failing = attempt => attempt < 3
    const { bearer, webhook, afterAttempt } = await begin('/flaky')
    await server.context.db
      .updateTable('webhooks')
      .set({ consecutive_failures: 4 })
      .where('id', '=', webhook.id)
      .execute()
    await elapse(await afterAttempt(1))
    await elapse(await afterAttempt(2))
    const delivery = await afterAttempt(3)
    assert.deepEqual([delivery.status, delivery.error, delivery.http_status], ['success', null, 204])
    assert.ok(delivery.delivered_at)
    assert.equal(delivery.next_attempt_at, null)
    assert.equal((await readWebhook(bearer, webhook.id)).consecutive_failures, 0)
  })

  it('is every response outside 2xx, redirects included', async () => {
    for (const status of [301, 302, 304, 400, 404, 409, 429, 500]) {
      receiver.behave((_request, response) => {
        response.writeHead(status, { location: `${receiver.url}/followed` }).end()
      })
      const { afterAttempt } = await begin(`/status-${status}`)
      const delivery = await afterAttempt(1)
      assert.deepEqual([delivery.status, delivery.http_status, delivery.error], ['retrying', status, 'status'])
    }
    assert.deepEqual(arrivedAt(receiver, '/followed'), [])
  })
})

describe('Retry-After', () => {
  /** Registers a webhook whose receiver answers like this, and returns the delay before the second attempt. */
  async function waitAfter(status: number, retryAfter: string | string[] | (() => string)): Promise<number> {
    receiver.behave((_request, response) => {
      response.setHeader('retry-after', typeof retryAfter === 'function' ? retryAfter() : retryAfter)
      response.writeHead(status).end()
    })
    const { afterAttempt } = await begin(`/retry-after-${status}`)
    const delivery = await afterAttempt(1)
    return Date.parse(delivery.next_attempt_at!) - Date.parse(delivery.attempts[0]!.attempted_at)
  }

  const assertBetween = (ms: number, least: number, most: number) =>
    assert.ok(ms >= least && ms <= most + 5000, `${ms} is not from ${least} to ${most}`)

  it('of 429 and 503, in seconds or as a date, delays the next attempt', async () => {
    for (const status of [429, 503]) {
      assertBetween(await waitAfter(status, '90'), 90_000, 99_000)
      const inAMinuteAndAHalf = () => new Date(Date.now() + 90_000).toUTCString()
      // An HTTP date has no fractions of a second.
      assertBetween(await waitAfter(status, inAMinuteAndAHalf), 89_000, 99_000)
    }
  })

  it('never makes the next attempt earlier, and delays it by at most twice the scheduled delay', async () => {
    for (const early of ['1', '0', '-100', 'soon', 'Sun, 06 Nov 1994 08:49:37 GMT']) {
      assertBetween(await waitAfter(503, early), 60_000, 66_000)
    }
    for (const late of ['86400', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
      assertBetween(await waitAfter(429, late), 120_000, 120_000)
    }
  })

  it('that is sent twice counts once: the attempt is recorded like any other, also that of a ping', async () => {
    assertBetween(await waitAfter(429, ['90', '100']), 90_000, 99_000)
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, `${receiver.url}/twice`)
    assert.equal((await bearer.post(`/api/v1/webhooks/${id}/test`)).body.http_status, 429)
  })

  it('of other responses is ignored', async () => {
    for (const status of [500, 301, 404]) assertBetween(await waitAfter(status, '90'), 60_000, 66_000)
  })
})
