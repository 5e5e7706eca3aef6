import type { AppContext } from '../../../platform/context.ts'
import type { FieldFault } from '../../../platform/core/errors.ts'
import type { Db } from '../../../platform/db/connection/database.ts'
import { findPostByExternalId, type PostRow, requirePost } from '../post-store.ts'
import { type PostValidation, validateChange, validateNewPost } from '../rules/post-rules.ts'
import type { PostInput, PostState } from '../rules/post-state.ts'
import { requireMatch } from '../rules/version.ts'
import { externalIdFaults, takenIdFaults } from './external-id.ts'
import { joinFaults } from './join-series.ts'
import { newStatusFaults } from './put-post.ts'
import type { PostChange } from './write-post.ts'

// Rule errors of a request with schema errors. Nothing will be written, so nothing stays locked.

export function newPostFaults({ db, clock }: AppContext, authorId: string, input: PostInput) {
  return allFaults(db, authorId, validateNewPost(input, clock.now()))
}

export async function changeFaults(
  { db, clock }: AppContext,
  authorId: string,
  id: string,
  { input, ifMatch }: PostChange,
): Promise<readonly FieldFault[]> {
  const before = await requirePost(db, authorId, id)
  requireMatch(ifMatch, before)
  return allFaults(db, authorId, validateChange(before, input, clock.now()))
}

export async function validatePut(
  { db, clock }: AppContext,
  authorId: string,
  externalId: string,
  change: PostChange,
): Promise<{ before: PostRow | undefined; after: PostState; faults: readonly FieldFault[] }> {
  const input = { ...change.input, external_id: externalId }
  const idFaults = externalIdFaults(externalId)
  const before = idFaults.length === 0 ? await findPostByExternalId(db, authorId, externalId) : undefined
  if (before !== undefined) {
    const validation = validateChange(before, input, clock.now())
    return { before, after: validation.after, faults: await allFaults(db, authorId, validation) }
  }
  const validation = validateNewPost(input, clock.now())
  const faults = [...idFaults, ...newStatusFaults(input), ...(await allFaults(db, authorId, validation))]
  return { before, after: validation.after, faults }
}

/** The errors of the fields, and those that only the database knows. */
export async function allFaults(db: Db, authorId: string, validation: PostValidation): Promise<readonly FieldFault[]> {
  return [
    ...validation.faults,
    ...(await joinFaults(db, authorId, validation.joinsSeries)),
    ...(await takenIdFaults(db, authorId, validation.newExternalId)),
  ]
}
