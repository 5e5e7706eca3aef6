import type { SavePendingRevision } from '@galley/contract/schemas/writing/revisions'
import type { AppContext } from '../../../platform/context.ts'
import { type FieldIssue, invalid } from '../../../platform/core/errors.ts'
import { lockPost, requirePost } from '../post-store.ts'
import { findPending, insertRevision, type RevisionRow, retirePending } from '../revision-store.ts'
import { validateChange } from '../rules/post-rules.ts'
import { requireMatch } from '../rules/version.ts'
import { clientNameOf } from '../writing/client-name.ts'
import { allIssues } from '../writing/further-issues.ts'
import { concernsReaders } from '../writing/require-post-scope.ts'
import { type PostTransaction, requireValid } from '../writing/write-post.ts'
import { requirePending } from './require-pending.ts'
import { stateOf } from './revision-view.ts'

/** The rule errors of a request with schema errors. */
export async function pendingIssues(
  { db, clock }: AppContext,
  authorId: string,
  postId: string,
  input: SavePendingRevision,
): Promise<readonly FieldIssue[]> {
  const post = await requirePost(db, authorId, postId)
  const pending = await findPending(db, post.id)
  const before = pending === undefined ? post : { ...post, ...stateOf(pending) }
  return allIssues(db, authorId, validateChange(before, input, clock.now()))
}

/** Stores changes of a public post without showing them to readers. */
export async function savePendingRevision(
  transaction: PostTransaction,
  postId: string,
  input: SavePendingRevision,
  { ifMatch, ifPending }: { ifMatch: string | undefined; ifPending: string | undefined },
): Promise<RevisionRow> {
  const { context, principal, trx } = transaction
  const post = await lockPost(trx, principal.userId, postId)
  requireMatch(ifMatch, post)
  if (!concernsReaders(post)) {
    const message = 'Readers do not see this post. Change the post itself (PATCH /api/v1/posts/:id).'
    throw invalid({ field: 'status', code: 'INVALID_VALUE', message })
  }
  const pending = await findPending(trx, post.id)
  requirePending(ifPending, pending)
  const before = pending === undefined ? post : { ...post, ...stateOf(pending) }
  const validation = validateChange(before, input, context.clock.now())
  await requireValid(transaction, validation)
  const clientName = clientNameOf(principal)
  await retirePending(trx, post.id, clientName)
  return insertRevision(trx, post.id, validation.after, { is_pending: true, client_name: clientName })
}
