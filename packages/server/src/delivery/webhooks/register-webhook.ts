import { WEBHOOK_SECRET_CHARACTERS, WEBHOOKS_MAX_PER_USER } from '@galley/contract/limits'
import type { RegisteredWebhook, RegisterWebhook } from '@galley/contract/schemas/delivery/webhooks'
import type { AppContext } from '../../platform/context.ts'
import { newSecret } from '../../platform/core/credentials.ts'
import { AppError, rejectIssues } from '../../platform/core/errors.ts'
import { newId } from '../../platform/core/ids.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import { transact } from '../../platform/db/transact.ts'
import { addressIssues } from './webhook-address.ts'
import { insertWebhook, lockAndCountWebhooks } from './webhook-store.ts'
import { registeredView } from './webhook-view.ts'

export async function registerWebhook(
  context: AppContext,
  userId: string,
  input: RegisterWebhook,
  idempotencyKey?: IdempotencyKey,
): Promise<RegisteredWebhook> {
  rejectIssues(await addressIssues(context.outbound, input.url))
  return transact(
    context,
    async trx => {
      if ((await lockAndCountWebhooks(trx, userId)) >= WEBHOOKS_MAX_PER_USER) {
        throw new AppError(
          'LIMIT_REACHED',
          `An account has at most ${WEBHOOKS_MAX_PER_USER} webhooks. Delete one first.`,
        )
      }
      const secret = newSecret(WEBHOOK_SECRET_CHARACTERS)
      const webhook = await insertWebhook(trx, {
        id: newId(),
        user_id: userId,
        url: input.url,
        event_types: [...new Set(input.event_types)],
        description: input.description ?? null,
        secret: context.secretBox.seal(secret),
      })
      return registeredView(webhook, secret)
    },
    idempotencyKey,
  )
}
