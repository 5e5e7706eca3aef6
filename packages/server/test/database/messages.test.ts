import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { BusMessage } from '../../src/db/bus.ts'
import { transact } from '../../src/db/transact.ts'
import { eventually } from '../support/eventually.ts'
import { inParallel } from '../support/in-parallel.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const POST: BusMessage = { about: 'post', postId: '01890000-0000-7000-8000-000000000000' }
const ACCOUNT: BusMessage = { about: 'account', userId: '01890000-0000-7000-8000-000000000001' }

let server: TestServer
let listener: pg.Client
/** The messages that another node receives. */
const received: BusMessage[] = []
before(async () => {
  server = await startTestServer()
  listener = new pg.Client(server.database.connection)
  listener.on('notification', ({ payload }) => received.push(JSON.parse(payload ?? '')))
  await listener.connect()
  await listener.query('listen galley')
})
after(async () => {
  await listener.end()
  await server.close()
})

const notifyInTransaction = (message: BusMessage) =>
  transact(server.context, async (_trx, notify) => {
    notify(message)
  })

describe('messages to other nodes', () => {
  it('about an account are sent by the commit itself', async () => {
    await notifyInTransaction(ACCOUNT)
    // The backend passes on what was sent before this query.
    await listener.query('select 1')
    assert.deepEqual(received.splice(0), [ACCOUNT])
  })

  it('about a post arrive soon after the commit', async () => {
    await notifyInTransaction(POST)
    await eventually(() => assert.deepEqual(received, [POST]))
    received.splice(0)
  })

  it('are not sent for a transaction that fails', async () => {
    const failing = transact(server.context, async (_trx, notify) => {
      notify(POST)
      notify(ACCOUNT)
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    await server.context.bus.close()
    await listener.query('select 1')
    assert.deepEqual(received, [])
  })

  it('are all sent before a node stops', async () => {
    const messages = Array.from({ length: 30 }, (_, i): BusMessage => ({ about: 'post', postId: `${i}` }))
    await inParallel(messages, notifyInTransaction)
    await server.context.bus.close()
    await listener.query('select 1')
    const ids = received.map(message => ('postId' in message ? Number(message.postId) : -1))
    assert.deepEqual(
      ids.sort((a, b) => a - b),
      messages.map((_, i) => i),
    )
  })
})
