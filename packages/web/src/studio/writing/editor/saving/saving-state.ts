import type { ChangePost, Post, Versioned } from '@galley/client'
import type { Draft, DraftField } from '../../../drafts/draft.ts'
import type { Base } from '../../../drafts/stored-draft.ts'

/** An immutable text: a string, or CodeMirror's document, which can be passed without copying. */
export interface TextSnapshot {
  toString(): string
}

export type Fields = Omit<Draft, 'content'>

/** Constant for the lifetime of a session. */
export interface Identity {
  /** The key of the session's copy on this device. */
  readonly key: string
  readonly userId: string
  /** The title of a post without title and text. */
  readonly untitled: string
}

/** A save or a change such as publishing that the author requested. */
export interface RequestedSave {
  readonly saveIds: readonly number[]
  readonly change: ChangePost
  /** The draft at that moment: later changes are not part of the request. */
  readonly draft: Draft
}

/** The one request that is running, or that waits until its copy is stored. */
export type Request = { readonly id: number; readonly isSent: boolean } & (
  | { readonly kind: 'find' | 'read' }
  | { readonly kind: 'create'; readonly sent: Draft }
  | {
      readonly kind: 'change'
      readonly sent: Draft
      readonly body: ChangePost
      readonly requestedSave: RequestedSave | undefined
    }
)

export interface Conflict {
  readonly theirs: Versioned<Post>
  readonly fields: readonly DraftField[]
}

/** Why the text is not on the server. */
export type Problem =
  /** `isBusy`: the server responded and asked to wait. */
  | { readonly kind: 'offline'; readonly isBusy: boolean }
  | { readonly kind: 'loggedOut' | 'gone' }
  | { readonly kind: 'rejected'; readonly error: unknown }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }

/** The known state of the server. */
export interface ServerSide {
  /** The external id with which the post is created, so that a repeated request never creates a second one. */
  readonly externalId: string
  /** `unknown`: a create request was sent, and no response came. */
  readonly creation: 'none' | 'unknown' | 'done'
  readonly postId: string | undefined
  readonly base: Base | undefined
  /** The version must be read before the next change, because `base` may be outdated. */
  readonly isStale: boolean
  /** Values that were sent without a response: if the server has the same, it is this author's own change. */
  readonly unanswered: readonly Partial<Draft>[]
  /** Fields as they were sent, if the server stored them in a different form: these are not changes by the author. */
  readonly normalised: Partial<Draft>
  readonly post: Post | undefined
}

interface WriteMark {
  readonly revision: number
  readonly requestId: number
}

/** The state of the copy on this device. */
export interface LocalSide {
  readonly writeAt: number | undefined
  readonly isWriteDue: boolean
  readonly writing: WriteMark | 'drop' | undefined
  readonly written: WriteMark | undefined
  /** A record may exist in the storage. */
  readonly isOnDisk: boolean
  /** The number of failed writes since the last successful one. */
  readonly failures: number
}

export interface SavingState {
  readonly identity: Identity
  readonly fields: Fields
  readonly content: TextSnapshot
  /** Incremented with each change of the draft. */
  readonly revision: number
  /** The latest revision of which the server has all changes. */
  readonly savedRevision: number
  readonly server: ServerSide
  readonly local: LocalSide
  readonly request: Request | undefined
  readonly lastRequestId: number
  readonly requestedSave: RequestedSave | undefined
  /** A save starts as soon as no request is running. */
  readonly isSaveDue: boolean
  readonly saveAt: number | undefined
  readonly changingSince: number | undefined
  readonly retryAt: number | undefined
  readonly retries: number
  readonly problem: Problem | undefined
  readonly isOnline: boolean
  readonly isTitleFocused: boolean
  readonly isClosing: boolean
  readonly savedAt: number | undefined
  /** The server's validation errors by field. */
  readonly fieldErrors: ReadonlyMap<string, string>
  /** When the copy was stored from which this session was restored. */
  readonly restoredAt: number | undefined
  /** The server's version when the copy was restored. */
  readonly serverAtOpening: Draft | undefined
  /** Fields that were taken from another version without a conflict. */
  readonly merged: readonly DraftField[]
}
