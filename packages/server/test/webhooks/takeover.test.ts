import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { eventually } from '../support/eventually.ts'
import { createPost } from '../support/posts/posts.ts'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../support/receiver.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { arrivedAt, deliveriesOf, registerWebhook } from '../support/webhooks.ts'

const SIMULTANEOUS = 4
const TAKEN_OVER_WITHIN_MS = 15_000

let database: TestDatabase
let dataDir: string
let receiver: Receiver
/** Creates the posts and sends nothing. */
let api: TestServer
let first: NodeProcess
let second: NodeProcess
const unanswered = new Set<ServerResponse>()
before(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'galley-takeover-'))
  receiver = await startReceiver()
  api = await startTestServer({ env: RECEIVER_ENV, database })
  first = await startWorker()
})
after(async () => {
  await Promise.all([first?.end('SIGKILL'), second?.end('SIGKILL')])
  await api.close()
  await receiver.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const startWorker = () =>
  startNodeProcess(database, { ...RECEIVER_ENV, DATA_DIR: dataDir, ROLE: 'worker', WEBHOOK_TIMEOUT: '60s' })

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
  return { bearer, id }
}

function answerAll(): void {
  receiver.behave((_request, response) => void response.end())
  for (const response of unanswered) response.end()
  unanswered.clear()
}

describe('with two processes, a queue', () => {
  it('stays with the process that waits for a slow receiver, even if that process hangs for some seconds', async () => {
    const { bearer, id } = await webhookWith('/slow', 6)
    second = await startWorker()
    const end = await leaseEnd(id)
    await eventually(async () => assert.ok((await leaseEnd(id)) > end), 15_000)
    first.signal('SIGSTOP')
    await pause(5000)
    first.signal('SIGCONT')
    const paused = await leaseEnd(id)
    await eventually(async () => assert.ok((await leaseEnd(id)) > paused), 15_000)
    answerAll()
    await eventually(async () => {
      const deliveries = await deliveriesOf(bearer, id)
      assert.deepEqual(
        deliveries.map(({ status }) => status),
        Array(6).fill('success'),
      )
    }, 10_000)
    assert.equal(arrivedAt(receiver, '/slow').length, 6, 'nothing was sent twice')
  })

  it('of a process that was killed continues in the other one within 15 seconds', async t => {
    // So that the first process gets the queue.
    second.signal('SIGSTOP')
    const { bearer, id } = await webhookWith('/killed', 6)
    second.signal('SIGCONT')
    const killedAt = performance.now()
    await first.end('SIGKILL')
    answerAll()
    await eventually(async () => {
      const statuses = (await deliveriesOf(bearer, id)).map(({ status }) => status)
      assert.deepEqual(statuses, Array(6).fill('success'))
    }, 40_000)
    const tookMs = Math.round(performance.now() - killedAt)
    t.diagnostic(`${tookMs} ms`)
    assert.ok(tookMs <= TAKEN_OVER_WITHIN_MS, `${tookMs} ms`)
  })
})
