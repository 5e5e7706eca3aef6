import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

/** More than a node claims at a time. */
const QUEUED = 40

let database: TestDatabase
let receiver: Receiver
let here: TestServer
let there: TestServer
const held = new Set<ServerResponse>()
let most = 0
before(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver()
  const env = { ...RECEIVER_ENV, WEBHOOK_TIMEOUT: '60s' }
  here = await startTestServer({ env, database, dispatcher: true })
  there = await startTestServer({ env, database, dispatcher: true })
})
beforeEach(() => {
  most = 0
  receiver.behave((_request, response, { path }) => {
    if (!path.startsWith('/held')) return void response.end()
    held.add(response)
    most = Math.max(most, held.size)
    response.on('close', () => held.delete(response))
  })
})
after(async () => {
  // Closed first, because its requests never get a response.
  await receiver.close()
  await Promise.all([here.close(), there.close()])
  await database.drop()
})

async function release(): Promise<void> {
  for (const response of held) response.end()
}

describe('a receiver that hangs, with many queued deliveries,', () => {
  it('delays no other deliveries, including other webhooks of the same owner', async () => {
    const slow = await here.person()
    await registerWebhook(slow.bearer, `${receiver.url}/held-1`)
    await registerWebhook(slow.bearer, `${receiver.url}/same-owner`)
    const quick = await there.person()
    await registerWebhook(quick.bearer, `${receiver.url}/other-owner`)
    for (let i = 0; i < QUEUED; i++) await createPost(slow.bearer)
    for (let i = 0; i < 10; i++) await createPost(quick.bearer)
    await eventually(() => {
      assert.equal(arrivedAt(receiver, '/same-owner').length, QUEUED)
      assert.equal(arrivedAt(receiver, '/other-owner').length, 10)
    }, 20_000)
    assert.equal(held.size, 4, 'it still hangs')
    assert.equal(arrivedAt(receiver, '/held-1').length, 4)
  })

  it('gets at most four requests at a time from two nodes, and all of them in the end', async () => {
    await eventually(async () => {
      await release()
      assert.equal(arrivedAt(receiver, '/held-1').length, QUEUED)
    }, 30_000)
    assert.ok(most <= 4, `${most} at a time`)
    const deliveries = arrivedAt(receiver, '/held-1').map(({ headers }) => headers['x-service-delivery'])
    assert.equal(new Set(deliveries).size, QUEUED, 'none twice')
  })
})

describe('a webhook’s connections', () => {
  it('are kept alive from one delivery to the next', async () => {
    const ports = new Set<number | undefined>()
    let requests = 0
    receiver.behave((request, response) => {
      requests++
      ports.add(request.socket.remotePort)
      response.end()
    })
    const { bearer } = await here.person()
    await registerWebhook(bearer, `${receiver.url}/alive`)
    for (let i = 1; i <= 15; i++) {
      await createPost(bearer)
      await eventually(() => assert.equal(requests, i))
    }
    // Two nodes, each with one spare connection.
    assert.ok(ports.size <= 4, `${ports.size} connections`)
  })
})

it('a test ping and a fetched image are answered after 10 seconds, also if deliveries may take longer', async () => {
  const { bearer } = await here.person()
  const { id } = await registerWebhook(bearer, `${receiver.url}/held-ping`)
  const [ping, image] = await Promise.all([
    bearer.post(`${WEBHOOKS}/${id}/test`),
    bearer.post('/api/v1/uploads/fetch', { url: `${receiver.url}/held-image` }),
  ])
  assert.deepEqual([ping.status, ping.body.success, ping.body.error], [200, false, 'timeout'])
  assertError(image, 400, 'VALIDATION_ERROR', { url: 'INVALID_VALUE' })
})
