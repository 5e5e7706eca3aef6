import { lockAccount } from '../../../identity/accounts/account-store.ts'
import { AppError, type FieldIssue, rejectIssues } from '../../../platform/core/errors.ts'
import { lockPostByExternalId, type PostRow } from '../post-store.ts'
import type { PostInput } from '../rules/post-state.ts'
import { changeLocked } from './change-post.ts'
import { createPost } from './create-post.ts'
import { externalIdIssues } from './external-id.ts'
import type { PostChange, PostTransaction } from './write-post.ts'

/** Creates the author's post with this external id, or changes the existing one. Never creates a second one. */
export async function putPost(
  transaction: PostTransaction,
  externalId: string,
  { input, ...conditions }: PostChange,
): Promise<{ post: PostRow; created: boolean }> {
  const { trx, principal } = transaction
  const wanted = { ...input, external_id: externalId }
  rejectIssues(externalIdIssues(externalId))
  // Locks, so that two concurrent first calls do not both create a post.
  await lockAccount(trx, principal.userId)
  const before = await lockPostByExternalId(trx, principal.userId, externalId)
  requireExpected(before, conditions)
  if (before !== undefined) {
    return { post: await changeLocked(transaction, before, { input: wanted, ...conditions }), created: false }
  }
  rejectIssues(newStatusIssues(wanted))
  return { post: await createPost(transaction, wanted), created: true }
}

/** A client that knows a version expects a post; one that sends `If-None-Match: *` expects none. */
export function requireExpected(
  before: PostRow | undefined,
  { ifMatch, ifNoneMatch }: Pick<PostChange, 'ifMatch' | 'ifNoneMatch'>,
): void {
  if (before === undefined && ifMatch !== undefined) {
    throw new AppError(
      'PRECONDITION_FAILED',
      'If-Match needs an existing post, and there is none with this external id.',
    )
  }
  if (before !== undefined && ifNoneMatch === '*') {
    throw new AppError('PRECONDITION_FAILED', 'There is a post with this external id already.')
  }
}

export function newStatusIssues(input: PostInput): FieldIssue[] {
  if (input.status !== 'archived') return []
  return [{ field: 'status', code: 'INVALID_VALUE', message: 'A new post cannot be archived.' }]
}
