import type { AppContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/core/errors.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'

/** With REQUIRE_VERIFIED_EMAIL, an account shows nothing to others until its address is verified. */
export async function requireVerifiedEmail({ settings }: AppContext, trx: Tx, userId: string): Promise<void> {
  if (!settings.requireVerifiedEmail) return
  const account = await trx.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirst()
  if (account?.email_verified_at) return
  throw new AppError(
    'EMAIL_NOT_VERIFIED',
    'Verify your e-mail address first: open the link that was sent to it, or send it again in the settings. Until then you can write drafts.',
  )
}
