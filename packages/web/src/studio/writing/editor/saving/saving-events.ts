import type { ChangePost, CreatePost, Post, Versioned } from '@galley/client'
import type { StoredDraft } from '../../../drafts/stored-draft.ts'
import type { Fields, SavingState, TextSnapshot } from './saving-state.ts'

/** Why a request failed, as far as it affects the next step. */
export interface Failure {
  readonly kind: 'noResponse' | 'busy' | 'loggedOut' | 'changed' | 'gone' | 'rejected'
  /** False if the server certainly did not process it. */
  readonly mayBeDone: boolean
  readonly retryAfterMs: number | undefined
  readonly error: unknown
  readonly fieldErrors: ReadonlyMap<string, string>
}

export type SessionEvent =
  | { readonly type: 'typed'; readonly content: TextSnapshot }
  | { readonly type: 'edited'; readonly fields: Partial<Fields> }
  | { readonly type: 'titleFocus'; readonly isFocused: boolean }
  | { readonly type: 'timer' | 'hidden' | 'loggedIn' | 'closed' | 'reopened' }
  | { readonly type: 'connection'; readonly isOnline: boolean }
  | { readonly type: 'saveRequested'; readonly saveId: number; readonly change: ChangePost }
  | { readonly type: 'found'; readonly postId: string | undefined }
  | { readonly type: 'created'; readonly post: Post }
  | { readonly type: 'read' | 'changed'; readonly version: Versioned<Post> }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'stored' | 'storeFailed' }
  | { readonly type: 'keepMine'; readonly saveId: number; readonly backupKey: string }
  | { readonly type: 'takeTheirs' | 'undoRestore'; readonly backupKey: string }
  | { readonly type: 'saveAsNew'; readonly saveId: number; readonly externalId: string }
  | { readonly type: 'noticesDismissed' }

export type SavingEvent = SessionEvent & { readonly at: number }

/** Work for the effect runner. */
export type Effect =
  | { readonly type: 'find'; readonly externalId: string }
  | { readonly type: 'create'; readonly externalId: string; readonly body: CreatePost }
  | { readonly type: 'read'; readonly postId: string }
  | { readonly type: 'change'; readonly postId: string; readonly body: ChangePost; readonly etag: string }
  | { readonly type: 'store'; readonly stored: StoredDraft }
  | { readonly type: 'drop'; readonly key: string }
  | { readonly type: 'backUp'; readonly stored: StoredDraft }
  | { readonly type: 'show'; readonly content: string }
  | { readonly type: 'settle'; readonly saveIds: readonly number[]; readonly isDone: boolean }
  | { readonly type: 'release' }

export type Step = readonly [SavingState, readonly Effect[]]
