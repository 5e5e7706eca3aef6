import type { DeliveryStatus } from '@galley/contract/webhooks'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { beginAgain } from '../db/transact.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import type { Claimed } from './delivery-queue.ts'
import { nextCount, nextState, type Outcome } from './delivery-rules.ts'
import { failQueued, type QueuedEnded, recordQueued } from './delivery-store.ts'
import { updateWebhook, type WebhookRow } from './webhook-store.ts'

export interface Attempt {
  readonly delivery: Pick<Claimed, 'id' | 'webhook' | 'attempt_count' | 'attempts_before' | 'due_at'>
  readonly attemptedAt: Date
  readonly outcome: Outcome
}

type Settled = Attempt & ReturnType<typeof nextState>

/**
 * Writes how attempts ended: the delivery, its next try, the webhook's count and its disabling, all in one transaction.
 * `node` is who held the queues when they began. If it fails, nothing is lost: the deliveries are still due, and are tried
 * again. Answers whether it could be done.
 */
export async function settleAttempts(
  context: AppContext,
  metrics: DeliveryMetrics,
  node: string,
  attempts: readonly Attempt[],
): Promise<boolean> {
  const settled = attempts.map(attempt => {
    const { attempt_count, attempts_before } = attempt.delivery
    const turn = attempt_count + 1 - attempts_before
    return { ...attempt, ...nextState(attempt.outcome, turn, context.settings.webhooks.retryDelaysMs, Math.random()) }
  })
  let ours: ReadonlySet<string>
  try {
    ours = await beginAgain(() => settleAll(context, node, settled))
  } catch (error) {
    context.log.warn(
      `delivery results could not be written, so they will be tried again: ${error instanceof Error ? error.message : error}`,
    )
    return false
  }
  countBy(metrics.attempts, settled, ({ outcome }) => outcome.error ?? 'success')
  const ended = settled.filter(({ delivery, status }) => status !== 'retrying' && ours.has(delivery.id))
  countBy(metrics.deliveries, ended, ({ status }) => status)
  return true
}

function countBy(
  counter: DeliveryMetrics['attempts'],
  settled: readonly Settled[],
  outcomeOf: (one: Settled) => string,
) {
  for (const [outcome, { length }] of Map.groupBy(settled, outcomeOf)) counter.inc({ outcome }, length)
}

/** Answers the deliveries that were still ours to settle. */
async function settleAll(
  { db, clock }: AppContext,
  node: string,
  settled: readonly Settled[],
): Promise<ReadonlySet<string>> {
  const ended = settled.map(endedOf)
  const queues = { node, webhookIds: webhooksOf(settled) }
  // Nearly always everything went well before and goes well now: then there is nothing to count, and nothing to lock.
  if (settled.every(({ status }) => status === 'success')) {
    const ours = await recordQueued(db, ended, { ...queues, unlessCounted: true })
    if (ours.size > 0) return ours
  }
  return db.transaction().execute(async trx => {
    const webhooks = await lockWhatCounts(trx, settled)
    const ours = await recordQueued(trx, ended, { ...queues, unlessCounted: false })
    for (const webhook of webhooks) {
      // What was sent before a re-enabling does not count after it.
      const counting = settled.filter(
        ({ delivery: { id, webhook: sentTo } }) =>
          sentTo.id === webhook.id && sentTo.epoch === webhook.epoch && ours.has(id),
      )
      await count(trx, webhook, counting, clock.now())
    }
    return ours
  })
}

type Counter = Pick<WebhookRow, 'id' | 'consecutive_failures' | 'epoch'>

const endedOf = ({ delivery, attemptedAt, outcome, status, delayMs }: Settled): QueuedEnded => ({
  id: delivery.id,
  webhookId: delivery.webhook.id,
  dueAt: delivery.due_at,
  status,
  delayMs,
  attemptedAt,
  ...outcome,
})

const webhooksOf = (settled: readonly Settled[]) => [...new Set(settled.map(({ delivery }) => delivery.webhook.id))]

/** Locks webhooks before deliveries, as everybody does, or two would wait for each other. */
async function lockWhatCounts(trx: Tx, settled: readonly Settled[]): Promise<Counter[]> {
  const webhooksWith = (status: DeliveryStatus) => webhooksOf(settled.filter(one => one.status === status))
  const { rows } = await sql<Counter>`
    select id, consecutive_failures, epoch from webhooks
    where status = 'active' and (id = any(${webhooksWith('failed')}::uuid[])
      or id = any(${webhooksWith('success')}::uuid[]) and consecutive_failures > 0)
    order by id for no key update`.execute(trx)
  return rows
}

async function count(trx: Tx, webhook: Counter, settled: readonly Settled[], now: Date): Promise<void> {
  let failures = webhook.consecutive_failures
  for (const { status } of settled) {
    const next = nextCount(failures, status)
    failures = next.count
    if (!next.disable) continue
    const disabled = { status: 'disabled', disabled_at: now, disabled_reason: 'consecutive_failures' } as const
    await updateWebhook(trx, webhook.id, { ...disabled, consecutive_failures: failures })
    await failQueued(trx, webhook.id)
    return
  }
  if (failures !== webhook.consecutive_failures)
    await updateWebhook(trx, webhook.id, { consecutive_failures: failures })
}
