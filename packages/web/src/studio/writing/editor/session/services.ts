import type { ChangePost, CreatePost, Post, Versioned } from '@galley/client'
import type { StoredDraft } from '../../../drafts/stored-draft.ts'
import type { Failure } from '../saving/saving-events.ts'

/** The part of the API that a session uses. */
export interface PostApi {
  /** The id of the post with this external id, if it exists. */
  find(externalId: string): Promise<string | undefined>
  /** Fails with 412 if the post exists already. */
  create(externalId: string, body: CreatePost): Promise<Post>
  read(postId: string): Promise<Versioned<Post>>
  change(postId: string, body: ChangePost, etag: string): Promise<Versioned<Post>>
}

/** The storage of copies on this device. */
export interface DraftStore {
  put(stored: StoredDraft): Promise<void>
  remove(key: string): Promise<void>
  /** Stores a copy and removes another one, in one transaction. */
  replace(key: string, stored: StoredDraft): Promise<void>
  /** The copies that no open tab edits, newest first. */
  listUnlocked(userId: string): Promise<readonly StoredDraft[]>
  /** Prevents other tabs from restoring the copy until the returned function is called. */
  lock(key: string): () => void
}

export interface Clock {
  now(): number
  /** Calls back at that time; the returned function cancels it. */
  wakeAt(time: number, callback: () => void): () => void
}

/** The dependencies of a session. */
export interface SessionServices {
  readonly api: PostApi
  readonly drafts: DraftStore
  readonly clock: Clock
  readonly newKey: () => string
  readonly isOnline: () => boolean
  /** What a failed request means; called once for each. */
  readonly explain: (error: unknown) => Failure
  readonly onResponse: () => void
  readonly onDraftsChanged: () => void
}
