import { setTimeout as pause } from 'node:timers/promises'
import { CHANNEL } from '@galley/server/testing/installation'
import { deliveryHeaders } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import { type Author, emptyQueue, makeAuthor, recordPost } from '../support/installation.ts'
import type { Arrival } from '../support/receiver-process.ts'
import { type Runner, type Slice, startRunner } from '../support/slices.ts'
import type { UndiciConfig } from './baselines/undici-process.ts'
import type { BenchSetup } from './bench-setup.ts'
import { GOALS, type RowPlan } from './row.ts'

const AUTHORS = 10
const WEBHOOKS_EACH = 10
/** The server's limit of concurrent deliveries. */
const IN_FLIGHT = AUTHORS * WEBHOOKS_EACH * 4
/** How many deliveries are queued for one second of a slice. */
const QUEUED_A_SECOND = 4500
const RECORDING_AT_A_TIME = 8

export const webhookRow: RowPlan = {
  name: 'webhook deliveries',
  goal: GOALS.webhooks,
  baseline: 'a bare undici loop to the same receiver',
  needsLongSlices: true,
  prepare: async setup => {
    const authors: Author[] = []
    for (let a = 0; a < AUTHORS; a++) {
      const urls = Array.from({ length: WEBHOOKS_EACH }, (_, w) => `${setup.receiver.url}/${a}/${w}`)
      authors.push(await makeAuthor(setup.context, { urls, events: ['post.created'] }))
    }
    const baseline = await startRunner(
      `${import.meta.dirname}/baselines/undici-process.ts`,
      await bareDeliveryRequest(setup, authors[0]!),
    )
    return { ours: deliveries(setup, authors), baseline }
  },
}

/** Measures the time from a full queue to an empty one, with all results written. */
function deliveries({ context, receiver }: BenchSetup, authors: readonly Author[]): Runner {
  const { db } = context
  const webhookIds = authors.flatMap(author => author.webhookIds)
  const run = async (seconds: number): Promise<Slice> => {
    const events = Math.ceil((seconds * QUEUED_A_SECOND) / WEBHOOKS_EACH)
    const heldQueues = await holdQueues(context, webhookIds)
    let made = 0
    const record = async () => {
      while (made < events) await recordPost(context, authors[made++ % AUTHORS]!.id)
    }
    await Promise.all(Array.from({ length: RECORDING_AT_A_TIME }, record))
    receiver.reset()
    const arrived = receiver.expect(events * WEBHOOKS_EACH)
    const begun = performance.now()
    await heldQueues.release()
    await arrived
    for (;;) {
      const { rows } = await sql`select from undelivered where due_at is not null limit 1`.execute(db)
      if (rows.length === 0) break
      await pause(2)
    }
    return { done: events * WEBHOOKS_EACH, seconds: (performance.now() - begun) / 1000, latenciesMs: [], failures: {} }
  }
  return { pid: process.pid, run: ({ seconds }) => run(seconds), close: () => {} }
}

/**
 * Leases the queues to a fake node, so that deliveries accumulate; `release` ends the leases and notifies the
 * dispatcher.
 */
async function holdQueues(
  { db }: BenchSetup['context'],
  webhookIds: readonly string[],
): Promise<{ release(): Promise<void> }> {
  await sql`
    update webhooks set lease_token = gen_random_uuid(), lease_until = 'infinity' where id = any(${webhookIds}::uuid[])`.execute(
    db,
  )
  return {
    release: async () => {
      const message = JSON.stringify({ about: 'deliveries', webhookIds })
      await sql`
        with opened as (
          update webhooks set lease_token = null, lease_until = null where id = any(${webhookIds}::uuid[]) returning id)
        select pg_notify(${CHANNEL}, ${message}) from (select count(*) from opened) as all_of_them`.execute(db)
    },
  }
}

async function bareDeliveryRequest({ context, receiver }: BenchSetup, author: Author): Promise<UndiciConfig> {
  await recordPost(context, author.id)
  await pause(200)
  const event = await context.db.selectFrom('events').select(['body', 'event_id']).limit(1).executeTakeFirstOrThrow()
  const request = { deliveryId: crypto.randomUUID(), event: 'post.created', eventId: event.event_id, attempt: 1 }
  const headers = deliveryHeaders({ ...request, body: event.body, secrets: ['s'.repeat(64)] }, new Date())
  const { ca = '' } = context.settings.webhooks
  return { url: `${receiver.url}/bare`, ca, headers, body: event.body, inFlight: IN_FLIGHT }
}

/** Milliseconds from an event's commit to its arrival while the server is idle. */
export async function measureIdleLatency({ context, receiver }: BenchSetup, samples: number): Promise<number[]> {
  const author = await makeAuthor(context, { urls: [`${receiver.url}/idle`], events: ['post.created'] })
  await recordPost(context, author.id)
  await pause(500)
  receiver.reset()
  for (let i = 0; i < samples; i++) {
    await recordPost(context, author.id)
    await pause(20 + Math.random() * 20)
  }
  await receiver.expect(samples)
  return latenciesOf(await receiver.arrivals())
}

/** Webhooks of each of the authors, without the one that hangs. */
const ISOLATED_WEBHOOKS = 9
const POSTS_A_SECOND = 22
const LOAD_SECONDS = 8
const QUEUED_FOR_THE_HANGING = 200

/**
 * Milliseconds from each event to its arrival at ninety webhooks under a steady load: while one further receiver has
 * nothing to receive, and while it hangs. The p99 of one round has only a few deliveries behind it, so rounds are pooled.
 */
export async function measureIsolation({ context, receiver }: BenchSetup, rounds: number) {
  const events = ['post.created'] as const
  const authors: Author[] = []
  for (let a = 0; a < AUTHORS; a++) {
    const urls = Array.from({ length: ISOLATED_WEBHOOKS }, (_, w) => `${receiver.url}/isolated/${a}/${w}`)
    authors.push(await makeAuthor(context, { urls, events }))
  }
  const hanging = await makeAuthor(context, { urls: [`${receiver.url}/hang`], events })
  const load = async (posts: number) => {
    receiver.reset()
    const startedMs = performance.now()
    const recording: Promise<void>[] = []
    for (let i = 0; i < posts; i++) {
      await pause(Math.max(0, startedMs + (i * 1000) / POSTS_A_SECOND - performance.now()))
      recording.push(recordPost(context, authors[i % AUTHORS]!.id))
    }
    await Promise.all(recording)
    await receiver.expect(posts * ISOLATED_WEBHOOKS)
    return latenciesOf(await receiver.arrivals())
  }
  /** After a second of warm-up. */
  const measure = async () => {
    await load(POSTS_A_SECOND)
    return load(LOAD_SECONDS * POSTS_A_SECOND)
  }
  const [alone, beside]: [number[], number[]] = [[], []]
  await measure()
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await measure()))
    for (let i = 0; i < QUEUED_FOR_THE_HANGING; i++) await recordPost(context, hanging.id)
    beside.push(...(await measure()))
    await emptyQueue(context)
  }
  return { alone, beside }
}

const latenciesOf = (arrivals: readonly Arrival[]): number[] =>
  arrivals.map(({ at, body }) => at - Date.parse(JSON.parse(body).created_at))
