import { randomUUID } from 'node:crypto'
import type { TestResult } from '@galley/contract/schemas/delivery/webhooks'
import { sql } from 'kysely'
import type { AppContext } from '../../platform/context.ts'
import { newId } from '../../platform/core/ids.ts'
import { errorFields, storedError } from './deliveries/delivery-error.ts'
import { recordPing } from './deliveries/delivery-store.ts'
import { outcomeOf } from './deliveries/retry-rules.ts'
import { deliveryHeaders } from './deliveries/signature.ts'
import { validSecrets } from './secrets.ts'
import { lockWebhook, type WebhookRow } from './webhook-store.ts'

/** Sends a ping and waits for its result: one attempt, logged like any delivery, which does not count as a failure. */
export async function testWebhook(context: AppContext, webhook: WebhookRow): Promise<TestResult> {
  const { db, clock, outbound } = context
  const attemptedAt = clock.now()
  const eventRow = newId()
  const eventId = `ping:${eventRow}`
  const { id, url, event_types } = webhook
  const data = { webhook: { id, url, event_types } }
  const body = JSON.stringify({ event: 'ping', event_id: eventId, created_at: attemptedAt.toISOString(), data })

  const deliveryId = randomUUID()
  const leaseToken = randomUUID()
  await db.transaction().execute(async trx => {
    await lockWebhook(trx, webhook.user_id, id)
    await trx
      .insertInto('events')
      .values({ id: eventRow, author_id: webhook.user_id, post_id: null, name: 'ping', event_id: eventId, body })
      .execute()
    await trx
      .insertInto('deliveries')
      .values({ id: deliveryId, webhook_id: id, event_row: eventRow, event: 'ping', event_id: eventId })
      .execute()
    // Leased from the start and never due: a ping is not in the queue.
    await trx
      .insertInto('undelivered')
      .values({ delivery_id: deliveryId, webhook_id: id, lease_token: leaseToken, created_at: sql<Date>`now()` })
      .execute()
  })

  const secrets = validSecrets(context, webhook, attemptedAt)
  const headers = deliveryHeaders({ deliveryId, event: 'ping', eventId, attempt: 1, body, secrets }, attemptedAt)
  const outcome = outcomeOf(await outbound.post(url, headers, body, outbound.waitedForMs), clock.now())

  const success = outcome.error === null
  const status = success ? 'success' : 'failed'
  await recordPing(db, { ...outcome, id: deliveryId, status, delayMs: null, attemptedAt }, leaseToken)
  const { httpStatus, durationMs, error, errorDetail } = outcome
  return {
    success,
    http_status: httpStatus ?? 0,
    response_time_ms: durationMs,
    ...errorFields(storedError(error, errorDetail), httpStatus),
  }
}
