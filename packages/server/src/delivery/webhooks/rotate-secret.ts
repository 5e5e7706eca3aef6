import { WEBHOOK_OLD_SECRET_VALID_MS, WEBHOOK_SECRET_CHARACTERS } from '@galley/contract/limits'
import type { RotatedSecret } from '@galley/contract/schemas/delivery/webhooks'
import type { AppContext } from '../../platform/context.ts'
import { newSecret } from '../../platform/core/credentials.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockWebhook, updateWebhook } from './webhook-store.ts'

/** Creates a new secret; the previous one also signs for a day, so that the receiver can be updated without a gap. */
export async function rotateSecret(context: AppContext, userId: string, webhookId: string): Promise<RotatedSecret> {
  const secret = newSecret(WEBHOOK_SECRET_CHARACTERS)
  const expiresAt = new Date(context.clock.now().getTime() + WEBHOOK_OLD_SECRET_VALID_MS)
  await transact(context, async trx => {
    const webhook = await lockWebhook(trx, userId, webhookId)
    await updateWebhook(trx, webhookId, {
      secret: context.secretBox.seal(secret),
      previous_secret: webhook.secret,
      previous_secret_expires_at: expiresAt,
    })
  })
  return { id: webhookId, secret, previous_secret_expires_at: expiresAt.toISOString() }
}
