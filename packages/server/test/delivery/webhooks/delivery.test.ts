import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, changeWebhook, deliveriesOf, registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
let alice: Person
before(async () => {
  receiver = await startReceiver()
  receiver.behave((request, response) => void response.writeHead(request.url === '/bad' ? 500 : 200).end('heard'))
  server = await startTestServer({ env: { ...RECEIVER_ENV, WEBHOOK_RETRY_SCHEDULE: '1ms,1ms' }, dispatcher: true })
  alice = await server.person()
})
after(async () => {
  await server.close()
  await receiver.close()
})

const url = (webhook: string, delivery: string) => `${WEBHOOKS}/${webhook}/deliveries/${delivery}`

/** A webhook with one delivery in this final state. */
async function delivered(path: string, status: string) {
  const webhook = await registerWebhook(alice.bearer, receiver.url + path)
  await createPost(alice.bearer)
  const delivery = await eventually(async () => {
    const [only] = await deliveriesOf(alice.bearer, webhook.id)
    assert.equal(only?.status, status)
    return only
  })
  await changeWebhook(alice.bearer, webhook.id, { event_types: ['post.deleted'] })
  return { webhook, delivery }
}

describe('GET /api/v1/webhooks/:id/deliveries/:delivery_id', () => {
  it('returns the record of the list, with the exact request that was sent', async () => {
    const { webhook, delivery } = await delivered('/good', 'success')
    const { status, body } = await alice.bearer.get(url(webhook.id, delivery.id))
    assert.equal(status, 200)
    const { request, ...record } = body
    assert.deepEqual(record, delivery)
    const [sent] = arrivedAt(receiver, '/good')
    assert.deepEqual([request.url, request.body], [webhook.url, sent?.body.toString()])
    for (const [name, value] of Object.entries(request.headers)) {
      assert.equal(sent?.headers[name.toLowerCase()], value, name)
    }
    const signature = createHmac('sha256', webhook.secret).update(request.body).digest('hex')
    assert.equal(
      request.headers['X-Service-Signature'] ?? request.headers['x-service-signature'],
      `sha256=${signature}`,
    )
  })

  it('shows the headers of the last attempt, and every attempt that was made', async () => {
    const { webhook, delivery } = await delivered('/bad', 'failed')
    const { body } = await alice.bearer.get(url(webhook.id, delivery.id))
    assert.equal(body.attempts.length, 3)
    const last = arrivedAt(receiver, '/bad').at(-1)
    const lowered = Object.fromEntries(
      Object.entries(body.request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    assert.deepEqual(lowered['x-service-attempt'], '3')
    assert.equal(lowered['webhook-signature'], last?.headers['webhook-signature'])
  })

  it('never shows the secret', async () => {
    const { webhook, delivery } = await delivered('/secret', 'success')
    const { body } = await alice.bearer.get(url(webhook.id, delivery.id))
    assert.ok(!JSON.stringify(body).includes(webhook.secret))
  })

  it('is 401 without a credential, 403 without the plan, 404 for another user’s', async () => {
    const { webhook, delivery } = await delivered('/errors', 'success')
    const other = await registerWebhook(alice.bearer, `${receiver.url}/other`)
    const bob = await server.person()
    const free = await server.person({ plan: 'free' })
    assertError(await server.anyone.get(url(webhook.id, delivery.id)), 401, 'UNAUTHORIZED')
    assertError(await free.session.get(url(webhook.id, delivery.id)), 403, 'PLAN_REQUIRED')
    assertError(await bob.bearer.get(url(webhook.id, delivery.id)), 404, 'NOT_FOUND')
    for (const path of [
      url(webhook.id, newId()),
      url(webhook.id, 'x'),
      url(other.id, delivery.id),
      url('x', delivery.id),
    ]) {
      assertError(await alice.bearer.get(path), 404, 'NOT_FOUND')
    }
  })
})
