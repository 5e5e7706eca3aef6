import { DRAFT_FIELDS, type Draft, type DraftField, sameValue } from '../../../drafts/draft.ts'

export interface Rebased {
  /** My version, with the fields that only they have changed. */
  readonly draft: Draft
  /** Fields that both have changed to different values: the author must decide. */
  readonly conflicts: readonly DraftField[]
  /** Fields that were taken from their version. */
  readonly taken: readonly DraftField[]
}

/** Merges two changes of the same post, field by field. */
export function rebase(base: Draft, mine: Draft, theirs: Draft): Rebased {
  const conflicts: DraftField[] = []
  const taken: DraftField[] = []
  for (const field of DRAFT_FIELDS) {
    if (sameValue(base[field], theirs[field]) || sameValue(mine[field], theirs[field])) continue
    if (sameValue(base[field], mine[field])) taken.push(field)
    else conflicts.push(field)
  }
  const overlay = Object.fromEntries(taken.map(field => [field, theirs[field]]))
  return { draft: { ...mine, ...overlay }, conflicts, taken }
}
