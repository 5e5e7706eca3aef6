import { isBlocked, isDirty, mayAutosave } from './draft-to-send.ts'
import { advance } from './next-actions.ts'
import { keepMine, saveAsNew, takeTheirs, undoRestore, withRequestedSave } from './resolve-conflict.ts'
import { changed, created, failed, found, read } from './responses.ts'
import type { SavingEvent, Step } from './saving-events.ts'
import type { SavingState } from './saving-state.ts'
import { changedAt, storeRetryDelayMs } from './timing.ts'

/** The complete logic of saving: a pure function from state and event to the next state and its effects. */
export function reduce(state: SavingState, event: SavingEvent): Step {
  const [applied, effects] = applyEvent(state, event)
  const [advanced, further] = advance(applied, event.at)
  return [advanced, [...effects, ...further]]
}

function applyEvent(state: SavingState, event: SavingEvent): Step {
  const { at } = event
  switch (event.type) {
    case 'typed':
      return [changedAt({ ...state, content: event.content }, at), []]
    case 'edited':
      return [changedAt(edited(state, event.fields), at), []]
    case 'titleFocus':
      return [{ ...state, isTitleFocused: event.isFocused }, []]
    case 'timer':
      return [timerFired(state, at), []]
    case 'hidden':
      return [{ ...state, ...writeIfBehind(state) }, []]
    case 'connection':
      return [connected({ ...state, isOnline: event.isOnline }, at), []]
    case 'loggedIn':
      return [state.problem?.kind === 'loggedOut' ? tryAgain(state) : state, []]
    case 'closed':
      return [closed(state), []]
    case 'reopened':
      return [{ ...state, isClosing: false }, []]
    case 'saveRequested':
      return [withRequestedSave(state, event.saveId, event.change), []]
    case 'found':
      return found(state, event.postId)
    case 'created':
      return created(state, event.post, at)
    case 'read':
      return read(state, event.version, at)
    case 'changed':
      return changed(state, event.version, at)
    case 'failed':
      return failed(state, event.failure, at)
    case 'stored':
      return [stored(state), []]
    case 'storeFailed':
      return [storeFailed(state, at), []]
    case 'keepMine':
      return keepMine(state, event.saveId, event.backupKey, at)
    case 'takeTheirs':
      return takeTheirs(state, event.backupKey, at)
    case 'undoRestore':
      return undoRestore(state, event.backupKey, at)
    case 'saveAsNew':
      return [saveAsNew(state, event.saveId, event.externalId), []]
    case 'noticesDismissed':
      return [{ ...state, restoredAt: undefined, merged: [], ...withoutRejection(state) }, []]
  }
}

function edited(state: SavingState, fields: Partial<SavingState['fields']>): SavingState {
  const fieldErrors = new Map([...state.fieldErrors].filter(([field]) => !(field in fields)))
  return { ...state, fields: { ...state.fields, ...fields }, fieldErrors }
}

const withoutRejection = ({ problem }: SavingState) =>
  problem?.kind === 'rejected' ? { problem: { ...problem, error: undefined } } : {}

function timerFired(state: SavingState, at: number): SavingState {
  const isPast = (time: number | undefined): boolean => time !== undefined && time <= at
  const isWritten = isPast(state.local.writeAt)
  const local = isWritten ? { ...state.local, writeAt: undefined, isWriteDue: true } : state.local
  const fired = { ...state, local }
  // Without a connection, the next attempt is made when it is back.
  if (isPast(state.retryAt)) return state.isOnline ? tryAgain(fired) : { ...fired, retryAt: undefined }
  return isPast(state.saveAt) ? { ...fired, saveAt: undefined, changingSince: undefined, isSaveDue: true } : fired
}

/** Sends pending changes if they may be autosaved or were requested. */
function tryAgain(state: SavingState): SavingState {
  const { requestedSave, server } = state
  const isNeeded = requestedSave !== undefined || server.isStale || (isDirty(state) && mayAutosave(state))
  const problem = state.problem?.kind === 'offline' || state.problem?.kind === 'loggedOut' ? undefined : state.problem
  return { ...state, problem, retryAt: undefined, isSaveDue: state.isSaveDue || (isNeeded && !isBlocked(state)) }
}

function connected(state: SavingState, at: number): SavingState {
  const { problem, isOnline, retryAt } = state
  if (!isOnline) return { ...state, saveAt: undefined, changingSince: undefined }
  if (problem === undefined) return tryAgain(state)
  if (problem.kind !== 'offline') return state
  const mustWait = problem.isBusy && retryAt !== undefined && retryAt > at
  return mustWait ? state : tryAgain(state)
}

const writeIfBehind = ({ local, revision }: SavingState) =>
  local.written?.revision === revision ? {} : { local: { ...local, isWriteDue: true } }

function closed(state: SavingState): SavingState {
  const mayTry = state.problem === undefined && state.isOnline && isDirty(state) && mayAutosave(state)
  // After logging in again the page is a new one, and the request is discarded.
  const requestedSave = state.problem?.kind === 'loggedOut' ? undefined : state.requestedSave
  return { ...state, ...writeIfBehind(state), requestedSave, isClosing: true, isSaveDue: state.isSaveDue || mayTry }
}

function stored(state: SavingState): SavingState {
  const { writing } = state.local
  const written = writing === 'drop' ? undefined : writing
  return { ...state, local: { ...state.local, writing: undefined, written, failures: 0 } }
}

function storeFailed(state: SavingState, at: number): SavingState {
  const failures = state.local.failures + 1
  const writeAt = at + storeRetryDelayMs(failures)
  return { ...state, local: { ...state.local, writing: undefined, isOnDisk: true, failures, writeAt } }
}
