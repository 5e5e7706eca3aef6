/**
 * `npm run bench:webhooks`: how many deliveries a second, against a bare undici loop in the same run; how long from the
 * commit to the receiver when nothing else is going on; and what one receiver that hangs costs all the others.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDeliveryMetrics } from '../packages/server/src/webhooks/delivery-metrics.ts'
import { Dispatcher } from '../packages/server/src/webhooks/dispatcher.ts'
import { deliveryHeaders } from '../packages/server/src/webhooks/signature.ts'
import { percentile } from './statistics.ts'
import { type BenchReceiver, makeAuthor, openBench, recordPost, startBenchReceiver } from './webhook-bench-server.ts'

// The very library that the server sends with.
const { Agent, request } = createRequire(join(import.meta.dirname, '../packages/server/package.json'))(
  'undici',
) as typeof import('undici')

const AUTHORS = 10
const WEBHOOKS_EACH = 10
const IN_FLIGHT_EACH = 4
const ROUNDS = 3
const ISOLATION_ROUNDS = 8
const EVENTS_A_ROUND = 1500
const IDLE_SAMPLES = 200
const LOAD_SECONDS = 8
const POSTS_A_SECOND = 20

const say = (line: string) => void process.stdout.write(`${line}\n`)
const median = (numbers: readonly number[]) => percentile(numbers, 50)

const receiver = await startBenchReceiver()
const { context, close } = await openBench()
const { db, bus } = context
const metrics = createDeliveryMetrics(context)
const authors: string[] = []
for (let a = 0; a < AUTHORS; a++) {
  authors.push(
    await makeAuthor(
      context,
      Array.from({ length: WEBHOOKS_EACH }, (_, w) => `${receiver.url}/${a}/${w}`),
    ),
  )
}
const authorOf = (i: number) => authors[i % AUTHORS] as string

/** Deliveries a second, from a full queue to an empty one. */
async function deliver(): Promise<number> {
  for (let i = 0; i < EVENTS_A_ROUND; i++) await recordPost(context, authorOf(i))
  const deliveries = EVENTS_A_ROUND * WEBHOOKS_EACH
  receiver.reset()
  const dispatcher = new Dispatcher(context, metrics)
  const begun = performance.now()
  const arrived = receiver.expect(deliveries)
  dispatcher.start()
  await arrived
  // The last results are written when it has stopped.
  await dispatcher.stop()
  const seconds = (performance.now() - begun) / 1000
  const { rows } = await sql`select from deliveries where status <> 'success'`.execute(db)
  if (rows.length > 0) throw new Error(`${rows.length} deliveries are not done`)
  return deliveries / seconds
}

