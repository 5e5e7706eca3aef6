import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
import type {
  AddComment,
  ChangeNotificationSettings,
  Comment,
  CommentList,
  Deleted,
  Done,
  FollowedAuthor,
  FollowedAuthorList,
  FollowState,
  LikeState,
  ListCommentsQuery,
  ListNotificationsQuery,
  NotificationList,
  NotificationSettings,
  PublicPostHtml,
  PublicPostItem,
  PublicPostList,
  ReaderPost,
  ReaderUser,
  ReadingListQuery,
  ReadNotifications,
  ReportContent,
  ResonanceState,
  SaveState,
  SentReport,
  UnreadNotifications,
  Unsubscribe,
} from '../generated/models.ts'
import { type Pages, pagesOf } from '../pages.ts'

/** Actions of a reader. Each returns the resulting state; repeating one changes nothing. */
export interface ReaderMethods {
  /** A post with what you may read of it, and your reactions to it. By id, slug or `@username/slug`. */
  readPost(idOrSlug: string, options?: CallOptions): ApiPromise<ReaderPost>
  /** The same text as HTML. */
  postHtml(idOrSlug: string, options?: CallOptions): ApiPromise<PublicPostHtml>
  /** Whether you follow an author. */
  readUser(username: string, options?: CallOptions): ApiPromise<ReaderUser>
  /** One page of the posts that you saved, the latest save first. */
  saved(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<PublicPostList>
  savedPages(query?: QueryOf<ReadingListQuery>, options?: CallOptions): Pages<PublicPostList, PublicPostItem>
  /** One page of the posts that you liked, the latest like first. */
  liked(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<PublicPostList>
  likedPages(query?: QueryOf<ReadingListQuery>, options?: CallOptions): Pages<PublicPostList, PublicPostItem>
  /** One page of the posts of those that you follow, newest first. */
  feed(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<PublicPostList>
  feedPages(query?: QueryOf<ReadingListQuery>, options?: CallOptions): Pages<PublicPostList, PublicPostItem>
  /** One page of what concerns you, the latest first. */
  notifications(query?: QueryOf<ListNotificationsQuery>, options?: CallOptions): ApiPromise<NotificationList>
  /** At most 100. */
  unreadNotifications(options?: CallOptions): ApiPromise<UnreadNotifications>
  /** All up to a time. */
  readNotifications(body: ReadNotifications, options?: CallOptions): ApiPromise<UnreadNotifications>
  notificationSettings(options?: CallOptions): ApiPromise<NotificationSettings>
  changeNotificationSettings(body: ChangeNotificationSettings, options?: CallOptions): ApiPromise<NotificationSettings>
  /** Stops mails with the token of the link in a mail; it needs no credential. */
  unsubscribe(body: Unsubscribe, options?: CallOptions): ApiPromise<Done>
  /** One page of those that you follow, the latest follow first. */
  following(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<FollowedAuthorList>
  followingPages(query?: QueryOf<ReadingListQuery>, options?: CallOptions): Pages<FollowedAuthorList, FollowedAuthor>
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
  /** Reports a post, a comment or an account to the admins of the site. */
  report(body: ReportContent, options?: CallOptions): ApiPromise<SentReport>
}

export function readerMethods({ call }: Caller): ReaderMethods {
  const comments: ReaderMethods['comments'] = (id, query = {}, options) =>
    call('listComments', { params: { id }, query }, options)
  const saved: ReaderMethods['saved'] = (query = {}, options) => call('listSaved', { query }, options)
  const liked: ReaderMethods['liked'] = (query = {}, options) => call('listLiked', { query }, options)
  const feed: ReaderMethods['feed'] = (query = {}, options) => call('listFeed', { query }, options)
  const following: ReaderMethods['following'] = (query = {}, options) => call('listFollowing', { query }, options)
  const postsOf = (page: PublicPostList) => page.posts
  return {
    saved,
    savedPages: (query = {}, options) => pagesOf({ query, list: query => saved(query, options), itemsOf: postsOf }),
    liked,
    likedPages: (query = {}, options) => pagesOf({ query, list: query => liked(query, options), itemsOf: postsOf }),
    feed,
    feedPages: (query = {}, options) => pagesOf({ query, list: query => feed(query, options), itemsOf: postsOf }),
    notifications: (query = {}, options) => call('listNotifications', { query }, options),
    unreadNotifications: options => call('countUnreadNotifications', {}, options),
    readNotifications: (body, options) => call('readNotifications', { body }, options),
    notificationSettings: options => call('readNotificationSettings', {}, options),
    changeNotificationSettings: (body, options) => call('changeNotificationSettings', { body }, options),
    unsubscribe: (body, options) => call('unsubscribe', { body }, options),
    following,
    followingPages: (query = {}, options) =>
      pagesOf({ query, list: query => following(query, options), itemsOf: page => page.users }),
    readPost: (id, options) => call('readReaderPost', { params: { id } }, options),
    postHtml: (id, options) => call('readReaderPostHtml', { params: { id } }, options),
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
    report: (body, options) => call('report', { body }, options),
  }
}
