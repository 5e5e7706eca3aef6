import { REVISION_FIELDS } from '@galley/contract/schemas/writing/revisions'
import type { PostRow } from '../post-store.ts'
import { insertRevision, recordVersion, sealLatest } from '../revision-store.ts'
import { clientNameOf } from './client-name.ts'
import type { PostTransaction } from './write-post.ts'

const NAMES: readonly string[] = REVISION_FIELDS

/** Keeps the version that was just written, if the change concerns what a revision has. */
export async function recordRevision(
  { trx, principal, keepsVersionBefore = false }: PostTransaction,
  before: PostRow,
  post: PostRow,
  changes: readonly string[],
): Promise<void> {
  const wasPublic = before.status === 'published'
  if (!changes.some(name => NAMES.includes(name))) {
    if (wasPublic && post.status !== 'published') await sealLatest(trx, post.id)
    return
  }
  // What readers saw is never overwritten.
  const mayMerge = !wasPublic && !keepsVersionBefore
  const hadAny = await recordVersion(trx, post.id, clientNameOf(principal), mayMerge)
  if (hadAny) return
  // The post is older than revisions: the version before the change would be lost.
  await insertRevision(trx, post.id, before, { is_pending: false, client_name: null, created_at: before.updated_at })
}