/** Requests a second of the same bytes to the same receiver, with as many at a time and nothing around them. */
async function sendBare({ url }: BenchReceiver): Promise<number> {
  const { body, event_id } = await db
    .selectFrom('events')
    .select(['body', 'event_id'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const parcel = { deliveryId: crypto.randomUUID(), event: 'post.created', eventId: event_id, attempt: 1, body }
  const headers = deliveryHeaders({ ...parcel, secrets: ['s'.repeat(64)] }, new Date())
  const { ca = '' } = context.settings.webhooks
  const agent = new Agent({ connect: { ca }, allowH2: false })
  const total = EVENTS_A_ROUND * WEBHOOKS_EACH
  let sent = 0
  const loop = async () => {
    while (sent++ < total) {
      const answer = await request(`${url}/bare`, { method: 'POST', headers, body, dispatcher: agent })
      await answer.body.dump()
    }
  }
  receiver.reset()
  const begun = performance.now()
  await Promise.all(Array.from({ length: AUTHORS * WEBHOOKS_EACH * IN_FLIGHT_EACH }, loop))
  const seconds = (performance.now() - begun) / 1000
  await agent.destroy()
  return total / seconds
}

/** Milliseconds from each event, as its own transaction dated it, to its arrival. */
async function latencies(): Promise<number[]> {
  const arrivals = await receiver.arrivals()
  return arrivals.map(({ at, body }) => at - Date.parse(JSON.parse(body).created_at))
}

async function idleLatency(): Promise<number[]> {
  const author = await makeAuthor(context, [`${receiver.url}/idle`])
  await recordPost(context, author)
  await pause(500)
  receiver.reset()
  for (let i = 0; i < IDLE_SAMPLES; i++) {
    await recordPost(context, author)
    await pause(20 + Math.random() * 40)
  }
  await receiver.expect(IDLE_SAMPLES)
  return latencies()
}

/** Latencies of a hundred webhooks under a steady load of events, after a first second that warms up. */
async function loadedLatency(): Promise<number[]> {
  await load(POSTS_A_SECOND)
  return load(LOAD_SECONDS * POSTS_A_SECOND)
}

async function load(posts: number): Promise<number[]> {
  receiver.reset()
  const begun = performance.now()
  const recording: Promise<void>[] = []
  for (let i = 0; i < posts; i++) {
    await pause(Math.max(0, begun + (i * 1000) / POSTS_A_SECOND - performance.now()))
    recording.push(recordPost(context, authorOf(i)))
  }
  await Promise.all(recording)
  await receiver.expect(posts * WEBHOOKS_EACH)
  return latencies()
}

/** Three columns, without the index that the console adds. */
function table(rows: { what: string; goal: string; measured: string }[]): void {
  for (const { what, goal, measured } of [{ what: '', goal: 'goal', measured: 'measured' }, ...rows]) {
    say(`${what.padEnd(34)} ${goal.padStart(8)} ${measured.padStart(10)}`)
  }
}

say('warming up')
await deliver()

const throughput: { bare: number; galley: number; ratio: number }[] = []
for (let round = 0; round < ROUNDS; round++) {
  const bare = await sendBare(receiver)
  const galley = await deliver()
  throughput.push({ bare, galley, ratio: galley / bare })
  say(`throughput: ${galley.toFixed(0)} deliveries/s, bare ${bare.toFixed(0)} requests/s`)
}

await bus.start()
const dispatcher = new Dispatcher(context, metrics)
dispatcher.start()
const idle = await idleLatency()
say(`idle: p50 ${median(idle).toFixed(1)} ms`)

await loadedLatency()
const hanging = await makeAuthor(context, [`${receiver.url}/hang`])
// One round's p99 is a handful of deliveries, and mostly noise; all rounds together, taken by turns, tell more.
const alone: number[] = []
const besideHanging: number[] = []
for (let round = 0; round < ISOLATION_ROUNDS; round++) {
  alone.push(...(await loadedLatency()))
  for (let i = 0; i < 200; i++) await recordPost(context, hanging)
  besideHanging.push(...(await loadedLatency()))
  say(
    `isolation: p99 ${percentile(alone, 99).toFixed(1)} ms alone, ${percentile(besideHanging, 99).toFixed(1)} ms beside one that hangs`,
  )
  await sql`update deliveries set due_at = null, status = 'failed', lease_token = null where due_at is not null`.execute(
    db,
  )
}

const results = {
  throughput: { goal: '>= 0.5 of bare', ratio: median(throughput.map(({ ratio }) => ratio)), rounds: throughput },
  idle: { goal: 'p50 < 30 ms', p50: median(idle), p95: percentile(idle, 95), p99: percentile(idle, 99) },
  isolation: {
    goal: 'p99 <= 1.2 of without',
    ratio: percentile(besideHanging, 99) / percentile(alone, 99),
    alone: { p50: median(alone), p99: percentile(alone, 99) },
    besideHanging: { p50: median(besideHanging), p99: percentile(besideHanging, 99) },
  },
}
table([
  { what: 'throughput against bare undici', goal: '>= 0.50', measured: results.throughput.ratio.toFixed(2) },
  { what: 'idle, commit to arrival, p50', goal: '< 30 ms', measured: `${results.idle.p50.toFixed(1)} ms` },
  { what: 'p99 beside a hanging receiver', goal: '<= 1.20', measured: results.isolation.ratio.toFixed(2) },
])
const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'webhooks.json'), `${JSON.stringify(results, null, 2)}\n`)

receiver.close()
await dispatcher.stop()
await bus.close()
await close()
