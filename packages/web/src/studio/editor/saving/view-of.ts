import type { Post } from '@galley/client'
import type { DraftField } from '../../copies/draft.ts'
import type { Conflict, Fields, SavingState } from './saving-state.ts'
import { isDirty, mayAutosave } from './whole-draft.ts'

/** Where the text is. Every state is shown in words. */
export type SaveStatus =
  /** The server has all of it. */
  | 'saved'
  /** Changed; sent in a moment. */
  | 'unsaved'
  | 'saving'
  /** Readers see an earlier text: changes wait on this device until the author says so. */
  | 'kept'
  /** No answer; sent as soon as there is one. */
  | 'offline'
  | 'loggedOut'
  /** The server refused it: faulty fields, or another reason. */
  | 'refused'
  | 'conflict'
  /** Deleted elsewhere. */
  | 'gone'

/** What the pages show of a session. */
export interface SessionView {
  /** Everything but the text itself, which the text editor holds. */
  readonly fields: Fields
  /** As the server last answered; undefined before it exists there. */
  readonly post: Post | undefined
  /** The post exists, and the server has not answered yet what it is: this device's copy is all that is known. */
  readonly isUnread: boolean
  readonly save: SaveStatus
  /** Whether this device has what the server has not; `failed` when the browser does not store it. */
  readonly copy: 'none' | 'stored' | 'failed'
  /** An update was asked for and is sent as soon as it can be. */
  readonly isAsked: boolean
  readonly savedAt: number | undefined
  readonly faults: ReadonlyMap<string, string>
  /** A refusal that belongs to no field. */
  readonly refusal: unknown
  readonly conflict: Conflict | undefined
  readonly restoredAt: number | undefined
  readonly merged: readonly DraftField[]
}

export function viewOf(state: SavingState): SessionView {
  const { fields, server, ask, savedAt, faults, problem, restoredAt, merged } = state
  return {
    fields,
    post: server.post,
    isUnread: server.postId !== undefined && server.post === undefined && problem?.kind !== 'gone',
    save: statusOf(state),
    copy: copyStatusOf(state),
    isAsked: ask !== undefined,
    savedAt,
    faults,
    refusal: problem?.kind === 'refused' && faults.size === 0 ? problem.error : undefined,
    conflict: problem?.kind === 'conflict' ? problem.conflict : undefined,
    restoredAt,
    merged,
  }
}

function statusOf(state: SavingState): SaveStatus {
  const { problem, request, isSaveDue, isOnline, ask } = state
  if (problem?.kind === 'conflict' || problem?.kind === 'gone') return problem.kind
  if (request || isSaveDue) return 'saving'
  if (problem?.kind === 'refused') return 'refused'
  if (!isDirty(state) && !ask) return 'saved'
  if (problem) return problem.kind
  if (!mayAutosave(state) && !ask) return 'kept'
  return isOnline ? 'unsaved' : 'offline'
}

function copyStatusOf({ local: { failures, written } }: SavingState): SessionView['copy'] {
  if (failures > 0) return 'failed'
  return written ? 'stored' : 'none'
}

/** Something is in this page's memory and nowhere else. */
export const wouldLose = (state: SavingState): boolean =>
  isDirty(state) && state.local.written?.revision !== state.revision
