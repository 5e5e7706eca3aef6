import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { RECEIVER_ENV, type Received, type Receiver, startReceiver } from '../../server/test/support/receiver.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { arrivedAt } from '../../server/test/support/webhooks.ts'
import { type Client, createClient } from '../src/client.ts'
import { type EventPayload, verifyWebhook, WebhookError, type WebhookFault } from '../src/webhooks/verify-webhook.ts'

describe('verifyWebhook with requests of the server', () => {
  let server: TestServer
  let receiver: Receiver
  let client: Client
  before(async () => {
    receiver = await startReceiver()
    server = await startTestServer({ env: RECEIVER_ENV, dispatcher: true })
    client = createClient({ baseUrl: server.url, token: (await server.person()).token })
  })
  after(async () => {
    await server.close()
    await receiver.close()
  })
  const arrival = (path: string, count: number): Promise<Received> =>
    eventually(() => arrivedAt(receiver, path)[count - 1] ?? assert.fail('nothing has come'))

  it('returns the event, before and after a rotation, with the new and the previous secret', async () => {
    const { id, secret } = await client.webhooks.register({
      url: `${receiver.url}/rotation`,
      event_types: ['post.created', 'post.updated'],
    })
    const post = await client.posts.create({ title: 'Grüße, 世界', content: 'x' })
    const first = await arrival('/rotation', 1)
    const event = await verifyWebhook(first.body, first.headers, secret)
    assert.ok(event.event === 'post.created')
    assert.deepEqual([event.data.post.id, event.data.post.title], [post.id, 'Grüße, 世界'])

    const rotated = await client.webhooks.rotateSecret(id)
    await client.posts.change(post.id, { title: 'Hello' })
    const second = await arrival('/rotation', 2)
    for (const known of [secret, rotated.secret, ['another', secret]]) {
      const event = await verifyWebhook(second.body, second.headers, known)
      assert.deepEqual(event.event === 'post.updated' && event.data.changes, ['title'])
    }
    await rejects('wrong', second.body, second.headers, 'another')
  })

  it('returns a ping as a ping', async () => {
    const url = `${receiver.url}/ping`
    const { id, secret } = await client.webhooks.register({ url, event_types: ['post.created'] })
    assert.equal((await client.webhooks.test(id)).success, true)
    const { body, headers } = await arrival('/ping', 1)
    const event = await verifyWebhook(body, headers, secret, { requireTimestamp: true })
    assert.deepEqual(event.event === 'ping' && event.data.webhook, { id, url, event_types: ['post.created'] })
  })
})

const SECRET = 's'.repeat(64)
const BODY = JSON.stringify({
  event: 'ping',
  event_id: 'ping:1',
  created_at: 'now',
  data: { webhook: { title: '世界' } },
})
const SENT_AT = 1_777_000_000
const at = (seconds: number) => ({ now: (SENT_AT + seconds) * 1000 })

