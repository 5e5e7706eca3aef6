import { bodyOf } from '../../../drafts/draft.ts'
import {
  draftToSend,
  draftToSendIn,
  isAllSaved,
  isBlocked,
  isDirty,
  mayAutosave,
  unsentFields,
} from './draft-to-send.ts'
import type { Effect, Step } from './saving-events.ts'
import type { Request, RequestedSave, SavingState } from './saving-state.ts'
import { storedDraftOf } from './stored-draft-of.ts'
import { scheduleSave } from './timing.ts'

/** Starts all work that is due and not running. Called after every event, so that no event handler can forget it. */
export function advance(state: SavingState, at: number): Step {
  let next = state
  const effects: Effect[] = []
  for (const part of [beginRequest, syncDisk, sendRequest, release]) {
    const [changed, added] = part(next, at)
    next = changed
    effects.push(...added)
  }
  return [next, effects]
}

const NO_EFFECTS: readonly Effect[] = []

/** Determines the next request, if there is anything to send. */
function beginRequest(state: SavingState, at: number): Step {
  const { request, isSaveDue, requestedSave, server } = state
  if (request || !isSaveDue) return [state, NO_EFFECTS]
  if (isBlocked(state)) return endRequestedSave({ ...state, isSaveDue: false }, false)
  if (server.creation === 'unknown') return [withRequest(state, { kind: 'find' }), NO_EFFECTS]
  if (server.isStale) return [withRequest(state, { kind: 'read' }), NO_EFFECTS]
  // The post may have become public meanwhile; then autosave stops and it waits for the author.
  if (!requestedSave && !mayAutosave(state)) return finishSave(state, at)
  const draft = requestedSave ? draftToSend(requestedSave.draft, state.identity.untitled) : draftToSendIn(state)
  if (server.creation === 'none') {
    if (isAllSaved(state)) return finishSave(state, at)
    const known = { ...server, creation: 'unknown' as const, unanswered: [...server.unanswered, draft] }
    return [withRequest({ ...state, server: known }, { kind: 'create', sent: draft }), NO_EFFECTS]
  }
  const unsent = unsentFields(state, draft)
  const body = { ...unsent, ...requestedSave?.change }
  if (Object.keys(body).length === 0) return finishSave(state, at)
  const known = { ...server, unanswered: [...server.unanswered, unsent] }
  return [
    withRequest(
      { ...state, server: known, requestedSave: undefined },
      { kind: 'change', sent: draft, body, requestedSave },
    ),
    NO_EFFECTS,
  ]
}

type NewRequest =
  | { kind: 'find' | 'read' }
  | { kind: 'create'; sent: Parameters<typeof bodyOf>[0] }
  | Omit<Extract<Request, { kind: 'change' }>, 'id' | 'isSent'>

function withRequest(state: SavingState, newRequest: NewRequest): SavingState {
  const id = state.lastRequestId + 1
  const timers = { saveAt: undefined, changingSince: undefined, retryAt: undefined }
  return { ...state, ...timers, lastRequestId: id, request: { ...newRequest, id, isSent: false } }
}

/** After the last response: everything is saved, or there are newer changes. */
export function finishSave(state: SavingState, at: number): Step {
  const resolved = { ...state, isSaveDue: false, retryAt: undefined, retries: 0, problem: undefined }
  const [ended, effects] = endRequestedSave(resolved, true)
  if (isAllSaved(ended)) return [{ ...ended, savedRevision: ended.revision }, effects]
  return [mayAutosave(ended) ? scheduleSave(ended, at) : ended, effects]
}

/** Resolves the promises that wait for the requested save. */
export function endRequestedSave(state: SavingState, isDone: boolean): Step {
  return [{ ...state, requestedSave: undefined }, settleSaves(state.requestedSave, isDone)]
}

export const settleSaves = (requestedSave: RequestedSave | undefined, isDone: boolean): readonly Effect[] =>
  requestedSave && requestedSave.saveIds.length > 0
    ? [{ type: 'settle', saveIds: requestedSave.saveIds, isDone }]
    : NO_EFFECTS

/** Updates this device's copy: stored while there are unsaved changes, removed when there are none. */
function syncDisk(state: SavingState, at: number): Step {
  const { local, request } = state
  if (local.writing) return [state, NO_EFFECTS]
  const isOutdated = !isDirty(state) && local.isOnDisk && local.failures === 0
  if (!local.isWriteDue && !isOutdated && !isWaitingForDisk(state)) return [state, NO_EFFECTS]
  const isUndone = !request && !state.isSaveDue && !isBlocked(state) && isAllSaved(state)
  const checked = isUndone ? { ...state, savedRevision: state.revision } : state
  const done = { ...local, writeAt: undefined, isWriteDue: false }
  if (!isDirty(checked)) {
    if (!local.isOnDisk) return [{ ...checked, local: done }, NO_EFFECTS]
    const dropping = { ...done, writing: 'drop' as const, written: undefined, isOnDisk: false }
    return [{ ...checked, local: dropping }, [{ type: 'drop', key: state.identity.key }]]
  }
  const writing = { revision: state.revision, requestId: request?.id ?? 0 }
  return [
    { ...checked, local: { ...done, writing, isOnDisk: true } },
    [{ type: 'store', stored: storedDraftOf(state, at) }],
  ]
}

/** A change is stored on this device before it is sent, so that a restored session knows what the server may have. */
function isWaitingForDisk(state: SavingState): boolean {
  const { request, local } = state
  if (!request || request.isSent || request.kind === 'find' || request.kind === 'read' || !isDirty(state)) return false
  return local.written?.requestId !== request.id && local.failures === 0
}

function sendRequest(state: SavingState): Step {
  const { request, server } = state
  if (!request || request.isSent || isWaitingForDisk(state)) return [state, NO_EFFECTS]
  const sent = { ...state, request: { ...request, isSent: true } }
  const { externalId } = server
  if (request.kind === 'find') return [sent, [{ type: 'find', externalId }]]
  if (request.kind === 'create') return [sent, [{ type: 'create', externalId, body: bodyOf(request.sent) }]]
  const postId = server.postId!
  if (request.kind === 'change') {
    return [sent, [{ type: 'change', postId, body: request.body, etag: server.base!.etag }]]
  }
  return [sent, [{ type: 'read', postId }]]
}

/** A session that was left ends when nothing is running and nothing exists only in the memory of this page. */
function release(state: SavingState): Step {
  const { isClosing, request, isSaveDue, requestedSave, local } = state
  if (!isClosing || request || isSaveDue || requestedSave || local.writing) return [state, NO_EFFECTS]
  const isStored = isDirty(state) ? local.written?.revision === state.revision : !local.isOnDisk
  return [state, isStored ? [{ type: 'release' }] : NO_EFFECTS]
}
