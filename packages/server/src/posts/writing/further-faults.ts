import type { AppContext } from '../../context.ts'
import type { FieldFault } from '../../core/errors.ts'
import { requireMatch } from '../../transport/request-headers.ts'
import { findPostByExternalId, requirePost } from '../post-store.ts'
import { validateChange, validateNewPost } from '../rules/post-rules.ts'
import { externalIdFaults } from './external-id.ts'
import { newStatusFaults } from './put-post.ts'
import type { PostChange } from './write-post.ts'

// Rule errors of a request with schema errors. Nothing will be written, so nothing is locked.

export async function changeFaults(
  { db, clock }: AppContext,
  authorId: string,
  id: string,
  { input, ifMatch }: PostChange,
): Promise<readonly FieldFault[]> {
  const before = await requirePost(db, authorId, id)
  requireMatch(ifMatch, before)
  return validateChange(before, input, clock.now()).faults
}

export async function putFaults(
  { db, clock }: AppContext,
  authorId: string,
  externalId: string,
  { input }: PostChange,
): Promise<readonly FieldFault[]> {
  const idFaults = externalIdFaults(externalId)
  const before = idFaults.length === 0 ? await findPostByExternalId(db, authorId, externalId) : undefined
  if (before !== undefined) return validateChange(before, input, clock.now()).faults
  return [...idFaults, ...newStatusFaults(input), ...validateNewPost(input, clock.now()).faults]
}
