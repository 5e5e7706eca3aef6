import type { Draft } from './draft.ts'

/** The post as it was on the server when editing started. */
export interface Base {
  readonly draft: Draft
  readonly etag: string
}

/** A text stored on this device: either not sent yet, or a backup. */
export interface StoredDraft {
  readonly key: string
  readonly userId: string
  /** Undefined until the server has confirmed that the post exists. */
  readonly postId: string | undefined
  /** The external id with which the post is created. */
  readonly externalId: string
  /** The create request was sent. */
  readonly mayExist: boolean
  readonly draft: Draft
  readonly base: Base | undefined
  /** Changes that were sent without a response when this was stored. */
  readonly unanswered: readonly Partial<Draft>[]
  /** The version that was not chosen in a conflict, or a discarded text. It can be viewed but is never sent. */
  readonly isBackup: boolean
  readonly storedAt: number
}

/** A random key. Not `randomUUID`, which exists on secure pages only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** The external id with which the studio creates a post, so that a repeated request never creates a second one. */
export const externalIdOf = (key: string): string => `studio:${key}`
