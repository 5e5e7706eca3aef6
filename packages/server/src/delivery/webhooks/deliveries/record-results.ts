import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryStatus } from '@galley/contract/delivery/webhooks'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/context.ts'
import { errorMessage } from '../../../platform/core/errors.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import { retryTransaction } from '../../../platform/db/transact.ts'
import { addNotification } from '../../notifications/add-notification.ts'
import { updateWebhook, type WebhookRow } from '../webhook-store.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { failQueued, type QueuedResult, recordQueued } from './delivery-store.ts'
import { nextCount, nextState } from './retry-rules.ts'
import type { Attempt } from './send-delivery.ts'

/** Results that come within this time are written together. */
const COLLECT_MS = 4

/** Writes results to the database, many in one statement, one statement at a time. */
export class ResultRecorder {
  readonly #record: (attempts: readonly Attempt[]) => Promise<boolean>
  #waiting: Attempt[] = []
  #written: Promise<boolean> = Promise.resolve(true)

  constructor(context: AppContext, metrics: DeliveryMetrics, leaseToken: string) {
    this.#record = attempts => recordResults(context, metrics, leaseToken, attempts)
  }

  /** Resolves to whether the result could be written. */
  record(attempt: Attempt): Promise<boolean> {
    this.#waiting.push(attempt)
    // The first one of a batch starts it; the others join while it waits.
    if (this.#waiting.length === 1) {
      this.#written = Promise.all([this.#written, delay(COLLECT_MS)]).then(() => {
        const batch = this.#waiting
        this.#waiting = []
        return this.#record(batch)
      })
    }
    return this.#written
  }
}

/** After this many failures in a row the owner is notified; more of them disable the webhook. */
const FAILURES_UNTIL_NOTIFIED = 3

const troubleOf = ({ id, user_id }: CountedWebhook) => ({ kind: 'webhook', user_id, webhook_id: id }) as const

type Result = Attempt & ReturnType<typeof nextState>

/**
 * Writes how attempts ended: the delivery, its next attempt, the webhook's count of failures and its disabling, all in one
 * transaction. Results of queues whose lease has passed to another process are dropped. Resolves to false if the database
 * refuses: the deliveries are still due then, and will be sent again.
 */
export async function recordResults(
  context: AppContext,
  metrics: DeliveryMetrics,
  leaseToken: string,
  attempts: readonly Attempt[],
): Promise<boolean> {
  const results = attempts.map(attempt => {
    const { attempt_count, attempts_before } = attempt.delivery
    const number = attempt_count + 1 - attempts_before
    return { ...attempt, ...nextState(attempt.outcome, number, context.settings.webhooks.retryDelaysMs, Math.random()) }
  })
  let recorded: ReadonlySet<string>
  try {
    recorded = await retryTransaction(() => write(context, leaseToken, results))
  } catch (error) {
    context.log.warn(`results of deliveries could not be written, so they will be sent again: ${errorMessage(error)}`)
    return false
  }
  countBy(metrics.attempts, results, ({ outcome }) => outcome.error ?? 'success')
  const ended = results.filter(({ delivery, status }) => status !== 'retrying' && recorded.has(delivery.id))
  countBy(metrics.deliveries, ended, ({ status }) => status)
  return true
}

function countBy(
  counter: DeliveryMetrics['attempts'],
  results: readonly Result[],
  labelOf: (result: Result) => string,
) {
  for (const [outcome, { length }] of Map.groupBy(results, labelOf)) counter.inc({ outcome }, length)
}

/** Returns the ids of the deliveries that were recorded. */
async function write(
  { db, clock }: AppContext,
  leaseToken: string,
  results: readonly Result[],
): Promise<ReadonlySet<string>> {
  const rows = results.map(toRow)
  const queues = { node: leaseToken, webhookIds: webhookIdsOf(results) }
  // The usual case: all succeed, and no webhook has failures to reset. One statement does it, and no webhook is locked.
  if (results.every(({ status }) => status === 'success')) {
    const recorded = await recordQueued(db, rows, { ...queues, unlessCounted: true })
    if (recorded.size > 0) return recorded
  }
  return db.transaction().execute(async trx => {
    const webhooks = await lockCountedWebhooks(trx, results)
    const recorded = await recordQueued(trx, rows, { ...queues, unlessCounted: false })
    for (const webhook of webhooks) {
      // What was sent before the webhook was enabled again (a new epoch) does not count.
      const counted = results.filter(
        ({ delivery }) =>
          delivery.webhook.id === webhook.id && delivery.webhook.epoch === webhook.epoch && recorded.has(delivery.id),
      )
      await updateFailureCount(trx, webhook, counted, clock.now())
    }
    return recorded
  })
}

const toRow = ({ delivery, attemptedAt, outcome, status, delayMs }: Result): QueuedResult => ({
  id: delivery.id,
  webhookId: delivery.webhook.id,
  dueAt: delivery.due_at,
  status,
  delayMs,
  attemptedAt,
  ...outcome,
})

const webhookIdsOf = (results: readonly Result[]) => [...new Set(results.map(({ delivery }) => delivery.webhook.id))]

type CountedWebhook = Pick<WebhookRow, 'id' | 'user_id' | 'consecutive_failures' | 'epoch'>

/** Every transaction locks webhooks before deliveries; another order could deadlock. */
async function lockCountedWebhooks(trx: Tx, results: readonly Result[]): Promise<CountedWebhook[]> {
  const webhooksWith = (status: DeliveryStatus) => webhookIdsOf(results.filter(result => result.status === status))
  const { rows } = await sql<CountedWebhook>`
    select id, user_id, consecutive_failures, epoch from webhooks
    where status = 'active' and (id = any(${webhooksWith('failed')}::uuid[])
      or id = any(${webhooksWith('success')}::uuid[]) and consecutive_failures > 0)
    order by id for no key update`.execute(trx)
  return rows
}

async function updateFailureCount(
  trx: Tx,
  webhook: CountedWebhook,
  results: readonly Result[],
  now: Date,
): Promise<void> {
  let failures = webhook.consecutive_failures
  for (const { status } of results) {
    const next = nextCount(failures, status)
    failures = next.count
    if (!next.disable) continue
    const disabled = { status: 'disabled', disabled_at: now, disabled_reason: 'consecutive_failures' } as const
    await updateWebhook(trx, webhook.id, { ...disabled, consecutive_failures: failures })
    await failQueued(trx, webhook.id)
    await addNotification(trx, { ...troubleOf(webhook), detail: 'disabled' })
    return
  }
  if (webhook.consecutive_failures < FAILURES_UNTIL_NOTIFIED && failures >= FAILURES_UNTIL_NOTIFIED) {
    await addNotification(trx, { ...troubleOf(webhook), detail: 'failing' })
  }
  if (failures !== webhook.consecutive_failures) {
    await updateWebhook(trx, webhook.id, { consecutive_failures: failures })
  }
}
