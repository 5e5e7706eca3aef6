import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Received, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: RECEIVER_ENV, dispatcher: true })
})
after(async () => {
  await server.close()
  await receiver.close()
})

const contract = (secret: string, { body }: Received) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const standard = (secret: string, { body, headers }: Received) => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
}

describe('after a rotation', () => {
  it('both secrets sign for 24 hours, for deliveries and pings, and then only the new one', async () => {
    const { bearer } = await server.person()
    const { id, secret: old } = await registerWebhook(bearer, `${receiver.url}/rotate`)
    const rotated = await bearer.post(`${WEBHOOKS}/${id}/rotate-secret`)
    assert.equal(rotated.status, 200)
    const { secret, previous_secret_expires_at, ...rest } = rotated.body
    assert.deepEqual(rest, { id })
    assert.match(secret, /^[A-Za-z0-9_-]{64}$/)
    assert.notEqual(secret, old)
    const hours = (Date.parse(previous_secret_expires_at) - Date.now()) / 3_600_000
    assert.ok(hours > 23.9 && hours <= 24)

    await createPost(bearer)
    await eventually(() => assert.equal(arrivedAt(receiver, '/rotate').length, 1))
    await bearer.post(`${WEBHOOKS}/${id}/test`)
    for (const received of arrivedAt(receiver, '/rotate')) {
      assert.equal(received.headers['x-service-signature'], contract(secret, received))
      assert.equal(received.headers['x-service-signature-previous'], contract(old, received))
      assert.equal(received.headers['webhook-signature'], `${standard(secret, received)} ${standard(old, received)}`)
    }

    await sql`update webhooks set previous_secret_expires_at = now() where id = ${id}`.execute(server.context.db)
    await createPost(bearer)
    await eventually(() => assert.equal(arrivedAt(receiver, '/rotate').length, 3))
    await bearer.post(`${WEBHOOKS}/${id}/test`)
    for (const received of arrivedAt(receiver, '/rotate').slice(2)) {
      assert.equal(received.headers['x-service-signature'], contract(secret, received))
      assert.equal(received.headers['x-service-signature-previous'], undefined)
      assert.equal(received.headers['webhook-signature'], standard(secret, received))
    }
  })

  it('neither secret is in the database as plain text, nor in any other response', async () => {
    const { bearer } = await server.person()
    const { id, secret: old } = await registerWebhook(bearer, `${receiver.url}/sealed`)
    const { secret } = (await bearer.post(`${WEBHOOKS}/${id}/rotate-secret`)).body
    const { rows } = await sql<{ row: string }>`
      select encode(secret || previous_secret, 'escape') || webhooks::text as row from webhooks where id = ${id}`.execute(
      server.context.db,
    )
    const responses = [await bearer.get(WEBHOOKS), await bearer.get(`${WEBHOOKS}/${id}`)]
    for (const known of [old, secret]) {
      assert.ok(!rows[0]?.row.includes(known))
      for (const { body } of responses) assert.ok(!JSON.stringify(body).includes(known))
    }
  })
})
