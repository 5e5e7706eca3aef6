import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  type ClaimedDelivery,
  claimDeliveries,
  findDueWebhooks,
  releaseLeases,
  renewLeases,
} from '../../../src/delivery/webhooks/deliveries/claim-deliveries.ts'
import { createDeliveryMetrics } from '../../../src/delivery/webhooks/deliveries/delivery-metrics.ts'
import { recordResults } from '../../../src/delivery/webhooks/deliveries/record-results.ts'
import type { Outcome } from '../../../src/delivery/webhooks/deliveries/retry-rules.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV } from '../../support/receiver.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { changeWebhook, deliveriesOf, readWebhook, registerWebhook } from '../../support/webhooks.ts'

// Two nodes on one database; the tests act as their workers.
let database: TestDatabase
let here: TestServer
let there: TestServer
before(async () => {
  database = await createTestDatabase()
  here = await startTestServer({ env: RECEIVER_ENV, database })
  there = await startTestServer({ env: RECEIVER_ENV, database })
})
after(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

const SUCCESS: Outcome = { httpStatus: 200, durationMs: 1, error: null, errorDetail: null, responseBody: '' }
const FAILURE: Outcome = { httpStatus: 500, durationMs: 1, error: 'status', errorDetail: null, responseBody: 'late' }

const names = new Map<TestServer, string>()
function nameOf(node: TestServer): string {
  const name = names.get(node) ?? randomUUID()
  names.set(node, name)
  return name
}

const leaseOf = (node: TestServer, webhookIds: readonly string[]) => ({
  webhookIds,
  token: nameOf(node),
  durationMs: 30_000,
})

/** Without ids, all webhooks that have something due. */
async function claim(
  node: TestServer,
  ids: string[] | null,
  mostEach = 4,
  busy: string[] = [],
): Promise<readonly ClaimedDelivery[]> {
  const { db } = node.context
  const webhookIds = ids ?? (await findDueWebhooks(db))
  const queues = await claimDeliveries(db, leaseOf(node, webhookIds), { limit: mostEach, except: busy })
  return [...queues.values()].flat()
}

const metricsOf = new Map<TestServer, ReturnType<typeof createDeliveryMetrics>>()
function settle(node: TestServer, claimed: readonly ClaimedDelivery[], outcome: Outcome): Promise<boolean> {
  const metrics = metricsOf.get(node) ?? createDeliveryMetrics(node.context)
  metricsOf.set(node, metrics)
  return recordResults(
    node.context,
    metrics,
    nameOf(node),
    claimed.map(delivery => ({ delivery, attemptedAt: new Date(), outcome })),
  )
}

async function webhookWith(posts: number) {
  const { bearer } = await here.person()
  const { id } = await registerWebhook(bearer, 'https://localhost:9/')
  for (let i = 0; i < posts; i++) await createPost(bearer)
  return { bearer, id }
}

/** The same with copies of one delivery, because creating as many posts would take longer than everything else. */
async function webhookWithQueue(length: number) {
  const created = await webhookWith(1)
  await sql`
    with event as (
      insert into events (id, author_id, name, event_id, body, post_id)
      select gen_random_uuid(), author_id, name, gen_random_uuid()::text, body, post_id
      from events, generate_series(2, ${length}) where id = (select event_row from deliveries where webhook_id = ${created.id})
      returning *),
    delivery as (
      insert into deliveries (webhook_id, event_row, event, event_id)
      select ${created.id}, id, name, event_id from event returning *)
    insert into undelivered (delivery_id, webhook_id, status, due_at, created_at)
    select id, webhook_id, 'pending', now(), created_at from delivery`.execute(here.context.db)
  return created
}

/** As if the worker had died or hung. */
const endLeases = (id: string) =>
  sql`update webhooks set lease_until = now() - interval '1 second' where id = ${id}`.execute(here.context.db)

describe('a lease', () => {
  it('reserves a queue for its holder, and frees it when it ends', async () => {
    const { id } = await webhookWith(1)
    const [first = assert.fail()] = await claim(here, [id])
    assert.deepEqual(await claim(there, [id]), [])
    assert.deepEqual(
      (await claim(there, null)).filter(one => one.webhook.id === id),
      [],
    )
    await endLeases(id)
    const [second = assert.fail()] = await claim(there, [id])
    assert.equal(second.id, first.id)
    assert.equal(second.event_id, first.event_id)
    assert.equal(second.body, first.body)
    assert.deepEqual(await claim(here, [id]), [])
  })

  it('is renewed in time by its holder, and released by a node that stops', async () => {
    const { id } = await webhookWith(1)
    const leftMs = async () => {
      const { rows } = await sql<{ ms: number }>`
        select (1000 * extract(epoch from lease_until - now()))::float8 as ms from webhooks where id = ${id}`.execute(
        here.context.db,
      )
      return rows[0]?.ms ?? 0
    }
    await claim(here, [id])
    await sql`update webhooks set lease_until = now() + interval '19 seconds' where id = ${id}`.execute(here.context.db)
    await claim(here, [id])
    assert.ok((await leftMs()) > 25_000)
    await sql`update webhooks set lease_until = now() + interval '5 seconds' where id = ${id}`.execute(here.context.db)
    await renewLeases(here.context.db, leaseOf(here, [id]))
    assert.ok((await leftMs()) > 25_000)
    await releaseLeases(here.context.db, nameOf(here))
    assert.equal((await claim(there, [id])).length, 1)
    await endLeases(id)
    await renewLeases(here.context.db, leaseOf(here, [id]))
    assert.ok((await leftMs()) < 0, 'the queue is no longer its own')
  })

  it('taken over by another node makes a late result void: the newer one stays', async () => {
    const { bearer, id } = await webhookWith(1)
    const slow = await claim(here, [id])
    await endLeases(id)
    const quick = await claim(there, [id])
    await settle(there, quick, SUCCESS)
    const [before] = await deliveriesOf(bearer, id)
    assert.equal(before?.status, 'success')
    await settle(here, slow, FAILURE)
    assert.deepEqual((await deliveriesOf(bearer, id))[0], before)
    assert.equal((await readWebhook(bearer, id)).consecutive_failures, 0)
  })

  it('taken over by another node makes a late success void too, while that node still tries', async () => {
    const { bearer, id } = await webhookWith(1)
    const slow = await claim(here, [id])
    await endLeases(id)
    const quick = await claim(there, [id])
    await settle(here, slow, SUCCESS)
    assert.equal((await deliveriesOf(bearer, id))[0]?.status, 'pending')
    await settle(there, quick, FAILURE)
    const [delivery] = await deliveriesOf(bearer, id)
    assert.deepEqual([delivery?.status, delivery?.attempts.length], ['retrying', 1])
  })

  it('does not count a result twice if its first write succeeded but was never confirmed', async () => {
    const { bearer, id } = await webhookWith(1)
    const claimed = await claim(here, [id])
    await settle(here, claimed, FAILURE)
    const [once] = await deliveriesOf(bearer, id)
    assert.deepEqual([once?.status, once?.attempts.length], ['retrying', 1])
    await settle(here, claimed, FAILURE)
    await settle(here, claimed, SUCCESS)
    assert.deepEqual((await deliveriesOf(bearer, id))[0], once)
  })

  it('of a webhook that was deleted meanwhile does not affect other results', async () => {
    const { bearer, id } = await webhookWith(1)
    const other = await webhookWith(1)
    const claimed = [...(await claim(here, [id])), ...(await claim(here, [other.id]))]
    await bearer.delete(`/api/v1/webhooks/${id}`)
    await settle(here, claimed, SUCCESS)
    assert.equal((await deliveriesOf(other.bearer, other.id))[0]?.status, 'success')
  })
})

describe('claims', () => {
  it('of one queue go to one node, however many claim at once', async () => {
    const { id } = await webhookWithQueue(24)
    const ids = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const taken = await Promise.all([here, there, here, there].map(node => claim(node, [id])))
      const [mine, theirs] = [taken.filter((_, i) => i % 2 === 0).flat(), taken.filter((_, i) => i % 2 === 1).flat()]
      assert.ok((mine.length === 0) !== (theirs.length === 0), `round ${round}`)
      const holder = mine.length > 0 ? here : there
      // Two claims of one node return the same, unless it excludes what it already has.
      const own = [...new Map([...mine, ...theirs].map(one => [one.id, one])).values()]
      assert.equal(own.length, 4)
      for (const one of own) ids.add(one.id)
      await settle(holder, own, SUCCESS)
      await endLeases(id)
    }
    assert.equal(ids.size, 24)
  })

  it('omit deliveries that the node is already sending', async () => {
    const { id } = await webhookWith(3)
    const [first = assert.fail()] = await claim(here, [id], 1)
    const rest = await claim(here, [id], 4, [first.id])
    assert.equal(rest.length, 2)
    assert.ok(rest.every(one => one.id !== first.id))
  })

  it('take the longest due first', async () => {
    const { id } = await webhookWith(6)
    const created = (claimed: readonly ClaimedDelivery[]) => claimed.map(one => JSON.parse(one.body).created_at).sort()
    const first = await claim(here, [id])
    await settle(here, first, SUCCESS)
    const [earliest = ''] = created(await claim(here, [id]))
    for (const at of created(first)) assert.ok(at <= earliest)
  })

  it('find nothing for a disabled webhook', async () => {
    const { bearer, id } = await webhookWith(1)
    await changeWebhook(bearer, id, { status: 'disabled' })
    assert.deepEqual(await claim(here, [id]), [])
  })
})

