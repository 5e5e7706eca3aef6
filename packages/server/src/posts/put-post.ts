import { EXTERNAL_ID_MAX_CHARACTERS } from '@galley/contract/limits'
import { lockAccount } from '../accounts/account-store.ts'
import type { AppContext } from '../context.ts'
import { AppError, type FieldFault, invalid } from '../core/errors.ts'
import { unstorableText } from '../core/hostile-input.ts'
import type { Principal } from '../core/principal.ts'
import { requireMatch } from '../core/request-headers.ts'
import type { Tx } from '../db/database.ts'
import type { Announce } from '../db/transact.ts'
import { changeLocked } from './change-post.ts'
import { createPost } from './create-post.ts'
import type { PostInput } from './post-state.ts'
import { lockPostByExternalId, type PostRow } from './post-store.ts'

/** Creates the post that the author's own tool knows by this name, or changes it if it is there. Never makes a second one. */
export async function putPost(
  context: AppContext,
  trx: Tx,
  announce: Announce,
  principal: Principal,
  externalId: string,
  body: PostInput,
  ifMatch?: string,
): Promise<{ post: PostRow; created: boolean }> {
  checkExternalId(externalId)
  const input = { ...body, external_id: externalId }
  // Two first calls at once must not both find nothing.
  await lockAccount(trx, principal.userId)
  const before = await lockPostByExternalId(trx, principal.userId, externalId)
  if (before !== undefined) {
    requireMatch(ifMatch, before.version)
    return { post: await changeLocked(context, trx, announce, principal, before, input), created: false }
  }
  if (ifMatch !== undefined)
    throw new AppError('PRECONDITION_FAILED', 'There is no post with this external id to match.')
  if (input.status === 'archived') {
    throw invalid({ field: 'status', code: 'INVALID_VALUE', message: 'A new post cannot begin archived.' })
  }
  return { post: await createPost(context, trx, announce, principal, input), created: true }
}

function checkExternalId(externalId: string): void {
  const faults: FieldFault[] = unstorableText(externalId, 'external_id')
  if (externalId === '') faults.push({ field: 'external_id', code: 'TOO_SHORT', message: 'Must not be empty.' })
  if ([...externalId].length > EXTERNAL_ID_MAX_CHARACTERS) {
    faults.push({
      field: 'external_id',
      code: 'TOO_LONG',
      message: `Must have at most ${EXTERNAL_ID_MAX_CHARACTERS} characters.`,
    })
  }
  if (faults.length > 0) throw invalid(...faults)
}
