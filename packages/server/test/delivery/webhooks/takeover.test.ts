import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { type NodeProcess, startNodeProcess } from '../../support/processes/node-process.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, deliveriesOf, registerWebhook } from '../../support/webhooks.ts'

const SIMULTANEOUS = 4
const TAKEN_OVER_WITHIN_MS = 15_000
const WORKER_ENV = { ...RECEIVER_ENV, WEBHOOK_TIMEOUT: '60s' }

let database: TestDatabase
let dataDir: string
let receiver: Receiver
/** Creates the posts and sends nothing. */
let api: TestServer
/** Sends until it hangs or is killed; the other worker is in this process. */
let first: NodeProcess
const unanswered = new Set<ServerResponse>()
before(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'galley-takeover-'))
  receiver = await startReceiver()
  api = await startTestServer({ env: RECEIVER_ENV, database })
  first = await startNodeProcess(database, { ...WORKER_ENV, DATA_DIR: dataDir, ROLE: 'worker' })
})
after(async () => {
  await first?.end('SIGKILL')
  await api.close()
  await receiver.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Started when the first one has the queue already. */
async function withSecondWorker(work: () => Promise<void>): Promise<void> {
  const second = await startTestServer({ env: WORKER_ENV, database, dispatcher: true })
  try {
    await work()
  } finally {
    await second.close()
  }
}

const leaseEnd = async (id: string) => {
  const { rows } = await sql<{ lease_until: Date }>`select lease_until from webhooks where id = ${id}`.execute(
    api.context.db,
  )
  return rows[0]!.lease_until.getTime()
}

async function webhookWith(path: string, posts: number) {
  receiver.behave((_request, response) => void unanswered.add(response))
  const { bearer } = await api.person()
  const { id } = await registerWebhook(bearer, receiver.url + path)
  for (let i = 0; i < posts; i++) await createPost(bearer)
  await eventually(() => assert.equal(arrivedAt(receiver, path).length, SIMULTANEOUS), 10_000)
  const assertDelivered = () =>
    eventually(async () => {
      const statuses = (await deliveriesOf(bearer, id)).map(({ status }) => status)
      assert.deepEqual(statuses, Array(posts).fill('success'))
    }, 10_000)
  return { id, assertDelivered }
}

function respondToAll(): void {
  receiver.behave((_request, response) => void response.end())
  for (const response of unanswered) response.end()
  unanswered.clear()
}

describe('with two processes, a queue', () => {
  it('stays with the process that waits for a slow receiver, even if that process hangs for some seconds', async () => {
    const { id, assertDelivered } = await webhookWith('/slow', 6)
    await withSecondWorker(async () => {
      const end = await leaseEnd(id)
      await eventually(async () => assert.ok((await leaseEnd(id)) > end), 15_000)
      first.signal('SIGSTOP')
      await pause(5000)
      first.signal('SIGCONT')
      const paused = await leaseEnd(id)
      await eventually(async () => assert.ok((await leaseEnd(id)) > paused), 15_000)
      respondToAll()
      await assertDelivered()
    })
    assert.equal(arrivedAt(receiver, '/slow').length, 6, 'nothing was sent twice')
  })

  it('of a process that was killed continues in the other one within 15 seconds', async t => {
    const { assertDelivered } = await webhookWith('/killed', 6)
    await withSecondWorker(async () => {
      const killedAt = performance.now()
      await first.end('SIGKILL')
      respondToAll()
      await eventually(() => assert.equal(arrivedAt(receiver, '/killed').length, SIMULTANEOUS + 6), 40_000)
      await assertDelivered()
      const tookMs = Math.round(performance.now() - killedAt)
      t.diagnostic(`${tookMs} ms`)
      assert.ok(tookMs <= TAKEN_OVER_WITHIN_MS, `${tookMs} ms`)
    })
  })
})
