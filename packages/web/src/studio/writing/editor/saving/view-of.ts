import type { Post } from '@galley/client'
import type { DraftField } from '../../../drafts/draft.ts'
import { isDirty, mayAutosave } from './draft-to-send.ts'
import type { Conflict, Fields, SavingState } from './saving-state.ts'

/** Where the text is stored. Every state is shown in words. */
export type SaveStatus =
  /** The server has all of it. */
  | 'saved'
  /** Changed; will be sent soon. */
  | 'unsaved'
  | 'saving'
  /** Readers see an earlier text: changes stay on this device until the author requests an update. */
  | 'storedLocally'
  /** No response; sent again as soon as the server responds. */
  | 'offline'
  | 'loggedOut'
  /** The server rejected it: invalid fields, or another reason. */
  | 'rejected'
  | 'conflict'
  /** Deleted elsewhere. */
  | 'gone'

/** The state of a session for the user interface. */
export interface SessionView {
  /** All fields except the text, which the text editor holds. */
  readonly fields: Fields
  /** The server's last response; undefined before the post exists there. */
  readonly post: Post | undefined
  /** The post exists, but the server has not returned it yet: only this device's copy is known. */
  readonly isUnread: boolean
  readonly save: SaveStatus
  /** Whether unsent changes are stored on this device; `failed` if the browser does not store them. */
  readonly localDraft: 'none' | 'stored' | 'failed'
  /** An update was requested and is sent as soon as possible. */
  readonly isSaveRequested: boolean
  readonly savedAt: number | undefined
  readonly fieldErrors: ReadonlyMap<string, string>
  /** A rejection that concerns no field. */
  readonly rejection: unknown
  readonly conflict: Conflict | undefined
  readonly restoredAt: number | undefined
  readonly merged: readonly DraftField[]
}

export function viewOf(state: SavingState): SessionView {
  const { fields, server, requestedSave, savedAt, fieldErrors, problem, restoredAt, merged } = state
  return {
    fields,
    post: server.post,
    isUnread: server.postId !== undefined && server.post === undefined && problem?.kind !== 'gone',
    save: statusOf(state),
    localDraft: localDraftStatus(state),
    isSaveRequested: requestedSave !== undefined,
    savedAt,
    fieldErrors,
    rejection: problem?.kind === 'rejected' && fieldErrors.size === 0 ? problem.error : undefined,
    conflict: problem?.kind === 'conflict' ? problem.conflict : undefined,
    restoredAt,
    merged,
  }
}

function statusOf(state: SavingState): SaveStatus {
  const { problem, request, isSaveDue, isOnline, requestedSave } = state
  if (problem?.kind === 'conflict' || problem?.kind === 'gone') return problem.kind
  if (request || isSaveDue) return 'saving'
  if (problem?.kind === 'rejected') return 'rejected'
  if (!isDirty(state) && !requestedSave) return 'saved'
  if (problem) return problem.kind
  if (!mayAutosave(state) && !requestedSave) return 'storedLocally'
  return isOnline ? 'unsaved' : 'offline'
}

function localDraftStatus({ local: { failures, written } }: SavingState): SessionView['localDraft'] {
  if (failures > 0) return 'failed'
  return written ? 'stored' : 'none'
}

/** Some changes exist only in the memory of this page. */
export const hasUnstoredText = (state: SavingState): boolean =>
  isDirty(state) && state.local.written?.revision !== state.revision
