import { REVISION_FIELDS } from '@galley/contract/schemas/revisions'
import type { Principal } from '../../core/principal.ts'
import type { PostRow } from '../post-store.ts'
import type { PostTransaction } from '../write-post.ts'
import { insertRevision, recordVersion } from './revision-store.ts'

/** The label of a revision: the name of the token. */
export const clientNameOf = ({ credential }: Principal): string | null =>
  credential.kind === 'token' ? credential.name : null

/** Keeps the version that was just written, if the change concerns what a revision has. */
export async function recordRevision(
  { trx, principal }: PostTransaction,
  before: PostRow | null,
  post: PostRow,
  changes: readonly string[] = REVISION_FIELDS,
): Promise<void> {
  if (!changes.some(name => (REVISION_FIELDS as readonly string[]).includes(name))) return
  const hadAny = await recordVersion(trx, post.id, clientNameOf(principal))
  if (hadAny || before === null) return
  // The post is older than revisions: the version before the change would be lost.
  await insertRevision(trx, post.id, before, { is_pending: false, client_name: null, created_at: before.updated_at })
}
