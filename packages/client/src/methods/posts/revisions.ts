import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, MatchOptions, QueryOf } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type {
  Deleted,
  ListRevisionsQuery,
  Post,
  Revision,
  RevisionItem,
  RevisionList,
  SavePendingRevision,
} from '../../generated/models.ts'
import { type Pages, pagesOf } from '../../pages.ts'

export interface PendingOptions {
  /** The id of the pending revision that was read, or `none`: the call fails if the post has another one by now. */
  readonly ifPending?: string | undefined
}

/** Earlier versions of a post, and changes of a public post that readers do not see yet. */
export interface RevisionMethods {
  /** One page, newest first; a pending revision is before all others. */
  list(postId: string, query?: QueryOf<ListRevisionsQuery>, options?: CallOptions): ApiPromise<RevisionList>
  /** All of them, page by page. */
  pages(postId: string, query?: QueryOf<ListRevisionsQuery>, options?: CallOptions): Pages<RevisionList, RevisionItem>
  read(postId: string, id: string, options?: CallOptions): ApiPromise<Revision>
  /** Writes the revision into the post. Restoring a pending revision publishes it. */
  restore(postId: string, id: string, options?: MatchOptions): ApiPromise<Post>
  /** Saves changes of a public post without showing them to readers. */
  savePending(postId: string, body: SavePendingRevision, options?: MatchOptions & PendingOptions): ApiPromise<Revision>
  /** The pending revision becomes an ordinary one. */
  discardPending(postId: string, options?: CallOptions & PendingOptions): ApiPromise<Deleted>
}

export function revisionMethods({ call }: Caller): RevisionMethods {
  const list: RevisionMethods['list'] = (id, query = {}, options) =>
    call('listRevisions', { params: { id }, query }, options)
  return {
    list,
    pages: (id, query = {}, options) =>
      pagesOf({ query, list: query => list(id, query, options), itemsOf: page => page.revisions }),
    read: (id, revision_id, options) => call('readRevision', { params: { id, revision_id } }, options),
    restore: (id, revision_id, options) => call('restoreRevision', { params: { id, revision_id } }, options),
    savePending: (id, body, { ifPending, ...options } = {}) =>
      call('savePendingRevision', { params: { id }, query: { if_pending: ifPending }, body }, options),
    discardPending: (id, { ifPending, ...options } = {}) =>
      call('discardPendingRevision', { params: { id }, query: { if_pending: ifPending } }, options),
  }
}
