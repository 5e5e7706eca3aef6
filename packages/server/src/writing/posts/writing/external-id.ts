import { EXTERNAL_ID_MAX_CHARACTERS } from '@galley/contract/limits'
import type { FieldIssue } from '../../../platform/core/errors.ts'
import { unstorableText } from '../../../platform/core/schema-check.ts'
import type { Db } from '../../../platform/db/connection/database.ts'
import { EXTERNAL_ID_TAKEN, findPostByExternalId } from '../post-store.ts'

/** The errors of an external id in a path, which no schema checks. */
export function externalIdIssues(externalId: string): FieldIssue[] {
  const field = 'external_id'
  if (externalId === '') return [{ field, code: 'TOO_SHORT', message: 'Must not be empty.' }]
  if ([...externalId].length <= EXTERNAL_ID_MAX_CHARACTERS) return unstorableText(externalId, field)
  return [{ field, code: 'TOO_LONG', message: `Must have at most ${EXTERNAL_ID_MAX_CHARACTERS} characters.` }]
}

/** The error of an external id that another post has. */
export async function takenIdIssues(db: Db, authorId: string, externalId: string | null): Promise<FieldIssue[]> {
  const isTaken = externalId !== null && (await findPostByExternalId(db, authorId, externalId)) !== undefined
  return isTaken ? [EXTERNAL_ID_TAKEN] : []
}
