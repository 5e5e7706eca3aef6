import type { Api } from './models.ts'

export type OperationName = keyof Api

/** All that the client knows of the contract at run time. The type holds each line to the contract's own. */
export const ROUTES: { readonly [Name in OperationName]: Api[Name]['route'] } = {
  signUp: 'POST /api/v1/signup',
  logIn: 'POST /api/v1/session',
  logOut: 'DELETE /api/v1/session',
  readMe: 'GET /api/v1/me',
  changeMe: 'PATCH /api/v1/me',
  listSessions: 'GET /api/v1/sessions',
  endSession: 'DELETE /api/v1/sessions/:id',
  endOtherSessions: 'DELETE /api/v1/sessions',
  listSalons: 'GET /api/v1/salons',
  uploadImage: 'POST /api/v1/uploads',
  createPost: 'POST /api/v1/posts',
  listPosts: 'GET /api/v1/posts',
  readPost: 'GET /api/v1/posts/:id',
  changePost: 'PATCH /api/v1/posts/:id',
  deletePost: 'DELETE /api/v1/posts/:id',
  listTrash: 'GET /api/v1/trash',
  restorePost: 'POST /api/v1/trash/:id/restore',
  putPostByExternalId: 'PUT /api/v1/posts/by-external-id/:external_id',
  setThumbnail: 'POST /api/v1/posts/:id/thumbnail',
  removeThumbnail: 'DELETE /api/v1/posts/:id/thumbnail',
  previewMarkdown: 'POST /api/v1/preview',
  readStatistics: 'GET /api/v1/statistics',
  listTokens: 'GET /api/v1/tokens',
  issueToken: 'POST /api/v1/tokens',
  revokeToken: 'DELETE /api/v1/tokens/:id',
  issueDefaultToken: 'POST /api/v1/token',
  registerWebhook: 'POST /api/v1/webhooks',
  listWebhooks: 'GET /api/v1/webhooks',
  readWebhook: 'GET /api/v1/webhooks/:id',
  changeWebhook: 'PATCH /api/v1/webhooks/:id',
  deleteWebhook: 'DELETE /api/v1/webhooks/:id',
  listDeliveries: 'GET /api/v1/webhooks/:id/deliveries',
  readDelivery: 'GET /api/v1/webhooks/:id/deliveries/:delivery_id',
  testWebhook: 'POST /api/v1/webhooks/:id/test',
  redeliver: 'POST /api/v1/webhooks/:id/deliveries/:delivery_id/redeliver',
  redeliverFailed: 'POST /api/v1/webhooks/:id/redeliver',
  rotateSecret: 'POST /api/v1/webhooks/:id/rotate-secret',
  listPublicPosts: 'GET /api/v1/public/posts',
  readPublicPost: 'GET /api/v1/public/posts/:id',
  readPublicPostHtml: 'GET /api/v1/public/posts/:id/html',
  listPublicComments: 'GET /api/v1/public/posts/:id/comments',
  readRanking: 'GET /api/v1/public/ranking',
  listCategories: 'GET /api/v1/public/categories',
  readProfile: 'GET /api/v1/public/users/:username',
  listSitemapPosts: 'GET /api/v1/public/sitemap',
  readReaderPost: 'GET /api/v1/reader/posts/:id',
  readReaderUser: 'GET /api/v1/reader/users/:username',
  likePost: 'PUT /api/v1/reader/posts/:id/like',
  unlikePost: 'DELETE /api/v1/reader/posts/:id/like',
  savePost: 'PUT /api/v1/reader/posts/:id/save',
  unsavePost: 'DELETE /api/v1/reader/posts/:id/save',
  resonate: 'PUT /api/v1/reader/posts/:id/resonance',
  unresonate: 'DELETE /api/v1/reader/posts/:id/resonance',
  listComments: 'GET /api/v1/reader/posts/:id/comments',
  addComment: 'POST /api/v1/reader/posts/:id/comments',
  deleteComment: 'DELETE /api/v1/reader/comments/:id',
  follow: 'PUT /api/v1/reader/users/:username/follow',
  unfollow: 'DELETE /api/v1/reader/users/:username/follow',
}

type Idempotent = { [Name in OperationName]: Api[Name]['idempotent'] extends true ? Name : never }[OperationName]

const KEYED: { readonly [Name in Idempotent]: true } = {
  createPost: true,
  uploadImage: true,
  issueToken: true,
  registerWebhook: true,
}

/** Whether the server honours an `Idempotency-Key` here, so that a repetition is harmless. */
export const honoursKey = (name: OperationName): boolean => name in KEYED