const contract = (body = BODY, secret = SECRET) => ({
  'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})
const standard = (body = BODY, secret = SECRET, timestamp = String(SENT_AT)) => ({
  'webhook-id': 'ping:1',
  'webhook-timestamp': timestamp,
  'webhook-signature': `v1,${createHmac('sha256', secret).update(`ping:1.${timestamp}.${body}`).digest('base64')}`,
})
type Arguments = Parameters<typeof verifyWebhook>

const accepts = async (...args: Arguments) => assert.equal((await verifyWebhook(...args)).event, 'ping')
const rejects = (fault: WebhookFault, ...args: Arguments) =>
  assert.rejects(verifyWebhook(...args), (error: unknown) => {
    assert.ok(error instanceof WebhookError, String(error))
    assert.equal(error.fault, fault)
    return true
  })

describe('verifyWebhook', () => {
  it('accepts each form of signature alone, and both together', async () => {
    await accepts(BODY, contract(), SECRET)
    await accepts(BODY, standard(), SECRET, at(0))
    await accepts(BODY, { ...contract(), ...standard() }, SECRET, at(0))
  })

  it('accepts headers in any case, as an object, as Node has them, and as Headers', async () => {
    const headers = { ...contract(), ...standard() }
    await accepts(BODY, new Headers(headers), SECRET, at(0))
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    await accepts(BODY, upper, SECRET, at(0))
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))
    await accepts(BODY, lists, SECRET, at(0))
  })

  it('accepts a body as text, as bytes, and as a view of a larger buffer', async () => {
    const bytes = new TextEncoder().encode(BODY)
    await accepts(bytes, contract(), SECRET)
    await accepts(bytes.buffer, contract(), SECRET)
    await accepts(Buffer.from(`xx${BODY}xx`).subarray(2, -2), contract(), SECRET)
  })

  it('rejects another body, another secret, and an invalid signature', async () => {
    for (const sign of [contract, standard]) {
      await rejects('wrong', `${BODY} `, sign(), SECRET, at(0))
      await rejects('wrong', BODY, sign(), 'another', at(0))
      const name = sign === contract ? 'X-Service-Signature' : 'webhook-signature'
      for (const value of ['', 'sha256=', 'sha256=zz', 'v1,', 'v1,%%%', 'v2,AAAA', 'AAAA']) {
        await rejects('wrong', BODY, { ...sign(), [name]: value }, SECRET, at(0))
      }
    }
  })

  it('rejects a request with one valid and one invalid signature', async () => {
    await rejects('wrong', BODY, { ...contract(), ...standard(BODY, 'another') }, SECRET, at(0))
    await rejects('wrong', BODY, { ...contract(BODY, 'another'), ...standard() }, SECRET, at(0))
  })

  it('rejects a request that is more than five minutes old or in the future; the tolerance can be set', async () => {
    await accepts(BODY, standard(), SECRET, at(300))
    await accepts(BODY, standard(), SECRET, at(-300))
    await rejects('expired', BODY, standard(), SECRET, at(301))
    await rejects('expired', BODY, standard(), SECRET, at(-301))
    await rejects('expired', BODY, { ...contract(), ...standard() }, SECRET, at(301))
    await accepts(BODY, standard(), SECRET, { ...at(301), toleranceSeconds: 400 })
    await rejects('expired', BODY, standard(BODY, SECRET, 'soon'), SECRET, at(0))
    await rejects('wrong', BODY, { ...standard(), 'webhook-timestamp': String(SENT_AT + 400) }, SECRET, at(400))
  })

  it('rejects unsigned requests, and optionally those without a signed time', async () => {
    await rejects('missing', BODY, {}, SECRET)
    await rejects('missing', BODY, new Headers(), SECRET)
    await rejects('missing', BODY, contract(), SECRET, { requireTimestamp: true })
  })

  it('rejects a signed body that is not an event', async () => {
    for (const body of ['', 'null', '{}', 'text', '[1]']) await rejects('malformed', body, contract(body), SECRET)
  })

  it('explains mistakes of the caller: a parsed body, a missing secret', async () => {
    await assert.rejects(verifyWebhook(JSON.parse(BODY), contract(), SECRET), {
      name: 'TypeError',
      message: /as it was received/,
    })
    for (const secret of ['', undefined as never]) {
      await assert.rejects(verifyWebhook(BODY, contract(), secret), { name: 'TypeError', message: /secret/ })
    }
    await assert.rejects(verifyWebhook(BODY, contract(), []), { name: 'TypeError', message: /secret/ })
  })

  it('has a type that distinguishes the events', () => {
    const describe = (event: EventPayload): string => {
      switch (event.event) {
        case 'ping':
          return event.data.webhook.url
        case 'post.updated':
          return event.data.changes.join()
        case 'post.created':
        case 'post.published':
        case 'post.unpublished':
        case 'post.deleted':
        case 'post.purchased':
          return event.data.post.title
      }
    }
    assert.equal(typeof describe, 'function')
  })
})
