import type { AppContext } from '../../platform/context.ts'
import type { WebhookRow } from './webhook-store.ts'

/**
 * The secrets that are valid at this time, the current one first; after a rotation the previous one is valid for a
 * while.
 */
export function validSecrets({ secretBox }: Pick<AppContext, 'secretBox'>, webhook: WebhookRow, at: Date): string[] {
  const { secret, previous_secret, previous_secret_expires_at } = webhook
  const isPreviousValid = previous_secret_expires_at !== null && previous_secret_expires_at > at
  return [secret, isPreviousValid ? previous_secret : null]
    .filter(sealed => sealed !== null)
    .map(sealed => secretBox.open(sealed))
}
