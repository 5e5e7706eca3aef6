import type { SavingState } from './saving-state.ts'
import { isBlocked, mayAutosave } from './whole-draft.ts'

const SAVE_AFTER_MS = 1500
/** While the first title is typed: the post's address is made from it. */
const SAVE_AFTER_TITLE_MS = 4000
/** Somebody who never pauses is saved all the same. */
const SAVE_AT_LATEST_MS = 10_000
const WRITE_AFTER_MS = 300
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 60_000

/** When to try again after so many failures in a row. */
export const retryDelayMs = (failures: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS)

/** The draft has changed: it is stored in a moment, and sent a moment after the last change. */
export function changedAt(state: SavingState, at: number): SavingState {
  const local = {
    ...state.local,
    writeAt: Math.min(state.local.writeAt ?? Number.POSITIVE_INFINITY, at + WRITE_AFTER_MS),
  }
  const changed = { ...state, revision: state.revision + 1, local }
  if (isBlocked(state) || state.problem?.kind === 'loggedOut' || !mayAutosave(state)) return changed
  return scheduleSave({ ...changed, problem: state.problem?.kind === 'refused' ? undefined : state.problem }, at)
}

export function scheduleSave(state: SavingState, at: number): SavingState {
  if (!state.isOnline) return state
  const changingSince = state.changingSince ?? at
  const waitMs = state.isTitleFocused && state.server.creation === 'none' ? SAVE_AFTER_TITLE_MS : SAVE_AFTER_MS
  return { ...state, changingSince, saveAt: Math.min(at + waitMs, changingSince + SAVE_AT_LATEST_MS) }
}

/** When the session has something to do by itself. */
export function nextAlarm({ saveAt, retryAt, local: { writeAt } }: SavingState): number | undefined {
  const times = [saveAt, retryAt, writeAt].filter(time => time !== undefined)
  return times.length > 0 ? Math.min(...times) : undefined
}
