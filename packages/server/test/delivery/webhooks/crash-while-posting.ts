import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { EVENT_NAMES } from '@galley/contract/delivery/events'
import { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { createServerProcess, type ServerProcess } from '../../support/processes/server-process.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type CommittedEvent, compareArrivals } from '../../support/webhook-arrivals.ts'
import { registerWebhook } from '../../support/webhooks.ts'

/** The event types of each webhook, by the path of its receiver. */
const WEBHOOKS: Record<string, string[]> = {
  '/all': [...EVENT_NAMES],
  '/created': ['post.created'],
  '/changed': ['post.updated', 'post.deleted'],
}
const WRITERS = 6
const NO_LIMITS = Object.fromEntries(
  ['REQUESTS', 'UPLOADS', 'PINGS', 'LOGINS', 'SIGNUPS'].map(name => [`RATE_LIMIT_${name}`, '0']),
)

export interface CrashReport {
  readonly kills: number
  readonly databaseKills: number
  readonly respondedChanges: number
  readonly events: number
  readonly requestsReceived: number
  readonly duplicates: number
  readonly settledAfterLastStartMs: number
}

/**
 * Kills the server repeatedly while posts change, then compares the received requests with the committed events; see
 * `compareArrivals`.
 */
export async function crashWhilePosting({ changes, kills }: { changes: number; kills: number }): Promise<CrashReport> {
  const receiver = await startReceiver()
  receiver.behave((_request, response, { headers }) => {
    // Slow, so that crashes hit requests in flight, and sometimes an error, so that there are retries.
    const isRejected = headers['x-service-attempt'] === '1' && Math.random() < 0.03
    setTimeout(() => response.writeHead(isRejected ? 503 : 204).end(), Math.random() * 30)
  })
  const retries = Array.from({ length: 10 }, () => '500ms').join(',')
  const server = await createServerProcess({ ...RECEIVER_ENV, ...NO_LIMITS, WEBHOOK_RETRY_SCHEDULE: retries })
  try {
    await server.start()
    const token = await signUp(server)
    const client = new Client(server.url, { token })
    for (const [path, types] of Object.entries(WEBHOOKS)) {
      await registerWebhook(client, receiver.url + path, { event_types: types })
    }
    const writing = writeAndKill(server, client, changes, kills)
    const { responded, databaseKills } = await writing
    const started = performance.now()
    await eventually(async () => assert.equal(await unsettled(server), 0), 75_000)
    const settledAfterLastStartMs = Math.round(performance.now() - started)
    const compared = await compare(server, receiver, responded)
    return { kills, databaseKills, respondedChanges: responded.length, settledAfterLastStartMs, ...compared }
  } finally {
    await server.close()
    await receiver.close()
  }
}

async function signUp(server: ServerProcess): Promise<string> {
  const password = 'correct horse battery'
  await server.operator(
    'users',
    'create',
    'writer',
    '--email',
    'w@example.com',
    '--password',
    password,
    '--plan',
    'premium',
  )
  const session = new Client(server.url)
  await session.logIn('writer', password)
  return (await session.post('/api/v1/tokens', { name: 'crash' })).body.token
}

/** The events that an acknowledged change must have stored. */
interface Responded {
  readonly postId: string
  readonly event: string
}

async function writeAndKill(server: ServerProcess, client: Client, changes: number, kills: number) {
  const responded: Responded[] = []
  let started = 0
  let restarting = Promise.resolve()
  let killed = 0
  let databaseKills = 0

  async function write(): Promise<void> {
    const own: string[] = []
    while (started < changes) {
      const index = started++
      if (index >= (changes / kills) * (killed + 0.5) && killed < kills) {
        const database = killed++ % 2 === 1
        if (database) databaseKills++
        // During the requests of the other writers, not between two requests.
        restarting = server.kill({ database }).then(() => server.start())
      }
      try {
        responded.push(...(await change(client, own, index)))
      } catch {
        // The connection broke during the request: only the database shows whether it took effect.
        await restarting
        await pause(5)
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await restarting
  assert.equal(killed, kills)
  return { responded, databaseKills }
}

/** One change of the writer's own posts; throws if there is no response. */
async function change(client: Client, own: string[], index: number): Promise<Responded[]> {
  const posts = '/api/v1/posts'
  const postId = own.at(-1)
  if (postId === undefined || index % 3 === 0) {
    const created = await client.post(posts, { title: `post ${index}`, content: 'text', status: 'draft' })
    assert.equal(created.status, 201)
    own.push(created.body.id)
    return [{ postId: created.body.id, event: 'post.created' }]
  }
  if (index % 3 === 1) {
    const changed = await client.patch(`${posts}/${postId}`, { title: `changed in ${index}`, status: 'published' })
    assert.equal(changed.status, 200)
    return [{ postId, event: 'post.updated' }]
  }
  own.pop()
  const deleted = await client.delete(`${posts}/${postId}`)
  assert.ok(deleted.status === 200 || deleted.status === 404, `deletion: ${deleted.status}`)
  return deleted.status === 200 ? [{ postId, event: 'post.deleted' }] : []
}

async function unsettled(server: ServerProcess): Promise<unknown> {
  const [row] = await server.query('select count(*)::int as count from undelivered where due_at is not null')
  return row?.['count']
}

async function compare(server: ServerProcess, receiver: Receiver, responded: readonly Responded[]) {
  const stored = await server.query('select event_id, name, post_id, body from events')
  const about = new Set(stored.map(({ name, post_id }) => `${name} ${post_id}`))
  for (const { event, postId } of responded)
    assert.ok(about.has(`${event} ${postId}`), `${event} was answered and lost`)
  const events = stored as unknown as CommittedEvent[]
  const { failures, duplicates } = compareArrivals(events, WEBHOOKS, receiver.received)
  assert.deepEqual(failures, [])
  return { events: stored.length, requestsReceived: receiver.received.length, duplicates }
}
