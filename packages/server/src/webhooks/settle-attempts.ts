import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import type { Claimed } from './delivery-queue.ts'
import { nextCount, nextState, type Outcome } from './delivery-rules.ts'
import { failQueued, recordOutcomes } from './delivery-store.ts'
import { updateWebhook } from './webhook-store.ts'

export interface Attempt {
  readonly delivery: Pick<Claimed, 'id' | 'webhook_id' | 'lease_token' | 'attempt_count' | 'attempts_before' | 'epoch'>
  readonly attemptedAt: Date
  readonly outcome: Outcome
}

type Settled = Attempt & ReturnType<typeof nextState>

/**
 * Writes how attempts ended: the delivery, its next try, the webhook's count and its disabling, all in one transaction.
 * If that fails, nothing is lost: the leases end, and the deliveries are tried again.
 */
export async function settleAttempts(
  context: AppContext,
  metrics: DeliveryMetrics,
  attempts: readonly Attempt[],
): Promise<void> {
  const settled = attempts.map(attempt => {
    const { attempt_count, attempts_before } = attempt.delivery
    const turn = attempt_count + 1 - attempts_before
    return { ...attempt, ...nextState(attempt.outcome, turn, context.settings.webhooks.retryDelaysMs, Math.random()) }
  })
  try {
    await context.db.transaction().execute(trx => settle(trx, settled))
  } catch (error) {
    context.log.warn(
      `delivery results could not be written, so they will be tried again: ${error instanceof Error ? error.message : error}`,
    )
    return
  }
  for (const { outcome, status } of settled) {
    metrics.attempts.inc({ outcome: outcome.error ?? 'success' })
    if (status === 'failed') metrics.failed.inc()
  }
}

async function settle(trx: Tx, settled: readonly Settled[]): Promise<void> {
  const ours = await recordOutcomes(
    trx,
    settled.map(({ delivery, attemptedAt, outcome, status, delayMs }) => ({
      id: delivery.id,
      leaseToken: delivery.lease_token,
      status,
      delayMs,
      attemptedAt,
      ...outcome,
    })),
  )
  const valid = new Set(ours.map(({ id }) => id))
  const counting = settled.filter(({ delivery, status }) => valid.has(delivery.id) && status !== 'retrying')
  for (const webhookId of [...new Set(counting.map(({ delivery }) => delivery.webhook_id))].sort()) {
    await count(
      trx,
      webhookId,
      counting.filter(({ delivery }) => delivery.webhook_id === webhookId),
    )
  }
}

async function count(trx: Tx, webhookId: string, settled: readonly Settled[]): Promise<void> {
  // Nearly always everything went well before and goes well now: then the row need not even be locked.
  const allWell = settled.every(({ status }) => status === 'success')
  const { rows } = await sql<{ consecutive_failures: number; epoch: number; status: string }>`
    select consecutive_failures, epoch, status from webhooks
    where id = ${webhookId} and (${!allWell} or consecutive_failures > 0) for no key update`.execute(trx)
  const webhook = rows[0]
  if (webhook === undefined || webhook.status === 'disabled') return

  let failures = webhook.consecutive_failures
  for (const { delivery, status } of settled) {
    // What was sent before a re-enabling does not count after it.
    if (delivery.epoch !== webhook.epoch) continue
    const next = nextCount(failures, status)
    failures = next.count
    if (!next.disable) continue
    const disabled = { status: 'disabled', disabled_at: new Date(), disabled_reason: 'consecutive_failures' } as const
    await updateWebhook(trx, webhookId, { ...disabled, consecutive_failures: failures })
    await failQueued(trx, webhookId)
    return
  }
  if (failures !== webhook.consecutive_failures) await updateWebhook(trx, webhookId, { consecutive_failures: failures })
}
