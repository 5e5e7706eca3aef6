import { del, get, post, put } from '../../endpoint.ts'
import { ReportContent, SentReport } from '../../schemas/moderation.ts'
import * as reader from '../../schemas/reading/engagement.ts'
import { PublicPostList } from '../../schemas/reading/public.ts'
import { Deleted } from '../../schemas/schema.ts'
import { PublicPostHtml } from '../../schemas/writing/rendering.ts'

const asReader = { tag: 'Readers', auth: 'session-or-token', scopes: ['reader'] } as const

export const readerEndpoints = {
  readReaderPost: get('/api/v1/reader/posts/:id', 'reader.readPost', {
    acceptsSlug: true,
    summary: 'Read a post as a reader',
    description:
      'By id, slug or `@username/slug`. The whole text for its author, for those who have bought it and for the members of its salon; for others the same as the public read. Also whether you liked, saved or resonated with it and follow its author, and its current counts of likes, saves and resonances.',
    ...asReader,
    response: reader.ReaderPost,
  }),
  readReaderPostHtml: get('/api/v1/reader/posts/:id/html', 'reader.postHtml', {
    acceptsSlug: true,
    summary: 'Read a post as a reader, as HTML',
    description: 'The same text as HTML, with its headings.',
    ...asReader,
    errors: ['GONE'],
    response: PublicPostHtml,
  }),
  readReaderUser: get('/api/v1/reader/users/:username', 'reader.readUser', {
    summary: 'Read whether you follow an author',
    ...asReader,
    response: reader.ReaderUser,
  }),
  listSaved: get('/api/v1/reader/saved', 'reader.saved', {
    summary: 'List the posts that you saved',
    description: 'The latest save first. Posts that are no longer readable are left out.',
    ...asReader,
    query: reader.ReadingListQuery,
    response: PublicPostList,
  }),
  listLiked: get('/api/v1/reader/liked', 'reader.liked', {
    summary: 'List the posts that you liked',
    description: 'The latest like first. Posts that are no longer readable are left out.',
    ...asReader,
    query: reader.ReadingListQuery,
    response: PublicPostList,
  }),
  listFeed: get('/api/v1/reader/feed', 'reader.feed', {
    summary: 'List the posts of the authors that you follow',
    description: 'Public posts, newest first.',
    ...asReader,
    query: reader.ReadingListQuery,
    response: PublicPostList,
  }),
  listFollowing: get('/api/v1/reader/following', 'reader.following', {
    summary: 'List the authors that you follow',
    description: 'The latest follow first.',
    ...asReader,
    query: reader.ReadingListQuery,
    response: reader.FollowedAuthorList,
  }),
  likePost: put('/api/v1/reader/posts/:id/like', 'reader.like', {
    summary: 'Like a post',
    description: 'Repeating it changes nothing.',
    ...asReader,
    response: reader.LikeState,
  }),
  unlikePost: del('/api/v1/reader/posts/:id/like', 'reader.unlike', {
    summary: 'Remove a like',
    description: 'Repeating it changes nothing.',
    ...asReader,
    response: reader.LikeState,
  }),
  savePost: put('/api/v1/reader/posts/:id/save', 'reader.save', {
    summary: 'Save a post',
    description: 'Repeating it changes nothing.',
    ...asReader,
    response: reader.SaveState,
  }),
  unsavePost: del('/api/v1/reader/posts/:id/save', 'reader.unsave', {
    summary: 'Unsave a post',
    description: 'Repeating it changes nothing.',
    ...asReader,
    response: reader.SaveState,
  }),
  resonate: put('/api/v1/reader/posts/:id/resonance', 'reader.resonate', {
    summary: 'Resonate with a post',
    description: 'Repeating it changes nothing.',
    ...asReader,
    response: reader.ResonanceState,
  }),
  unresonate: del('/api/v1/reader/posts/:id/resonance', 'reader.unresonate', {
    summary: 'Remove a resonance',
    description: 'Repeating it changes nothing.',
    ...asReader,
    response: reader.ResonanceState,
  }),
  listComments: get('/api/v1/reader/posts/:id/comments', 'reader.comments', {
    summary: 'List comments',
    description: 'Newest first. Comments of yours that an admin hid are included; nobody else sees them.',
    ...asReader,
    query: reader.ListCommentsQuery,
    response: reader.CommentList,
  }),
  addComment: post('/api/v1/reader/posts/:id/comments', 'reader.comment', {
    summary: 'Comment on a post',
    description:
      'Plain text, 1 to 2,000 characters. The same text again within a minute is not added twice: the answer is the first comment.',
    ...asReader,
    body: reader.AddComment,
    example: { body: { content: 'Thank you, this helped.' } },
    errors: ['QUOTA_EXCEEDED', 'EMAIL_NOT_VERIFIED'],
    status: 201,
    response: reader.Comment,
  }),
  deleteComment: del('/api/v1/reader/comments/:id', 'reader.deleteComment', {
    summary: 'Delete a comment',
    description: 'Your own comments, and all comments on your own posts.',
    ...asReader,
    response: Deleted,
  }),
  report: post('/api/v1/reader/reports', 'reader.report', {
    summary: 'Report a post, a comment or an account',
    description:
      'Name exactly one of `post_id`, `comment_id` and `username`. The admins of the site read it; the author does not learn who reported. Reporting the same again while the first report is open returns the first one. At most 50 open reports per account.',
    ...asReader,
    body: ReportContent,
    example: { body: { post_id: '0198c0de-0000-7000-8000-000000000000', reason: 'spam' } },
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
    status: 201,
    response: SentReport,
  }),
  follow: put('/api/v1/reader/users/:username/follow', 'reader.follow', {
    summary: 'Follow an author',
    description: 'Repeating it changes nothing.',
    ...asReader,
    errors: ['EMAIL_NOT_VERIFIED'],
    response: reader.FollowState,
  }),
  unfollow: del('/api/v1/reader/users/:username/follow', 'reader.unfollow', {
    summary: 'Stop following an author',
    description: 'Repeating it changes nothing.',
    ...asReader,
    response: reader.FollowState,
  }),
} as const