describe('concurrent results, changes and claims', () => {
  const deadlocks = async () => {
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::int from pg_stat_database where datname = current_database()`.execute(here.context.db)
    return rows[0]?.deadlocks
  }

  it('never deadlock', async () => {
    const { bearer, id } = await webhookWithQueue(40)
    const { db } = here.context
    const before = await deadlocks()
    for (let round = 0; round < 10; round++) {
      const claimed = await claim(here, [id])
      assert.equal(claimed.length, 4)
      // The last attempt, so that failures count and the webhook is locked.
      const final = claimed.map(one => ({ ...one, attempt_count: 5 }))
      await Promise.all([
        settle(here, final.slice(0, 2), FAILURE),
        settle(there, final.slice(2), FAILURE),
        changeWebhook(bearer, id, { status: 'disabled' }),
        claim(there, null),
        changeWebhook(bearer, id, { description: `round ${round}` }),
      ])
      await changeWebhook(bearer, id, { status: 'active' })
      await bearer.post(`/api/v1/webhooks/${id}/redeliver`, { since: new Date(0).toISOString() })
      await sql`update undelivered set due_at = now() where webhook_id = ${id} and due_at is not null`.execute(db)
    }
    assert.equal(await deadlocks(), before)
  })

  it('never deadlock when the webhook is deleted or disabled while many results arrive', async () => {
    const before = await deadlocks()
    for (let round = 0; round < 12; round++) {
      const { bearer, id } = await webhookWithQueue(200)
      const claimed = await claim(here, [id], 200)
      const responses = await Promise.all([
        settle(here, claimed.toReversed(), SUCCESS),
        round % 2 === 0
          ? bearer.delete(`/api/v1/webhooks/${id}`)
          : bearer.patch(`/api/v1/webhooks/${id}`, { status: 'disabled' }),
      ])
      assert.deepEqual([responses[0], responses[1].status], [true, 200])
    }
    assert.equal(await deadlocks(), before)
  })
})
