import type { ChangeWebhook } from '@galley/contract/schemas/delivery/webhooks'
import type { AppContext } from '../../platform/context.ts'
import { rejectIssues } from '../../platform/core/errors.ts'
import { transact } from '../../platform/db/transact.ts'
import { failQueued } from './deliveries/delivery-store.ts'
import { addressIssues } from './webhook-address.ts'
import { lockWebhook, updateWebhook, type WebhookChange, type WebhookRow } from './webhook-store.ts'

export async function changeWebhook(
  context: AppContext,
  userId: string,
  id: string,
  input: ChangeWebhook,
): Promise<WebhookRow> {
  // Resolving a name can be slow, so it happens before the transaction.
  const issues = input.url === undefined ? [] : await addressIssues(context.outbound, input.url)
  return transact(context, async trx => {
    const before = await lockWebhook(trx, userId, id)
    rejectIssues(issues)
    const change: WebhookChange = {
      ...(input.url !== undefined && { url: input.url }),
      ...(input.event_types !== undefined && { event_types: [...new Set(input.event_types)] }),
      ...(input.description !== undefined && { description: input.description }),
      ...switching(before, input.status, context.clock.now()),
    }
    if (change.status === 'disabled') await failQueued(trx, id)
    return Object.keys(change).length === 0 ? before : updateWebhook(trx, id, change)
  })
}

/** An enabled webhook starts with 0 failures and a new epoch; its old queue stays ended until it is redelivered. */
function switching(before: WebhookRow, status: ChangeWebhook['status'], now: Date): WebhookChange {
  if (status === undefined || status === before.status) return {}
  if (status === 'disabled') return { status, disabled_at: now, disabled_reason: 'disabled_by_owner' }
  return { status, disabled_at: null, disabled_reason: null, consecutive_failures: 0, epoch: before.epoch + 1 }
}
