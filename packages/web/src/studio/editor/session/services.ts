import type { ChangePost, CreatePost, Post, Versioned } from '@galley/client'
import type { Copy } from '../../copies/copy.ts'
import type { Failure } from '../saving/saving-events.ts'

/** The part of the API that a session uses. */
export interface PostApi {
  /** The id of the post that was created under this name, if there is one. */
  find(externalId: string): Promise<string | undefined>
  create(externalId: string, body: CreatePost): Promise<Post>
  read(postId: string): Promise<Versioned<Post>>
  change(postId: string, body: ChangePost, etag: string): Promise<Versioned<Post>>
}

/** Where copies are kept on this device. */
export interface CopyStore {
  put(copy: Copy): Promise<void>
  remove(key: string): Promise<void>
  /** Stores a copy in place of another one, both or neither. */
  replace(key: string, copy: Copy): Promise<void>
  /** The copies that no open tab is writing into, the newest first. */
  listFree(userId: string): Promise<readonly Copy[]>
  /** Keeps other tabs from taking the copy over, until the returned function is called. */
  hold(key: string): () => void
}

export interface Clock {
  now(): number
  /** Calls back at that time; the returned function cancels it. */
  wakeAt(time: number, callback: () => void): () => void
}

/** Everything outside of a session. */
export interface SessionServices {
  readonly api: PostApi
  readonly copies: CopyStore
  readonly clock: Clock
  readonly newKey: () => string
  readonly isOnline: () => boolean
  /** What a failed request means; called once for each. */
  readonly explain: (error: unknown) => Failure
  readonly onAnswer: () => void
  readonly onCopiesChanged: () => void
}
