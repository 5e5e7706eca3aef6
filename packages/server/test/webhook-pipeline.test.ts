import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { eventually } from './support/eventually.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from './support/receiver.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'

let server: TestServer
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: { ...RECEIVER_ENV, WEBHOOK_RETRY_SCHEDULE: '100ms,100ms' }, dispatcher: true })
})
after(async () => {
  await server.close()
  await receiver.close()
})

describe('a committed event', () => {
  it('arrives signed, with the bytes that were recorded', async () => {
    const { bearer } = await server.person()
    const hook = await bearer.post('/api/v1/webhooks', { url: `${receiver.url}/a`, event_types: ['post.created'] })
    assert.equal(hook.status, 201, JSON.stringify(hook.body))
    const post = await bearer.post('/api/v1/posts', { title: 'Hello', content: 'secret words' })
    await eventually(() => assert.equal(receiver.received.filter(({ path }) => path === '/a').length, 1))
    const [{ headers, body } = assert.fail()] = receiver.received.filter(({ path }) => path === '/a')
    const signature = createHmac('sha256', hook.body.secret).update(body).digest('hex')
    assert.equal(headers['x-service-signature'], `sha256=${signature}`)
    assert.equal(JSON.parse(body).data.post.id, post.body.id)
    assert.ok(!body.includes('secret words'))
    await eventually(async () => {
      const log = await bearer.get(`/api/v1/webhooks/${hook.body.id}/deliveries`)
      assert.equal(log.body.deliveries[0].status, 'success', JSON.stringify(log.body))
    })
  })

  it('is retried by plan, and five failed deliveries in a row disable the webhook', async () => {
    receiver.behave((_request, response, { path }) => {
      response.statusCode = path === '/b' ? 500 : 200
      response.end('no')
    })
    const { bearer } = await server.person()
    const hook = await bearer.post('/api/v1/webhooks', { url: `${receiver.url}/b`, event_types: ['post.created'] })
    for (let i = 0; i < 6; i++) await bearer.post('/api/v1/posts', { title: `n${i}`, content: '' })
    await eventually(async () => {
      const { body } = await bearer.get(`/api/v1/webhooks/${hook.body.id}`)
      assert.equal(body.status, 'disabled', JSON.stringify(body))
      assert.equal(body.consecutive_failures, 5)
    })
    const { body } = await bearer.get(`/api/v1/webhooks/${hook.body.id}/deliveries`)
    assert.equal(body.total, 6)
    for (const delivery of body.deliveries) assert.equal(delivery.status, 'failed')
    const ping = await bearer.post(`/api/v1/webhooks/${hook.body.id}/test`)
    assert.deepEqual({ ...ping.body, response_time_ms: 0 }, { success: false, http_status: 500, response_time_ms: 0 })
  })
})
