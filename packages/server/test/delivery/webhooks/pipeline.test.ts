import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, deliveriesOf, registerWebhook } from '../../support/webhooks.ts'

let server: TestServer
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: RECEIVER_ENV, dispatcher: true })
})
after(async () => {
  await server.close()
  await receiver.close()
})

describe('a committed event', () => {
  it('arrives signed, with the recorded bytes', async () => {
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

  it('has every header of the contract and of the Standard Webhooks specification', async () => {
    const { bearer } = await server.person()
    const { id, secret } = await registerWebhook(bearer, `${receiver.url}/headers`)
    await createPost(bearer)
    await eventually(() => assert.equal(arrivedAt(receiver, '/headers').length, 1))
    const [{ headers, body } = assert.fail()] = arrivedAt(receiver, '/headers')
    const [delivery] = await deliveriesOf(bearer, id)
    const { event_id } = JSON.parse(body)
    assert.equal(headers['content-type'], 'application/json')
    assert.match(headers['user-agent'] ?? '', /^Galley/)
    assert.equal(headers['x-service-event'], 'post.created')
    assert.equal(headers['x-service-event-id'], event_id)
    assert.equal(headers['x-service-delivery'], delivery?.id)
    assert.equal(headers['x-service-attempt'], '1')
    assert.equal(headers['webhook-id'], event_id)
    const signed = `${event_id}.${headers['webhook-timestamp']}.${body}`
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60)
  })

  it('is sent to those webhooks of its author that subscribed to it, and to no other', async () => {
    const { bearer } = await server.person()
    const { bearer: otherUser } = await server.person()
    const asked = await registerWebhook(bearer, `${receiver.url}/asked`, { event_types: ['post.updated'] })
    const other = await registerWebhook(bearer, `${receiver.url}/not-asked`, { event_types: ['post.deleted'] })
    const foreign = await registerWebhook(otherUser, `${receiver.url}/foreign`, { event_types: ['post.updated'] })
    const { id } = await createPost(bearer)
    await changePost(bearer, id, { title: 'Other' })
    await eventually(() => assert.equal(arrivedAt(receiver, '/asked').length, 1))
    assert.equal((await deliveriesOf(bearer, asked.id)).length, 1)
    assert.deepEqual(await deliveriesOf(bearer, other.id), [])
    assert.deepEqual(await deliveriesOf(otherUser, foreign.id), [])
  })
})

it('an author who has lost the plan for webhooks gets no deliveries until it is back', async () => {
  const { bearer, session, account } = await server.person()
  const { id } = await registerWebhook(bearer, `${receiver.url}/plan`)
  const setPlan = (plan: 'free' | 'premium') =>
    server.context.db.updateTable('users').set({ plan }).where('id', '=', account.id).execute()
  await setPlan('free')
  await createPost(session)
  await setPlan('premium')
  assert.deepEqual(await deliveriesOf(bearer, id), [])
  await createPost(session)
  assert.equal((await deliveriesOf(bearer, id)).length, 1)
})

describe('an event that is not committed', () => {
  it('is not delivered, in a dry run or when the change is rejected', async () => {
    const { bearer } = await server.person()
    const { id } = await registerWebhook(bearer, `${receiver.url}/never`, {
      event_types: ['post.created', 'post.updated'],
    })
    assert.equal((await bearer.post('/api/v1/posts?dry_run=true', { title: 'T', content: '' })).status, 200)
    assert.equal((await bearer.post('/api/v1/posts', { title: 'x'.repeat(101), content: '' })).status, 400)
    const post = await createPost(bearer)
    await changePost(bearer, post.id, { title: post.title })
    assert.equal((await deliveriesOf(bearer, id)).length, 1)
  })
})
