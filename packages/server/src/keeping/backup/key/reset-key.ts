import { WEBHOOK_SECRET_CHARACTERS } from '@galley/contract/limits'
import { sql } from 'kysely'
import type { Settings } from '../../../platform/config.ts'
import { newSecret } from '../../../platform/core/credentials.ts'
import { AppError } from '../../../platform/core/errors.ts'
import type { SecretBox } from '../../../platform/core/secret-box.ts'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import { findOpeningKey, replaceKeyProof } from '../../../platform/db/secret-key.ts'
import { type NewKey, replaceKey } from './rotate-key.ts'

/** Shown to the owner in the list of webhooks. */
const REASON = 'secret_reset'

export interface AffectedWebhook {
  readonly username: string
  readonly email: string
  readonly url: string
  readonly webhook_id: string
}

/**
 * After the key was lost: what it protected cannot be read any more. Webhooks get new secrets that nobody knows and are
 * disabled, so that their owners notice: they create a secret that they can read (rotate) and enable the webhook again.
 */
export async function resetKey(db: Db, settings: Settings): Promise<NewKey & { webhooks: readonly AffectedWebhook[] }> {
  if ((await findOpeningKey(db, settings)) !== undefined) {
    throw new AppError(
      'VALIDATION_ERROR',
      'The present key is the one of this database. To change it, use `galley key rotate`.',
    )
  }
  let webhooks: readonly AffectedWebhook[] = []
  const made = await replaceKey(db, settings, async (trx, box) => {
    webhooks = await resetWebhooks(trx, box)
    // The responses of requests of the last day. Without them, a repeated request is executed again.
    await trx.deleteFrom('idempotency_keys').execute()
    // Their texts cannot be read any more.
    await trx.deleteFrom('mails').where('content', 'is not', null).execute()
    await replaceKeyProof(trx, box)
  })
  return { ...made, webhooks }
}

async function resetWebhooks(trx: Tx, box: SecretBox): Promise<AffectedWebhook[]> {
  const { rows } = await sql<AffectedWebhook>`
    select w.id as webhook_id, w.url, u.username, u.email from webhooks w join users u on u.id = w.user_id
    order by u.username, w.created_at for update of w`.execute(trx)
  for (const { webhook_id } of rows) {
    await trx
      .updateTable('webhooks')
      .set({
        secret: box.seal(newSecret(WEBHOOK_SECRET_CHARACTERS)),
        previous_secret: null,
        previous_secret_expires_at: null,
        status: 'disabled',
        disabled_at: sql<Date>`now()`,
        disabled_reason: REASON,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', webhook_id)
      .execute()
  }
  return rows
}
