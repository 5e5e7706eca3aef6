import type { Post, Versioned } from '@galley/client'
import { draftOf, pickFields } from '../../../drafts/draft.ts'
import { rebaseOn, serverAfter } from './merge-theirs.ts'
import { endRequestedSave, finishSave, settleSaves } from './next-actions.ts'
import type { Effect, Failure, Step } from './saving-events.ts'
import type { RequestedSave, SavingState } from './saving-state.ts'
import { retryDelayMs } from './timing.ts'

/** Whether an earlier create request without a response has created the post. */
export function found(state: SavingState, postId: string | undefined): Step {
  const exists = postId !== undefined
  const known = { creation: exists ? 'done' : 'none', postId, isStale: exists } as const
  return [{ ...state, request: undefined, server: { ...state.server, ...known } }, []]
}

/** The response has no version, so it is read next; all changes until then count as changes from elsewhere. */
export function created(state: SavingState, post: Post, at: number): Step {
  const sent = state.request?.kind === 'create' ? state.request.sent : undefined
  const server = serverAfter(state.server, { value: post, etag: '' }, sent)
  return [
    { ...state, request: undefined, server: { ...server, isStale: true }, savedAt: at, fieldErrors: NO_ERRORS },
    [],
  ]
}

export function changed(state: SavingState, version: Versioned<Post>, at: number): Step {
  const { request } = state
  const sent = request?.kind === 'change' ? request.sent : undefined
  const server = serverAfter(state.server, version, sent)
  const effects = request?.kind === 'change' ? settleSaves(request.requestedSave, true) : []
  const known = { ...state, request: undefined, server, savedAt: at, fieldErrors: NO_ERRORS }
  // Another save was requested meanwhile; it is sent next.
  if (state.requestedSave) return [known, effects]
  const [resolved, further] = finishSave(known, at)
  return [resolved, [...effects, ...further]]
}

export function read(state: SavingState, version: Versioned<Post>, at: number): Step {
  // The first response about a post that was opened without one.
  const serverAtOpening = state.server.post ? state.serverAtOpening : draftOf(version.value)
  return mergeVersion({ ...state, request: undefined, serverAtOpening }, version, at)
}

/** Merges the versions if different fields were changed; otherwise there is a conflict. */
export function mergeVersion(state: SavingState, version: Versioned<Post>, at: number): Step {
  const theirs = draftOf(version.value)
  const { draft, conflicts, taken } = rebaseOn(state, theirs)
  if (conflicts.length > 0) {
    const [ended, effects] = endRequestedSave(state, false)
    const conflict = { theirs: version, fields: conflicts }
    return [{ ...ended, isSaveDue: false, problem: { kind: 'conflict', conflict }, ...writeNow(ended, at) }, effects]
  }
  const known = { ...state, server: serverAfter(state.server, version) }
  if (taken.length === 0) return [known, []]
  const overlay = pickFields(draft, taken)
  const { content, ...fields } = overlay
  const requestedSave = state.requestedSave && {
    ...state.requestedSave,
    draft: { ...state.requestedSave.draft, ...overlay },
  }
  const shown = { fields: { ...known.fields, ...fields }, merged: taken, revision: known.revision + 1 }
  const merged = { ...known, ...shown, requestedSave, ...writeNow(known, at) }
  if (content === undefined) return [merged, []]
  return [{ ...merged, content }, [{ type: 'show', content }]]
}

const writeNow = ({ local }: SavingState, at: number) => ({ local: { ...local, writeAt: at, isWriteDue: true } })

const NO_ERRORS: ReadonlyMap<string, string> = new Map()

export function failed(state: SavingState, failure: Failure, at: number): Step {
  const { request } = state
  const requestedSave =
    request?.kind === 'change' ? mergeRequestedSaves(request.requestedSave, state.requestedSave) : state.requestedSave
  const ended = { ...state, request: undefined, requestedSave, server: serverAfterFailure(state, failure) }
  // The post or its version is read next, and then the change is sent again.
  if (failure.kind === 'changed') return [ended, []]
  const stopped = { ...ended, isSaveDue: false }
  const rejected = { kind: 'rejected', error: failure.error } as const
  switch (failure.kind) {
    case 'noResponse':
    case 'busy': {
      const waitMs = failure.retryAfterMs ?? retryDelayMs(state.retries)
      const waiting = { ...stopped, retries: state.retries + 1, retryAt: at + waitMs }
      return postpone({ ...waiting, problem: { kind: 'offline', isBusy: failure.kind === 'busy' } }, at)
    }
    case 'loggedOut':
      return postpone({ ...stopped, problem: { kind: 'loggedOut' } }, at)
    case 'gone':
      // Only a post that was known to exist can be gone.
      if (!state.server.postId) return endRequestedSave({ ...stopped, problem: rejected }, false)
      // The text on this page is all that remains, so it counts as unsaved even if it was not changed.
      return endRequestedSave(
        { ...stopped, problem: { kind: 'gone' }, revision: state.revision + 1, ...writeNow(state, at) },
        false,
      )
    case 'rejected':
      return endRequestedSave({ ...stopped, problem: rejected, fieldErrors: failure.fieldErrors }, false)
  }
}

/** Updates the assumption about the server's state after a failed request. */
function serverAfterFailure({ server, request }: SavingState, { kind, mayBeDone }: Failure): SavingState['server'] {
  if (request?.kind !== 'create' && request?.kind !== 'change') return server
  if (mayBeDone) return { ...server, isStale: request.kind === 'change' }
  const unanswered = server.unanswered.slice(0, -1)
  // An earlier request has created the post: it is looked for next.
  const creation = kind === 'changed' ? 'unknown' : 'none'
  if (request.kind === 'create') return { ...server, creation, unanswered }
  return { ...server, unanswered, isStale: server.isStale || kind === 'changed' }
}

/** A requested save is sent as soon as possible. Publishing and similar changes are not, because time may have passed. */
function postpone(state: SavingState, at: number): Step {
  const { requestedSave } = state
  const effects: readonly Effect[] = settleSaves(requestedSave, false)
  const remaining: RequestedSave | undefined =
    requestedSave && Object.keys(requestedSave.change).length === 0 ? { ...requestedSave, saveIds: [] } : undefined
  return [{ ...state, requestedSave: remaining, ...writeNow(state, at) }, effects]
}

function mergeRequestedSaves(
  earlier: RequestedSave | undefined,
  later: RequestedSave | undefined,
): RequestedSave | undefined {
  if (!earlier || !later) return later ?? earlier
  const saveIds = [...earlier.saveIds, ...later.saveIds]
  return { saveIds, change: { ...earlier.change, ...later.change }, draft: later.draft }
}
