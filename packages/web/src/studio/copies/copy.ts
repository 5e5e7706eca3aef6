import type { Draft } from './draft.ts'

/** What a post was on the server when the writing began. */
export interface Base {
  readonly draft: Draft
  readonly etag: string
}

/** A text kept on this device: what has not reached the server, or what was set aside. */
export interface Copy {
  readonly key: string
  readonly userId: string
  /** Undefined while the server has not answered that the post exists. */
  readonly postId: string | undefined
  /** The name by which the post is created. */
  readonly externalId: string
  /** The request that creates the post was sent. */
  readonly mayExist: boolean
  readonly draft: Draft
  readonly base: Base | undefined
  /** What was sent and not answered when this was stored. */
  readonly unanswered: readonly Partial<Draft>[]
  /** The version that was not chosen in a conflict, or a text that was discarded: kept to be looked at, never sent. */
  readonly setAside: boolean
  readonly keptAt: number
}
