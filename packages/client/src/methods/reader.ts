import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
import type {
  AddComment,
  Comment,
  CommentList,
  Deleted,
  FollowState,
  LikeState,
  ListCommentsQuery,
  ReaderPost,
  ReaderUser,
  ResonanceState,
  SaveState,
} from '../generated/models.ts'
import { type Pages, pagesOf } from '../pages.ts'

/** Actions of a reader. Each returns the resulting state; repeating one changes nothing. */
export interface ReaderMethods {
  /** Your reactions to a post. */
  readPost(id: string, options?: CallOptions): ApiPromise<ReaderPost>
  /** Whether you follow an author. */
  readUser(username: string, options?: CallOptions): ApiPromise<ReaderUser>
  like(id: string, options?: CallOptions): ApiPromise<LikeState>
  unlike(id: string, options?: CallOptions): ApiPromise<LikeState>
  save(id: string, options?: CallOptions): ApiPromise<SaveState>
  unsave(id: string, options?: CallOptions): ApiPromise<SaveState>
  resonate(id: string, options?: CallOptions): ApiPromise<ResonanceState>
  unresonate(id: string, options?: CallOptions): ApiPromise<ResonanceState>
  follow(username: string, options?: CallOptions): ApiPromise<FollowState>
  unfollow(username: string, options?: CallOptions): ApiPromise<FollowState>
  comments(id: string, query?: QueryOf<ListCommentsQuery>, options?: CallOptions): ApiPromise<CommentList>
  commentPages(id: string, query?: QueryOf<ListCommentsQuery>, options?: CallOptions): Pages<CommentList, Comment>
  comment(id: string, body: AddComment, options?: CallOptions): ApiPromise<Comment>
  /** Your own comments, and all comments on your own posts. */
  deleteComment(commentId: string, options?: CallOptions): ApiPromise<Deleted>
}

export function readerMethods({ call }: Caller): ReaderMethods {
  const comments: ReaderMethods['comments'] = (id, query = {}, options) =>
    call('listComments', { params: { id }, query }, options)
  return {
    readPost: (id, options) => call('readReaderPost', { params: { id } }, options),
    readUser: (username, options) => call('readReaderUser', { params: { username } }, options),
    like: (id, options) => call('likePost', { params: { id } }, options),
    unlike: (id, options) => call('unlikePost', { params: { id } }, options),
    save: (id, options) => call('savePost', { params: { id } }, options),
    unsave: (id, options) => call('unsavePost', { params: { id } }, options),
    resonate: (id, options) => call('resonate', { params: { id } }, options),
    unresonate: (id, options) => call('unresonate', { params: { id } }, options),
    follow: (username, options) => call('follow', { params: { username } }, options),
    unfollow: (username, options) => call('unfollow', { params: { username } }, options),
    comments,
    commentPages: (id, query = {}, options) =>
      pagesOf({ query, list: query => comments(id, query, options), itemsOf: page => page.comments }),
    comment: (id, body, options) => call('addComment', { params: { id }, body }, options),
    deleteComment: (id, options) => call('deleteComment', { params: { id } }, options),
  }
}
