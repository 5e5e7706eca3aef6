import { lockPost } from '../post-store.ts'
import { findPending, keepPending } from '../revision-store.ts'
import type { PostTransaction } from '../writing/write-post.ts'
import { requirePending } from './require-pending.ts'

/** Nothing is lost: what was pending stays as an ordinary revision. */
export async function discardPendingRevision(
  { principal, trx }: PostTransaction,
  postId: string,
  ifPending: string | undefined,
): Promise<void> {
  const post = await lockPost(trx, principal.userId, postId)
  requirePending(ifPending, await findPending(trx, post.id))
  await keepPending(trx, post.id)
}
