import type { ChangePost, Post, Versioned } from '@galley/client'
import type { Base } from '../../copies/copy.ts'
import type { Draft, DraftField } from '../../copies/draft.ts'

/** A text that does not change any more: a string, or CodeMirror's document, which costs nothing to hand over. */
export interface TextSnapshot {
  toString(): string
}

export type Fields = Omit<Draft, 'content'>

/** What stays the same for as long as a session lives. */
export interface Identity {
  /** Names the session's copy on this device. */
  readonly key: string
  readonly userId: string
  /** The title of a post that has neither title nor text. */
  readonly untitled: string
}

/** The author asked for a save or for a change such as publishing. */
export interface Ask {
  readonly tickets: readonly number[]
  readonly change: ChangePost
  /** The text at that moment: what is typed afterwards was not asked for. */
  readonly draft: Draft
}

/** The one request that is on its way, or that waits until its copy is stored. */
export type Request = { readonly id: number; readonly isSent: boolean } & (
  | { readonly kind: 'find' | 'read' }
  | { readonly kind: 'create'; readonly sent: Draft }
  | { readonly kind: 'change'; readonly sent: Draft; readonly body: ChangePost; readonly ask: Ask | undefined }
)

export interface Conflict {
  readonly theirs: Versioned<Post>
  readonly fields: readonly DraftField[]
}

/** Why the text is not on the server although it should be. */
export type Problem =
  /** `isBusy`: the server answered, and asked to be left alone for a while. */
  | { readonly kind: 'offline'; readonly isBusy: boolean }
  | { readonly kind: 'loggedOut' | 'gone' }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }

/** What the server has, as far as it is known. */
export interface ServerSide {
  /** The name by which the post is created, so that repeating the request never makes a second one. */
  readonly externalId: string
  /** `unknown`: a request that creates it was sent, and no answer came. */
  readonly creation: 'none' | 'unknown' | 'done'
  readonly postId: string | undefined
  readonly base: Base | undefined
  /** The version must be read before the next change, because `base` may be outdated. */
  readonly isStale: boolean
  /** What was sent and not answered: where the server has the same, it is this author's own change. */
  readonly unanswered: readonly Partial<Draft>[]
  /** Fields as they were sent, where the server stored them differently: no change of the author's. */
  readonly tidied: Partial<Draft>
  readonly post: Post | undefined
}

interface WriteMark {
  readonly revision: number
  readonly requestId: number
}

/** What this device has. */
export interface LocalSide {
  readonly writeAt: number | undefined
  readonly isWriteDue: boolean
  readonly writing: WriteMark | 'drop' | undefined
  readonly written: WriteMark | undefined
  /** A record may be on the disk. */
  readonly isOnDisk: boolean
  /** How many writes have failed since the last that did not. */
  readonly failures: number
}

export interface SavingState {
  readonly identity: Identity
  readonly fields: Fields
  readonly content: TextSnapshot
  /** Counts the changes of the draft. */
  readonly revision: number
  /** The revision of which the server has everything. */
  readonly savedRevision: number
  readonly server: ServerSide
  readonly local: LocalSide
  readonly request: Request | undefined
  readonly lastRequestId: number
  readonly ask: Ask | undefined
  /** A save is to be carried out as soon as no request is on its way. */
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
  /** The server's complaints by field. */
  readonly faults: ReadonlyMap<string, string>
  /** When the copy was stored that this session goes on with. */
  readonly restoredAt: number | undefined
  /** What the server had when the copy was restored. */
  readonly serverAtOpening: Draft | undefined
  /** What was taken over from elsewhere without a conflict. */
  readonly merged: readonly DraftField[]
}
