import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, MatchOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../caller.ts'
import type { ListTrashQuery, Post, TrashList } from '../generated/models.ts'

/** Your posts that were deleted in the last 30 days. */
export interface TrashMethods {
  /** One page, the latest deletion first. */
  list(query?: QueryOf<ListTrashQuery>, options?: CallOptions): ApiPromise<TrashList>
  /** Brings a post back as a draft. */
  restore(id: string, options?: MatchOptions): ApiPromise<Post>
}

export function trashMethods({ call }: Caller): TrashMethods {
  return {
    list: (query = {}, options) => call('listTrash', { query }, options),
    restore: (id, options) => call('restorePost', { params: { id } }, options),
  }
}
