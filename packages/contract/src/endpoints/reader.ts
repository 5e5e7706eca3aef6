import { del, get, post, put } from '../endpoint.ts'
import * as reader from '../schemas/engagement.ts'
import { Deleted } from '../schemas/schema.ts'

export const readerEndpoints = {
  readReaderPost: get('/api/v1/reader/posts/:id', {
    summary: 'Read your reactions to a post',
    description:
      'Whether you liked, saved or resonated with it and follow its author, and its current counts of likes, saves and resonances.',
    tag: 'Readers',
    auth: 'any',
    response: reader.ReaderPost,
  }),
  readReaderUser: get('/api/v1/reader/users/:username', {
    summary: 'Read whether you follow an author',
    tag: 'Readers',
    auth: 'any',
    response: reader.ReaderUser,
  }),
  likePost: put('/api/v1/reader/posts/:id/like', {
    summary: 'Like a post',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.LikeState,
  }),
  unlikePost: del('/api/v1/reader/posts/:id/like', {
    summary: 'Remove a like',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.LikeState,
  }),
  savePost: put('/api/v1/reader/posts/:id/save', {
    summary: 'Save a post',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.SaveState,
  }),
  unsavePost: del('/api/v1/reader/posts/:id/save', {
    summary: 'Unsave a post',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.SaveState,
  }),
  resonate: put('/api/v1/reader/posts/:id/resonance', {
    summary: 'Resonate with a post',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.ResonanceState,
  }),
  unresonate: del('/api/v1/reader/posts/:id/resonance', {
    summary: 'Remove a resonance',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.ResonanceState,
  }),
  listComments: get('/api/v1/reader/posts/:id/comments', {
    summary: 'List comments',
    description: 'Newest first.',
    tag: 'Readers',
    auth: 'any',
    query: reader.ListCommentsQuery,
    response: reader.CommentList,
  }),
  addComment: post('/api/v1/reader/posts/:id/comments', {
    summary: 'Comment on a post',
    description: 'Plain text, 1 to 2,000 characters.',
    tag: 'Readers',
    auth: 'any',
    body: reader.AddComment,
    example: { body: { content: 'Thank you, this helped.' } },
    status: 201,
    response: reader.Comment,
  }),
  deleteComment: del('/api/v1/reader/comments/:id', {
    summary: 'Delete a comment',
    description: 'Your own comments, and all comments on your own posts.',
    tag: 'Readers',
    auth: 'any',
    response: Deleted,
  }),
  follow: put('/api/v1/reader/users/:username/follow', {
    summary: 'Follow an author',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.FollowState,
  }),
  unfollow: del('/api/v1/reader/users/:username/follow', {
    summary: 'Stop following an author',
    description: 'Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'any',
    response: reader.FollowState,
  }),
} as const
