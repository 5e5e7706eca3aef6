import { ApiError, ConnectionError, type Post, type Versioned } from '@galley/client'
import type { Copy } from '../../copies/copy-store.ts'
import type { Draft, DraftField } from '../../copies/draft.ts'

/** Where the text is. Every state is shown in words. */
export type SaveState =
  /** The server has all of it. */
  | 'saved'
  /** Changed; sent in a moment. */
  | 'unsaved'
  | 'saving'
  /** Readers see an earlier text: changes wait on this device until the author says so. */
  | 'kept'
  /** Nobody answers; kept on this device. */
  | 'offline'
  | 'loggedOut'
  /** The server said no: faulty fields, or another reason. */
  | 'refused'
  | 'conflict'
  /** Deleted elsewhere. */
  | 'gone'

export interface Conflict {
  readonly theirs: Versioned<Post>
  readonly fields: readonly DraftField[]
}

/** What the pages show of a session; a new object for each change. */
export interface SessionState {
  /** Everything but the text itself, which the text editor holds. */
  readonly fields: Omit<Draft, 'content'>
  /** As the server last answered; undefined before it exists there. */
  readonly post: Post | undefined
  readonly save: SaveState
  readonly savedAt: number | undefined
  /** The server's complaints by field. */
  readonly faults: ReadonlyMap<string, string>
  /** A refusal that belongs to no field. */
  readonly refusal: unknown
  readonly conflict: Conflict | undefined
  /** When the text was kept that has been brought back from this device. */
  readonly restoredAt: number | undefined
  /** What was taken over from elsewhere without a conflict. */
  readonly merged: readonly DraftField[]
}

export const beginningState = (fields: Draft, post: Post | undefined, copy: Copy | undefined): SessionState => ({
  fields,
  post,
  // The server has forgotten a post of which this device has a copy.
  save: copy?.postId !== undefined && !post ? 'gone' : 'saved',
  savedAt: undefined,
  faults: new Map(),
  refusal: undefined,
  conflict: undefined,
  restoredAt: copy?.keptAt,
  merged: [],
})

export function stateAfter(error: unknown): SaveState {
  if (error instanceof ConnectionError) return 'offline'
  if (!(error instanceof ApiError)) return 'refused'
  if (error.status === 503) return 'offline'
  if (error.status === 401) return 'loggedOut'
  return error.status === 404 ? 'gone' : 'refused'
}
