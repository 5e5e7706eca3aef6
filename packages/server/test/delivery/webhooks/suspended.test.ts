import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { queueState } from '../../../src/delivery/webhooks/deliveries/claim-deliveries.ts'
import { createHandlers } from '../../../src/job-handlers.ts'
import { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost, later } from '../../support/posts/posts.ts'
import { setSuspended } from '../../support/posts/public.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, deliveriesOf, registerWebhook } from '../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
let failing: Set<string>
before(async () => {
  receiver = await startReceiver()
  failing = new Set()
  receiver.behave((_request, response, { path }) => {
    response.statusCode = failing.has(path) ? 500 : 204
    response.end()
  })
  server = await startTestServer({
    env: { ...RECEIVER_ENV, WEBHOOK_RETRY_SCHEDULE: '1s,1s,1s,1s,1s' },
    dispatcher: true,
  })
})
after(async () => {
  await server.close()
  await receiver.close()
})

/** Waits until retries of another account that became due now have been sent, the second one after the first. */
async function waitForLaterRetries(path: string): Promise<void> {
  failing.add(path)
  const other = await server.person()
  await registerWebhook(other.bearer, receiver.url + path)
  await createPost(other.bearer)
  await eventually(() => assert.ok(arrivedAt(receiver, path).length >= 3))
  failing.delete(path)
}

describe('while an account is suspended', () => {
  it('nothing is sent to its webhooks; a retry that waits is sent when the account is restored', async () => {
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/suspended`)
    failing.add('/suspended')
    await createPost(person.bearer)
    await eventually(async () => assert.equal((await deliveriesOf(person.bearer, id))[0]?.status, 'retrying'))
    await setSuspended(server, person, true)
    failing.delete('/suspended')
    const sent = arrivedAt(receiver, '/suspended').length

    await waitForLaterRetries('/other')
    assert.equal(arrivedAt(receiver, '/suspended').length, sent)
    // An alert about old deliveries would be wrong: this one waits on purpose.
    await eventually(async () => assert.equal((await queueState(server.context.db)).depth, 0))

    await setSuspended(server, person, false)
    await eventually(async () => assert.equal((await deliveriesOf(person.bearer, id))[0]?.status, 'success'))
    assert.equal(arrivedAt(receiver, '/suspended').length, sent + 1)
  })

  it('what happens to its posts is kept for its webhooks, also if its owner had deleted it and comes back', async () => {
    const person = await server.person()
    const { id } = await registerWebhook(person.bearer, `${receiver.url}/back`, { event_types: ['post.published'] })
    const post = await createPost(person.bearer, { status: 'scheduled', scheduled_for: later() })
    const answer = await person.session.post('/api/v1/me/delete', { current_password: person.password })
    assert.equal(answer.status, 200)
    const { db } = server.context
    await sql`update posts set scheduled_for = now() - interval '1 second' where id = ${post.id}`.execute(db)
    await createHandlers(server.context)['publish-due-posts']({})
    await waitForLaterRetries('/another')
    assert.equal(arrivedAt(receiver, '/back').length, 0)

    const back = new Client(server.url)
    await back.logIn(person.account.username, person.password)
    await eventually(async () => assert.equal((await deliveriesOf(back, id))[0]?.status, 'success'))
    assert.equal(arrivedAt(receiver, '/back').length, 1)
  })
})
