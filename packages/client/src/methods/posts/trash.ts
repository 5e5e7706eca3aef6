import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, MatchOptions, QueryOf } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type { ListTrashQuery, Post, TrashedPost, TrashList } from '../../generated/models.ts'
import { type Pages, pagesOf } from '../../pages.ts'

/** Your posts that were deleted in the last 30 days. */
export interface TrashMethods {
  /** One page, the latest deletion first. */
  list(query?: QueryOf<ListTrashQuery>, options?: CallOptions): ApiPromise<TrashList>
  /** All of them, page by page. */
  pages(query?: QueryOf<ListTrashQuery>, options?: CallOptions): Pages<TrashList, TrashedPost>
  /** Restores a post as a draft. */
  restore(id: string, options?: MatchOptions): ApiPromise<Post>
}

export function trashMethods({ call }: Caller): TrashMethods {
  const list: TrashMethods['list'] = (query = {}, options) => call('listTrash', { query }, options)
  return {
    list,
    pages: (query = {}, options) =>
      pagesOf({ query, list: query => list(query, options), itemsOf: page => page.posts }),
    restore: (id, options) => call('restorePost', { params: { id } }, options),
  }
}
