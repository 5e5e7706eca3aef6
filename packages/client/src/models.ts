/**
 * The contract as types alone, so that nothing of it reaches a bundle. For the published package the build writes this
 * file anew from the schemas of the same names: it needs neither the contract nor the library that those are made with.
 */
import type { Body, Endpoint, Params, Query, Response } from '@galley/contract/endpoint'
import type { EndpointName, endpoints } from '@galley/contract/endpoints'

export type { Author, ChangeMe, LogIn, Me, SignUp } from '@galley/contract/accounts'
export type { Category, CategoryList, CategoryValue } from '@galley/contract/categories'
export type {
  AddComment,
  Comment,
  CommentList,
  FollowState,
  LikeState,
  ListCommentsQuery,
  ReaderPost,
  ReaderUser,
  ResonanceState,
  SaveState,
} from '@galley/contract/engagement'
export type { ErrorAnswer, FieldError } from '@galley/contract/errors'
export type { EventPayload, EventPost } from '@galley/contract/events'
export type {
  ChangePost,
  CreatedPost,
  CreatePost,
  ListPostsQuery,
  ListTrashQuery,
  Post,
  PostItem,
  PostList,
  PutPost,
  TrashedPost,
  TrashList,
} from '@galley/contract/posts'
export type {
  ListPublicPostsQuery,
  Profile,
  ProfilePost,
  PublicPost,
  PublicPostItem,
  PublicPostList,
  Ranking,
  RankingEntry,
  RankingQuery,
  Sitemap,
  SitemapEntry,
  SitemapQuery,
} from '@galley/contract/public'
export type { Preview, PreviewMarkdown, PublicPostHtml, TocEntry } from '@galley/contract/rendering'
export type { Membership, MembershipList } from '@galley/contract/salons'
export type { Deleted, Done } from '@galley/contract/schema'
export type { SessionList, SessionRecord } from '@galley/contract/sessions'
export type { Statistics, StatisticsQuery } from '@galley/contract/statistics'
export type { IssueDefaultToken, IssuedToken, IssueToken, TokenList, TokenRecord } from '@galley/contract/tokens'
export type { ThumbnailPost, ThumbnailRemoved, ThumbnailSet, Upload } from '@galley/contract/uploads'
export type {
  ChangeWebhook,
  Delivery,
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryList,
  ListDeliveriesQuery,
  Redelivered,
  RedeliverFailed,
  RegisteredWebhook,
  RegisterWebhook,
  RotatedSecret,
  TestResult,
  Webhook,
  WebhookList,
} from '@galley/contract/webhooks'

type Operation<E extends Endpoint> = {
  route: `${E['method']} ${E['path']}`
  params: Params<E>
  query: Query<E>
  body: Body<E>
  response: Response<E>
  upload: E['upload'] extends true ? true : false
  idempotent: E['idempotent'] extends true ? true : false
}

/** Every operation of the API, by its name in the contract. */
export type Api = { [Name in EndpointName]: Operation<(typeof endpoints)[Name]> }
