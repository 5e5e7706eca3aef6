import { del, get, patch, post, put } from './endpoint.ts'
import { ChangeMe, LogIn, Me, SignUp } from './schemas/accounts.ts'
import { CategoryList } from './schemas/categories.ts'
import * as reader from './schemas/engagement.ts'
import * as posts from './schemas/posts.ts'
import * as open from './schemas/public.ts'
import { Preview, PreviewMarkdown, PublicPostHtml } from './schemas/rendering.ts'
import { MembershipList } from './schemas/salons.ts'
import { Deleted, Done } from './schemas/schema.ts'
import { SessionList } from './schemas/sessions.ts'
import { Statistics, StatisticsQuery } from './schemas/statistics.ts'
import { IssueDefaultToken, IssuedToken, IssueToken, TokenList } from './schemas/tokens.ts'
import { ThumbnailRemoved, ThumbnailSet, Upload } from './schemas/uploads.ts'
import * as hooks from './schemas/webhooks.ts'
import { POST_BODY_MAX_BYTES } from './values/limits.ts'

const webhooks = { auth: 'any', capability: 'webhooks' } as const
const { DryRunQuery, Post } = posts

/** The whole API. */
export const endpoints = {
  // Accounts
  signUp: post('/api/v1/signup', { auth: 'none', body: SignUp, status: 201, response: Me }),
  logIn: post('/api/v1/session', { auth: 'none', body: LogIn, response: Me }),
  logOut: del('/api/v1/session', { auth: 'session', response: Done }),
  readMe: get('/api/v1/me', { auth: 'any', response: Me }),
  changeMe: patch('/api/v1/me', { auth: 'any', body: ChangeMe, response: Me }),
  listSessions: get('/api/v1/sessions', { auth: 'session', response: SessionList }),
  endSession: del('/api/v1/sessions/:id', { auth: 'session', response: Done }),
  endOtherSessions: del('/api/v1/sessions', { auth: 'session', response: Done }),
  listSalons: get('/api/v1/salons', { auth: 'any', response: MembershipList }),

  // Uploads
  uploadImage: post('/api/v1/uploads', { auth: 'any', upload: true, idempotent: true, status: 201, response: Upload }),

  // Posts
  createPost: post('/api/v1/posts', {
    auth: 'any',
    query: DryRunQuery,
    body: posts.CreatePost,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    idempotent: true,
    status: 201,
    response: posts.CreatedPost,
  }),
  listPosts: get('/api/v1/posts', { auth: 'any', query: posts.ListPostsQuery, response: posts.PostList }),
  readPost: get('/api/v1/posts/:id', { auth: 'any', versioned: true, response: Post }),
  changePost: patch('/api/v1/posts/:id', {
    auth: 'any',
    query: DryRunQuery,
    body: posts.ChangePost,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    versioned: true,
    response: Post,
  }),
  deletePost: del('/api/v1/posts/:id', { auth: 'any', versioned: true, response: Deleted }),
  listTrash: get('/api/v1/trash', { auth: 'any', query: posts.ListTrashQuery, response: posts.TrashList }),
  restorePost: post('/api/v1/trash/:id/restore', { auth: 'any', versioned: true, response: Post }),
  putPostByExternalId: put('/api/v1/posts/by-external-id/:external_id', {
    auth: 'any',
    query: DryRunQuery,
    body: posts.PutPost,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    versioned: true,
    mayCreate: true,
    response: Post,
  }),
  setThumbnail: post('/api/v1/posts/:id/thumbnail', {
    auth: 'any',
    upload: true,
    versioned: true,
    response: ThumbnailSet,
  }),
  removeThumbnail: del('/api/v1/posts/:id/thumbnail', { auth: 'any', versioned: true, response: ThumbnailRemoved }),
  previewMarkdown: post('/api/v1/preview', {
    auth: 'any',
    body: PreviewMarkdown,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    response: Preview,
  }),
  readStatistics: get('/api/v1/statistics', {
    auth: 'any',
    query: StatisticsQuery,
    mayNotFind: true,
    response: Statistics,
  }),

  // Tokens
  listTokens: get('/api/v1/tokens', { auth: 'session', response: TokenList }),
  issueToken: post('/api/v1/tokens', { auth: 'session', body: IssueToken, idempotent: true, response: IssuedToken }),
  revokeToken: del('/api/v1/tokens/:id', { auth: 'session', response: Done }),
  issueDefaultToken: post('/api/v1/token', {
    auth: 'session',
    body: IssueDefaultToken,
    deprecated: true,
    response: IssuedToken,
  }),

  // Webhooks
  registerWebhook: post('/api/v1/webhooks', {
    ...webhooks,
    body: hooks.RegisterWebhook,
    idempotent: true,
    status: 201,
    response: hooks.RegisteredWebhook,
  }),
  listWebhooks: get('/api/v1/webhooks', { ...webhooks, response: hooks.WebhookList }),
  readWebhook: get('/api/v1/webhooks/:id', { ...webhooks, response: hooks.Webhook }),
  changeWebhook: patch('/api/v1/webhooks/:id', { ...webhooks, body: hooks.ChangeWebhook, response: hooks.Webhook }),
  deleteWebhook: del('/api/v1/webhooks/:id', { ...webhooks, response: Deleted }),
  listDeliveries: get('/api/v1/webhooks/:id/deliveries', {
    ...webhooks,
    query: hooks.ListDeliveriesQuery,
    response: hooks.DeliveryList,
  }),
  readDelivery: get('/api/v1/webhooks/:id/deliveries/:delivery_id', { ...webhooks, response: hooks.DeliveryDetail }),
  testWebhook: post('/api/v1/webhooks/:id/test', { ...webhooks, response: hooks.TestResult }),
  redeliver: post('/api/v1/webhooks/:id/deliveries/:delivery_id/redeliver', { ...webhooks, response: hooks.Delivery }),
  redeliverFailed: post('/api/v1/webhooks/:id/redeliver', {
    ...webhooks,
    body: hooks.RedeliverFailed,
    response: hooks.Redelivered,
  }),
  rotateSecret: post('/api/v1/webhooks/:id/rotate-secret', { ...webhooks, response: hooks.RotatedSecret }),

  // Public reads
  listPublicPosts: get('/api/v1/public/posts', {
    auth: 'none',
    query: open.ListPublicPostsQuery,
    versioned: true,
    response: open.PublicPostList,
  }),
  readPublicPost: get('/api/v1/public/posts/:id', { auth: 'none', versioned: true, response: open.PublicPost }),
  readPublicPostHtml: get('/api/v1/public/posts/:id/html', {
    auth: 'none',
    versioned: true,
    remembersDeleted: true,
    response: PublicPostHtml,
  }),
  listPublicComments: get('/api/v1/public/posts/:id/comments', {
    auth: 'none',
    query: reader.ListCommentsQuery,
    versioned: true,
    response: reader.CommentList,
  }),
  readRanking: get('/api/v1/public/ranking', {
    auth: 'none',
    query: open.RankingQuery,
    versioned: true,
    response: open.Ranking,
  }),
  listCategories: get('/api/v1/public/categories', { auth: 'none', versioned: true, response: CategoryList }),
  readProfile: get('/api/v1/public/users/:username', { auth: 'none', versioned: true, response: open.Profile }),
  listSitemapPosts: get('/api/v1/public/sitemap', {
    auth: 'none',
    query: open.SitemapQuery,
    versioned: true,
    response: open.Sitemap,
  }),

  // Readers' actions
  readReaderPost: get('/api/v1/reader/posts/:id', { auth: 'any', response: reader.ReaderPost }),
  readReaderUser: get('/api/v1/reader/users/:username', { auth: 'any', response: reader.ReaderUser }),
  likePost: put('/api/v1/reader/posts/:id/like', { auth: 'any', response: reader.LikeState }),
  unlikePost: del('/api/v1/reader/posts/:id/like', { auth: 'any', response: reader.LikeState }),
  savePost: put('/api/v1/reader/posts/:id/save', { auth: 'any', response: reader.SaveState }),
  unsavePost: del('/api/v1/reader/posts/:id/save', { auth: 'any', response: reader.SaveState }),
  resonate: put('/api/v1/reader/posts/:id/resonance', { auth: 'any', response: reader.ResonanceState }),
  unresonate: del('/api/v1/reader/posts/:id/resonance', { auth: 'any', response: reader.ResonanceState }),
  listComments: get('/api/v1/reader/posts/:id/comments', {
    auth: 'any',
    query: reader.ListCommentsQuery,
    response: reader.CommentList,
  }),
  addComment: post('/api/v1/reader/posts/:id/comments', {
    auth: 'any',
    body: reader.AddComment,
    status: 201,
    response: reader.Comment,
  }),
  deleteComment: del('/api/v1/reader/comments/:id', { auth: 'any', response: Deleted }),
  follow: put('/api/v1/reader/users/:username/follow', { auth: 'any', response: reader.FollowState }),
  unfollow: del('/api/v1/reader/users/:username/follow', { auth: 'any', response: reader.FollowState }),
} as const

export type EndpointName = keyof typeof endpoints
