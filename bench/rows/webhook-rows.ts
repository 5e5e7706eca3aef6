import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { CHANNEL } from '../../packages/server/src/db/bus.ts'
import { deliveryHeaders } from '../../packages/server/src/webhooks/signature.ts'
import type { UndiciConfig } from '../floors/undici-process.ts'
import { type Runner, type Slice, startRunner } from '../load/slices.ts'
import { type Author, makeAuthor, recordPost } from '../server/authors.ts'
import type { Rig } from './rig.ts'
import { GOALS, type RowPlan } from './row.ts'

const AUTHORS = 10
const WEBHOOKS_EACH = 10
/** What the server has on its way to all of them at a time. */
const IN_FLIGHT = AUTHORS * WEBHOOKS_EACH * 4
/** How many deliveries are queued for a slice of a second. */
const QUEUED_A_SECOND = 4500
const RECORDING_AT_A_TIME = 8

export const webhookRow: RowPlan = {
  name: 'webhook deliveries',
  goal: GOALS.webhooks,
  floor: 'a bare undici loop to the same receiver',
  hasToFill: true,
  prepare: async rig => {
    const authors: Author[] = []
    for (let a = 0; a < AUTHORS; a++) {
      const urls = Array.from({ length: WEBHOOKS_EACH }, (_, w) => `${rig.receiver.url}/${a}/${w}`)
      authors.push(await makeAuthor(rig.context, { urls, events: ['post.created'] }))
    }
    const floor = await startRunner(
      `${import.meta.dirname}/../floors/undici-process.ts`,
      await bareParcel(rig, authors[0]!),
    )
    return { ours: deliveries(rig, authors), floor, close: () => floor.close() }
  },
}

/** From a full queue to an empty one, results written. */
function deliveries({ context, receiver }: Rig, authors: readonly Author[]): Runner {
  const { db } = context
  const webhookIds = authors.flatMap(author => author.webhookIds)
  const run = async (seconds: number): Promise<Slice> => {
    const events = Math.ceil((seconds * QUEUED_A_SECOND) / WEBHOOKS_EACH)
    const gate = await shutGate(context, webhookIds)
    let made = 0
    const record = async () => {
      while (made < events) await recordPost(context, authors[made++ % AUTHORS]!.id)
    }
    await Promise.all(Array.from({ length: RECORDING_AT_A_TIME }, record))
    receiver.reset()
    const arrived = receiver.expect(events * WEBHOOKS_EACH)
    const begun = performance.now()
    await gate.open()
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

/** As long as another node seems to hold these queues, deliveries pile up in them; opening lets go and announces them all. */
async function shutGate({ db }: Rig['context'], webhookIds: readonly string[]): Promise<{ open(): Promise<void> }> {
  await sql`
    update webhooks set lease_token = gen_random_uuid(), lease_until = 'infinity' where id = any(${webhookIds}::uuid[])`.execute(
    db,
  )
  return {
    open: async () => {
      const message = JSON.stringify({ about: 'deliveries', webhookIds })
      await sql`
        with opened as (
          update webhooks set lease_token = null, lease_until = null where id = any(${webhookIds}::uuid[]) returning id)
        select pg_notify(${CHANNEL}, ${message}) from (select count(*) from opened) as all_of_them`.execute(db)
    },
  }
}

async function bareParcel({ context, receiver }: Rig, author: Author): Promise<UndiciConfig> {
  await recordPost(context, author.id)
  await pause(200)
  const event = await context.db.selectFrom('events').select(['body', 'event_id']).limit(1).executeTakeFirstOrThrow()
  const parcel = { deliveryId: crypto.randomUUID(), event: 'post.created', eventId: event.event_id, attempt: 1 }
  const headers = deliveryHeaders({ ...parcel, body: event.body, secrets: ['s'.repeat(64)] }, new Date())
  const { ca = '' } = context.settings.webhooks
  return { url: `${receiver.url}/bare`, ca, headers, body: event.body, inFlight: IN_FLIGHT }
}

/** Milliseconds from the commit of an event, or just before it, to its arrival, when nothing else is going on. */
export async function measureIdleLatency({ context, receiver }: Rig, samples: number): Promise<number[]> {
  const author = await makeAuthor(context, { urls: [`${receiver.url}/idle`], events: ['post.created'] })
  await recordPost(context, author.id)
  await pause(500)
  receiver.reset()
  for (let i = 0; i < samples; i++) {
    await recordPost(context, author.id)
    await pause(20 + Math.random() * 20)
  }
  await receiver.expect(samples)
  const arrivals = await receiver.arrivals()
  return arrivals.map(({ at, body }) => at - Date.parse(JSON.parse(body).created_at))
}
