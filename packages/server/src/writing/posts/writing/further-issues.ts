import type { AppContext } from '../../../platform/context.ts'
import type { FieldIssue } from '../../../platform/core/errors.ts'
import type { Db } from '../../../platform/db/connection/database.ts'
import { findPostByExternalId, type PostRow, requirePost } from '../post-store.ts'
import { type PostValidation, validateChange, validateNewPost } from '../rules/post-rules.ts'
import type { PostInput, PostState } from '../rules/post-state.ts'
import { requireMatch } from '../rules/version.ts'
import { externalIdIssues, takenIdIssues } from './external-id.ts'
import { joinIssues } from './join-series.ts'
import { newStatusIssues } from './put-post.ts'
import type { PostChange } from './write-post.ts'

// Rule errors of a request with schema errors. Nothing will be written, so nothing stays locked.

export function newPostIssues({ db, clock }: AppContext, authorId: string, input: PostInput) {
  return allIssues(db, authorId, validateNewPost(input, clock.now()))
}

export async function changeIssues(
  { db, clock }: AppContext,
  authorId: string,
  id: string,
  { input, ifMatch }: PostChange,
): Promise<readonly FieldIssue[]> {
  const before = await requirePost(db, authorId, id)
  requireMatch(ifMatch, before)
  return allIssues(db, authorId, validateChange(before, input, clock.now()))
}

export async function validatePut(
  { db, clock }: AppContext,
  authorId: string,
  externalId: string,
  change: PostChange,
): Promise<{ before: PostRow | undefined; after: PostState; issues: readonly FieldIssue[] }> {
  const input = { ...change.input, external_id: externalId }
  const idIssues = externalIdIssues(externalId)
  const before = idIssues.length === 0 ? await findPostByExternalId(db, authorId, externalId) : undefined
  if (before !== undefined) {
    const validation = validateChange(before, input, clock.now())
    return { before, after: validation.after, issues: await allIssues(db, authorId, validation) }
  }
  const validation = validateNewPost(input, clock.now())
  const issues = [...idIssues, ...newStatusIssues(input), ...(await allIssues(db, authorId, validation))]
  return { before, after: validation.after, issues }
}

/** The errors of the fields, and those that only the database knows. */
export async function allIssues(db: Db, authorId: string, validation: PostValidation): Promise<readonly FieldIssue[]> {
  return [
    ...validation.issues,
    ...(await joinIssues(db, authorId, validation.joinsSeries)),
    ...(await takenIdIssues(db, authorId, validation.newExternalId)),
  ]
}
