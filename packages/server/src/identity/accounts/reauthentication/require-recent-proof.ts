import { REAUTHENTICATION_VALID_MS } from '@galley/contract/limits'
import type { AppContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/core/errors.ts'
import type { Principal } from '../../../platform/core/principal.ts'
import { wasAuthenticatedWithin } from './proof-store.ts'

/** A session that was left open or stolen must not be enough to change how the account is protected. */
export async function requireRecentProof({ db }: AppContext, { credential }: Principal): Promise<void> {
  if (await wasAuthenticatedWithin(db, credential.id, REAUTHENTICATION_VALID_MS)) return
  throw new AppError(
    'REAUTHENTICATION_REQUIRED',
    'Prove that you are the owner first: POST /api/v1/session/confirm with your password, or log in again. Then repeat this request.',
  )
}
