import { DRAFT_FIELDS, type Draft, type DraftField, sameValue } from '../../copies/draft.ts'

export interface Rebased {
  /** Mine, with what only they have changed. */
  readonly draft: Draft
  /** Where both have changed the same field to different ends: only a person can decide. */
  readonly conflicts: readonly DraftField[]
  /** What was taken over from them. */
  readonly taken: readonly DraftField[]
}

/** Brings two changes of the same post together, field by field. */
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
