import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { newId } from '../../../../src/platform/core/ids.ts'
import { sendMessages } from '../../../../src/platform/db/bus.ts'
import { createPost } from '../../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../../../support/test-server.ts'
import { registerWebhook } from '../../../support/webhooks.ts'

let receiver: Receiver
let server: TestServer
let alice: Person
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: RECEIVER_ENV })
  alice = await server.person({ plan: 'pro_plus' })
  // Messages about the new account clear the cached token, so they must have arrived before the first request caches it.
  await allMessagesReceived(server)
  await createPost(alice.bearer)
})
after(async () => {
  await server.close()
  await receiver.close()
})

/** PostgreSQL delivers messages in the order of their commits. */
async function allMessagesReceived({ context }: TestServer): Promise<void> {
  const last = newId()
  const received = new Promise<void>(resolve => {
    context.bus.subscribe(message => message.about === 'public' && message.subjects.includes(last) && resolve())
  })
  await sendMessages(context.db, [{ about: 'public', subjects: [last] }])
  await received
}

/**
 * How many statements `work` executes, without begin and commit. The smallest number of several runs: what is cached,
 * such as the account of a token, is read again when it has expired.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const counts = [await countStatements(work), await countStatements(work), await countStatements(work)]
  return Math.min(...counts)
}

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count++
      return result
    },
  }
  const { db } = server.context
  Object.assign(server.context, { db: db.withPlugin(counter) })
  try {
    await work()
  } finally {
    Object.assign(server.context, { db })
  }
  return count
}

describe('the number of SQL statements', () => {
  it('is two for a post without webhooks: the post and its events', async () => {
    assert.equal(await statementsOf(() => createPost(alice.bearer, { status: 'draft' })), 2)
    assert.equal(await statementsOf(() => createPost(alice.bearer, { status: 'published' })), 2)
  })

  it('is one more with webhooks: all deliveries', async () => {
    await registerWebhook(alice.bearer, `${receiver.url}/hook`)
    assert.equal(await statementsOf(() => createPost(alice.bearer, { status: 'published' })), 3)
  })
})
