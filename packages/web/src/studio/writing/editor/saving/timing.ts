import { isBlocked, mayAutosave } from './draft-to-send.ts'
import type { SavingState } from './saving-state.ts'

const SAVE_AFTER_MS = 1500
/** Longer while the first title is typed, because the post's address is derived from it. */
const SAVE_AFTER_TITLE_MS = 4000
/** Saves after this time even if the author never pauses. */
const SAVE_AT_LATEST_MS = 10_000
const WRITE_AFTER_MS = 300
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 60_000

/** The delay after this many failures in a row. */
export const retryDelayMs = (failures: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS)

const LONGEST_STORE_RETRY_MS = 8000

/** Storing on this device costs nobody else anything, so the next attempt comes soon. */
export const storeRetryDelayMs = (failures: number): number => Math.min(retryDelayMs(failures), LONGEST_STORE_RETRY_MS)

/** After a change the draft is stored after a short delay, and sent after a longer one. */
export function changedAt(state: SavingState, at: number): SavingState {
  const local = {
    ...state.local,
    writeAt: Math.min(state.local.writeAt ?? Number.POSITIVE_INFINITY, at + WRITE_AFTER_MS),
  }
  const changed = { ...state, revision: state.revision + 1, local }
  if (isBlocked(state) || state.problem?.kind === 'loggedOut' || !mayAutosave(state)) return changed
  return scheduleSave({ ...changed, problem: state.problem?.kind === 'rejected' ? undefined : state.problem }, at)
}

export function scheduleSave(state: SavingState, at: number): SavingState {
  if (!state.isOnline) return state
  const changingSince = state.changingSince ?? at
  const waitMs = state.isTitleFocused && state.server.creation === 'none' ? SAVE_AFTER_TITLE_MS : SAVE_AFTER_MS
  return { ...state, changingSince, saveAt: Math.min(at + waitMs, changingSince + SAVE_AT_LATEST_MS) }
}

/** The time of the session's next timer. */
export function nextTimerAt({ saveAt, retryAt, local: { writeAt } }: SavingState): number | undefined {
  const times = [saveAt, retryAt, writeAt].filter(time => time !== undefined)
  return times.length > 0 ? Math.min(...times) : undefined
}
