// Generated from packages/contract by `npm run generate -w @galley/client`. Do not edit.

import type { ApiPromise } from '../api-promise.ts'
import type {
  CallOptions,
  ConditionOptions,
  KeyedOptions,
  MatchOptions,
  OptionsOf,
  QueryOf,
  UploadOptions,
} from '../call-options.ts'

export interface AccountDeletion {
  /** Until then, a log-in brings the account back. */
  purge_at: string
}

export interface AddComment {
  content: string
}

export interface AddPasskey {
  name: string
  /** The answer of the browser, from `PublicKeyCredential.toJSON()`. */
  credential: Record<string, unknown>
}

export interface AdminComment {
  id: string
  content: string
  author: Author
  post: {
    id: string
    title: string
    /** The address of the post’s page on this site. */
    url: string
  }
  created_at: string
  open_reports: number
  hidden_at: string | null
  hidden_reason: string | null
}

export interface AdminCommentList {
  comments: Array<AdminComment>
  total: number
}

export interface AdminContentQuery extends PageQuery {
  /** Text in the title of a post or in a comment. */
  q?: string
  username?: string
  hidden?: Flag
}

export interface AdminOverview {
  accounts: {
    total: number
    suspended: number
    new_this_week: number
  }
  posts: {
    published: number
    scheduled: number
    hidden: number
  }
  comments: {
    hidden: number
  }
  reports: {
    open: number
  }
  queues: {
    jobs_waiting: number
    jobs_failed: number
    deliveries_waiting: number
    search_waiting: number
  }
  mail: {
    /** Whether the site sends mails. */
    enabled: boolean
    queued: number
    failed: number
    /** The answer of the mail server was lost. */
    uncertain: number
    /** Addresses to which nothing is sent. */
    undeliverable: number
  }
  payments: {
    /** Whether posts are sold. */
    enabled: boolean
    /** Reports of the payment provider that could not be recorded so far. */
    failed_reports: number
  }
  webhooks: {
    active: number
    failing: number
    disabled: number
  }
  backups: {
    last_success_at: string | null
    last_failure_at: string | null
  }
}

export interface AdminPost extends SeriesNeighbour {
  excerpt: string
  author: Author
  status: 'draft' | 'scheduled' | 'published' | 'archived' | 'deleted'
  visibility: 'public' | 'unlisted'
  is_paid: boolean
  salon_only: boolean
  published_at: string | null
  created_at: string
  open_reports: number
  hidden_at: string | null
  hidden_reason: string | null
}

export interface AdminPostDetail extends AdminPost {
  /** The complete Markdown, including the paid part. */
  content: string
}

export interface AdminPostList {
  posts: Array<AdminPost>
  total: number
}

export interface AdminUser extends Author {
  id: string
  email: string
  subscription_plan: 'free' | 'premium' | 'pro_plus'
  role: 'user' | 'admin'
  is_verified: boolean
  post_count: number
  open_reports: number
  suspended_at: string | null
  /** When its owner asked to delete it. */
  deletion_requested_at: string | null
  created_at: string
}

export interface AdminUserList {
  users: Array<AdminUser>
  total: number
}

export interface AdminUsersQuery extends PageQuery {
  /** Text in the username, the display name or the e-mail address. */
  q?: string
  suspended?: Flag
}

export interface AgentCall {
  id: string
  /** The name of the token. */
  client: string
  tool: string
  /** null if the call was about no post of yours. */
  post_id: string | null
  post_title: string | null
  /** Whether the call was refused or failed. */
  is_error: boolean
  created_at: string
}

export interface AgentCallList {
  calls: Array<AgentCall>
  total: number
}

export interface ApproveDevice {
  /** Upper or lower case, with or without the dash. */
  user_code: string
  /** Some of the requested scopes; all of them by default. */
  scopes?: Array<TokenScope>
}

export interface ApproveOAuth {
  client_id: string
  redirect_uri: string
  /** The SHA-256 of the code verifier, in base64url (PKCE with S256). */
  code_challenge: string
  scopes: Array<TokenScope>
}

export type AuditAction =
  | 'post.hide'
  | 'post.restore'
  | 'comment.hide'
  | 'comment.restore'
  | 'user.suspend'
  | 'user.restore'
  | 'user.set_role'
  | 'report.resolve'
  | 'invitation.create'
  | 'invitation.revoke'
  | 'invitation.use'

export interface AuditEntry {
  id: string
  action: AuditAction
  source: 'admin' | 'operator' | 'signup'
  /** The username of the admin; null for the command line, and for an account that was deleted since. */
  actor: string | null
  target: {
    type: 'post' | 'comment' | 'user' | 'report' | 'invitation'
    id: string
    /** Its title or username now, or the start of a comment; null if it no longer exists. */
    label: string | null
  }
  reason: string | null
  created_at: string
}

export interface AuditList {
  entries: Array<AuditEntry>
  total: number
}

export interface Author {
  username: string
  display_name: string
  avatar_url: string | null
}

export interface Category {
  value: CategoryValue
  label: string
}

export interface CategoryList {
  categories: Array<Category>
}

export type CategoryValue =
  | 'ai'
  | 'technology'
  | 'programming'
  | 'design'
  | 'business'
  | 'startup'
  | 'marketing'
  | 'career'
  | 'money'
  | 'education'
  | 'science'
  | 'health'
  | 'lifestyle'
  | 'parenting'
  | 'travel'
  | 'food'
  | 'culture'
  | 'books'
  | 'entertainment'
  | 'games'
  | 'sports'
  | 'society'
  | 'essay'
  | 'other'

export interface ChangeEmail {
  email: string
  current_password: string
}

export interface ChangeMe {
  display_name?: string
  bio?: string | null
  /** An http or https address. */
  avatar_url?: string | null
  password?: string
  current_password?: string
}

export interface ChangeNotificationSettings {
  comment?: boolean
  follow?: boolean
  post?: boolean
  webhook?: boolean
  moderation?: boolean
  token?: boolean
  mail?: {
    comment?: boolean
    follow?: boolean
    post?: boolean
    webhook?: boolean
    moderation?: boolean
    token?: boolean
  }
}

export interface ChangePost extends SavePendingRevision {
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** A future time; required if status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
  /** Your own id for the post, unique among your posts. */
  external_id?: string | null
}

export interface ChangeSeries {
  title?: string
  /** Plain text. */
  description?: string | null
  /** An http or https address. */
  cover_image_url?: string | null
  /** `ongoing` by default. */
  status?: 'ongoing' | 'complete'
}

export interface ChangeWebhook {
  /** https only, at a public address. */
  url?: string
  /** Duplicates are removed. */
  event_types?: Array<EventType>
  /** Changing it from disabled to active resets the number of failures. */
  status?: 'active' | 'disabled'
  description?: string | null
}

export interface CheckInvitation {
  /** Of the link. */
  invitation: string
}

export interface CheckSetup {
  /** Of the set-up link. */
  token: string
}

export interface Comment {
  id: string
  content: string
  author: Author
  created_at: string
  /** Only if an admin hid it: when. Only its writer sees it then. */
  hidden_at?: string
  /** Only if an admin hid it: why. */
  hidden_reason?: string
}

export interface CommentList {
  comments: Array<Comment>
  total: number
}

export interface ConfirmPasswordReset {
  /** Of the link in the mail. */
  token: string
  password: string
}

export interface ConfirmSession {
  password: string
}

export interface CreateInvitation {
  /** How many accounts; 1 if it is missing. */
  max_uses?: number
  /** In the future; in 7 days if it is missing. */
  expires_at?: string
  note?: string | null
}

export interface CreatePost extends Omit<PutPost, 'status'> {
  /** `draft` by default. */
  status?: 'draft' | 'published' | 'scheduled'
  /** Your own id for the post, unique among your posts. */
  external_id?: string | null
}

export type CreatePreviewLink = {
  /** How long the link is valid, in seconds: one day by default, 30 days at most. */
  expires_in?: number
} | null

export interface CreateSeries {
  title: string
  /** Plain text. */
  description?: string | null
  /** An http or https address. */
  cover_image_url?: string | null
  /** `ongoing` by default. */
  status?: 'ongoing' | 'complete'
  /** Letters and digits of any script and - _ . ~, not starting with a dot. Made from the title by default. */
  slug?: string | null
}

export interface CreatedInvitation extends Invitation {
  /** The link. Only in this response. */
  url: string
}

export interface CreatedPost extends SeriesNeighbour {
  /** Derived from the title at creation; it never changes. */
  slug: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post was last published; null before that. */
  published_at: string | null
  scheduled_for: string | null
  created_at: string
}

export interface DeleteMe {
  current_password: string
}

export interface DeletePostQuery {
  /** Whether buyers keep the text, or get their money back. */
  buyers?: 'keep' | 'refund'
}

export interface DeleteUploadQuery {
  force?: Flag
}

export interface Deleted {
  deleted: true
}

export interface Delivery {
  id: string
  event:
    | 'post.created'
    | 'post.updated'
    | 'post.published'
    | 'post.unpublished'
    | 'post.deleted'
    | 'post.purchased'
    | 'ping'
  event_id: string
  status: 'pending' | 'success' | 'failed' | 'retrying'
  attempt_count: number
  /** null if there was no response. */
  http_status: number | null
  response_time_ms: number | null
  /** Why it failed; null if it has not failed. */
  error: 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'webhook_disabled' | null
  /** The exact reason, if it is known. More values may be added. */
  error_detail: DeliveryErrorDetail | null
  /** The reason as a sentence, for people. */
  error_message: string | null
  /** The start of the last response, at most 4 KiB. */
  response_body: string | null
  next_attempt_at: string | null
  created_at: string
  last_attempt_at: string | null
  delivered_at: string | null
  /** All attempts, oldest first; at most the last 20. */
  attempts: Array<DeliveryAttempt>
}

export interface DeliveryAttempt {
  attempted_at: string
  /** null if there was no response. */
  http_status: number | null
  response_time_ms: number | null
  /** Why it failed; null if it has not failed. */
  error: 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'webhook_disabled' | null
  /** The exact reason, if it is known. More values may be added. */
  error_detail: DeliveryErrorDetail | null
  /** The reason as a sentence, for people. */
  error_message: string | null
}

export interface DeliveryDetail extends Delivery {
  /** The request of the last attempt, or of the first one if it is still to come, with the headers of that attempt. It uses the current address and secret of the webhook. */
  request: {
    url: string
    headers: Record<string, string>
    /** The exact bytes that are signed, the same on every attempt. */
    body: string
  }
}

export type DeliveryErrorDetail =
  | 'name_not_found'
  | 'connection_refused'
  | 'connection_lost'
  | 'unreachable'
  | 'certificate_expired'
  | 'certificate_not_yet_valid'
  | 'certificate_self_signed'
  | 'certificate_untrusted'
  | 'certificate_name_mismatch'
  | 'handshake_failed'

export interface DeliveryList {
  deliveries: Array<Delivery>
  total: number
}

export interface DeviceRequest {
  /** A secret of the program, with which it asks for the token. */
  device_code: string
  /** For the person to compare or to type, such as `BCDF-GHJK`. */
  user_code: string
  /** The page where the person types the code. */
  verification_uri: string
  /** The same page with the code. */
  verification_uri_complete: string
  /** In seconds. */
  expires_in: number
  /** The least number of seconds between two requests for the token. */
  interval: number
}

export interface Done {
  ok: true
}

export interface DryRunQuery {
  /** With `true` the request is validated and answered, but nothing is stored. */
  dry_run?: Flag
}

export interface EmailState {
  email: string
  /** Somebody has opened the link that was sent to this address. */
  verified: boolean
  /** A new address that has not been verified yet. */
  pending: string | null
  /** Set if the mail server of this address has refused it. Nothing is sent to it for two weeks. */
  undeliverable: {
    reason: string
    since: string
  } | null
  /** Whether this site sends mails at all. */
  mail_enabled: boolean
}

export interface ErrorAnswer {
  error: {
    code:
      | 'VALIDATION_ERROR'
      | 'INVALID_JSON'
      | 'LIMIT_REACHED'
      | 'QUOTA_EXCEEDED'
      | 'AUTHORIZATION_PENDING'
      | 'SLOW_DOWN'
      | 'ACCESS_DENIED'
      | 'EXPIRED_TOKEN'
      | 'UNAUTHORIZED'
      | 'TOKEN_EXPIRED'
      | 'TOKEN_REVOKED'
      | 'WRONG_USER'
      | 'PLAN_REQUIRED'
      | 'SCOPE_REQUIRED'
      | 'FORBIDDEN'
      | 'SESSION_REQUIRED'
      | 'EMAIL_NOT_VERIFIED'
      | 'REAUTHENTICATION_REQUIRED'
      | 'CROSS_SITE'
      | 'NOT_FOUND'
      | 'METHOD_NOT_ALLOWED'
      | 'REQUEST_TIMEOUT'
      | 'IN_USE'
      | 'NOT_FOR_SALE'
      | 'GONE'
      | 'PRECONDITION_FAILED'
      | 'PAYLOAD_TOO_LARGE'
      | 'UNSUPPORTED_MEDIA_TYPE'
      | 'RATE_LIMITED'
      | 'HEADERS_TOO_LARGE'
      | 'INTERNAL_ERROR'
      | 'NOT_IMPLEMENTED'
      | 'UNAVAILABLE'
      | 'STORAGE_FULL'
    /** For people; the text may change. */
    message: string
    /** All invalid fields; empty for other errors. */
    fields: Array<FieldError>
    /** Identifies this request in the server log. */
    request_id: string
    /** With `QUOTA_EXCEEDED`: what you have stored. */
    used_bytes?: number
    /** With `QUOTA_EXCEEDED`: what your plan allows. */
    limit_bytes?: number
  }
}

export interface EventList {
  events: Array<PostEventPayload>
  /** The cursor after these events, for `after`. Opaque. */
  next: string
}

export type EventPayload =
  | PostCreatedEvent
  | PostUpdatedEvent
  | PostPublishedEvent
  | PostUnpublishedEvent
  | PostDeletedEvent
  | PostPurchasedEvent
  | PingEvent

/** Without the content. For post.deleted: the values before the deletion. */
export interface EventPost {
  id: string
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  post_type: 'article' | 'short' | 'series_entry'
  visibility: 'public' | 'unlisted'
  is_paid: boolean
  published_at: string | null
  created_at: string
}

export type EventType =
  | 'post.created'
  | 'post.updated'
  | 'post.published'
  | 'post.unpublished'
  | 'post.deleted'
  | 'post.purchased'

/** A zip file. */
export type ExportFile = string

export interface FetchDeviceToken {
  device_code: string
}

export interface FetchImage {
  url: string
  /** By default the last part of the path of the address. */
  file_name?: string
}

export interface FieldError {
  /** Name of the invalid field or query parameter; `tags.3` for an entry of a list. */
  field: string
  code:
    | 'REQUIRED'
    | 'INVALID_TYPE'
    | 'INVALID_VALUE'
    | 'TOO_LONG'
    | 'TOO_SHORT'
    | 'TOO_MANY'
    | 'TOO_SMALL'
    | 'TOO_LARGE'
    | 'MUST_BE_FUTURE'
    | 'UNSUPPORTED_TYPE'
    | 'UNKNOWN_FIELD'
    | 'UNKNOWN_PARAMETER'
  message: string
  /** What was probably meant. */
  suggestion?: string
}

export interface FindRedirectQuery {
  /** The old path; without it the answer is 404. */
  path?: string
}

export type Flag = 'true' | 'false'

export interface FollowState {
  following: boolean
  follower_count: number
}

export interface FollowedAuthor extends Author {
  bio: string | null
  is_verified: boolean
  followed_at: string
}

export interface FollowedAuthorList {
  users: Array<FollowedAuthor>
  total: number
}

export interface FoundPost extends PublicPostItem {
  highlights: Array<SearchHighlight>
}

export interface FoundRedirect {
  /** The address of the post’s page on this site. */
  url: string
}

export interface FrontMatter extends Omit<PutPost, 'content' | 'free_preview_length'> {
  /** The series of the post, by its slug or title, instead of series_id. A new name creates the series. */
  series?: string
  /** Your own id for the post, so that the file can be renamed. The path of the file by default. */
  id?: string
}

export interface HideContent {
  /** Shown to the author, and recorded. */
  reason: string
}

export interface ImportPost extends PutPost {
  /** Your own id for the post: a second import with the same id changes the post. */
  external_id: string
  /** Letters and digits of any script and - _ . ~, not starting with a dot. Kept if none of your posts has it, otherwise a suffix is added. Ignored if the post exists. */
  slug?: string | null
  /** A past time, only for a published post; now by default. */
  published_at?: string | null
  /** A past time, not after published_at; published_at or now by default. */
  created_at?: string | null
}

export interface ImportQuery {
  /** With `true` the import causes events. */
  events?: Flag
  /** With `true` the request is validated and answered, but nothing is stored. */
  dry_run?: Flag
}

export interface Invitation {
  id: string
  /** For the admins, such as for whom it is. */
  note: string | null
  max_uses: number
  /** The usernames of the accounts that were created with it. */
  used_by: Array<string>
  /** Also counts accounts that were deleted since. */
  uses: number
  /** The username of the admin; null for the command line. */
  created_by: string | null
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface InvitationList {
  invitations: Array<Invitation>
  total: number
  /** Invitations are needed with `invite` only. */
  signups: 'open' | 'closed' | 'invite'
}

export type IssueDefaultToken = {
  /** What the token may do; everything by default. Duplicates are removed. */
  scopes?: Array<TokenScope>
  /** In the future. Without it the token does not expire. */
  expires_at?: string | null
} | null

export interface IssueToken {
  /** The name of an active token reissues it: the old one is revoked. */
  name: string
  /** What the token may do; everything by default. Duplicates are removed. */
  scopes?: Array<TokenScope>
  /** In the future. Without it the token does not expire. */
  expires_at?: string | null
}

export interface IssuedToken extends TokenRecord {
  /** The token itself, 64 characters. It is never shown again. */
  token: string
}

export interface LikeState {
  liked: boolean
  like_count: number
}

export interface LinkedPreview {
  /** null if the post is published: read it at `url`. */
  post: PreviewedPost | null
  /** The address of the post’s page on this site. */
  url: string
  expires_at: string
}

export type ListAgentCallsQuery = PageQuery

export interface ListAuditQuery extends PageQuery {
  action?: AuditAction
  target_id?: string
}

export type ListCommentsQuery = PageQuery

export interface ListDeliveriesQuery extends PageQuery {
  status?: 'pending' | 'success' | 'failed' | 'retrying'
}

export interface ListEventsQuery {
  /** A cursor: only events after it. */
  after?: string
  /** Only events from this time on. */
  since?: string
  limit?: number
}

export type ListInvitationsQuery = PageQuery

export type ListNotificationsQuery = PageQuery

export interface ListPostsQuery extends PageQuery {
  /** At least one word; all words must be in a post. `"…"` is a phrase, `-word` excludes, `tag:x` and `author:x` narrow the search. */
  q?: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  post_type?: 'article' | 'short' | 'series_entry'
  visibility?: 'public' | 'unlisted'
  is_paid?: Flag
  salon_id?: string
  external_id?: string
  series_id?: string
  /** Only scheduled posts, at this time or later. */
  scheduled_from?: string
  /** Only scheduled posts, before this time. */
  scheduled_to?: string
  /** Only published posts, published at this time or later. */
  published_from?: string
  /** Only published posts, published before this time. */
  published_to?: string
}

export interface ListPublicPostsQuery extends PageQuery {
  sort?: 'latest' | 'popular' | 'trending'
  category?: CategoryValue
  tag?: string
  /** A username, also with @. Cannot be combined with category or tag. */
  author?: string
  /** The id of a series. Cannot be combined with category, tag or author. */
  series?: string
}

export interface ListRedirectsQuery extends PageQuery {
  post_id?: string
  /** Only redirects with this text in their path or in the title of their post, in any case of letters. */
  q?: string
}

export interface ListReportsQuery extends PageQuery {
  status?: 'open' | 'resolved'
}

export type ListRevisionsQuery = PageQuery

export type ListSeriesQuery = PageQuery

export type ListTrashQuery = PageQuery

export interface ListUploadsQuery extends PageQuery {
  /** Of the file as it was sent, or as it is served. */
  sha256?: string
}

export interface ListedUpload extends Upload {
  created_at: string
  /** What shows the image, at most 20: your own, and what everybody can see of others. */
  used_by: Array<UploadUse>
}

export interface LogIn {
  /** E-mail address or username. */
  login: string
  password: string
}

export interface Me extends Author {
  id: string
  subscription_plan: 'free' | 'premium' | 'pro_plus'
  /** Only for an account that may moderate this site. */
  role?: 'admin'
}

export interface Membership {
  id: string
  name: string
  /** Owners and admins may post in the salon. */
  role: 'owner' | 'admin' | 'member'
}

export interface MembershipList {
  salons: Array<Membership>
}

export interface ModerateMany {
  action: 'post.hide' | 'post.restore' | 'comment.hide' | 'comment.restore' | 'user.suspend' | 'user.restore'
  ids: Array<string>
  /** Required to hide or suspend. */
  reason?: string | null
}

export interface ModeratedItem {
  id: string
  /** Its title or username, or the start of a comment. */
  label: string | null
  result: 'changed' | 'unchanged' | 'refused' | 'not_found'
}

export interface ModeratedList {
  items: Array<ModeratedItem>
  changed: number
}

export interface Notification {
  kind: 'comment' | 'follow' | 'post' | 'webhook' | 'moderation' | 'token' | 'security'
  /** How many events are grouped here. */
  count: number
  /** Who caused it, the latest first; at most 3. */
  actors: Array<Author>
  post: {
    id: string
    title: string
    url: string
  } | null
  webhook: {
    id: string
    url: string
  } | null
  /** The API token that expires soon. */
  token: {
    id: string
    name: string
    expires_at: string
  } | null
  /** For `webhook`: `failing` or `disabled`. For `moderation`: `post_hidden`, `post_restored`, `post_not_published`, `comment_hidden`, `comment_restored`, `account_suspended` or `account_restored`. For `security`: `new_device`, `password_changed`, `email_changed`, `passkey_added`, `passkey_removed`, `recovery_codes_made` or `token_issued`. */
  detail: string | null
  /** For `moderation`: what the admin has written to you. For `token_issued`: the name of the token. */
  reason: string | null
  /** The latest event of the group. */
  created_at: string
  read: boolean
}

export interface NotificationList {
  notifications: Array<Notification>
  total: number
  /** Groups that are not read yet. */
  unread: number
}

export interface NotificationSettings {
  comment: boolean
  follow: boolean
  post: boolean
  webhook: boolean
  moderation: boolean
  token: boolean
  /** Which kinds come by mail. */
  mail: {
    comment: boolean
    follow: boolean
    post: boolean
    webhook: boolean
    moderation: boolean
    token: boolean
  }
}

export interface OAuthCode {
  /** For one request to the token endpoint, within 5 minutes. */
  code: string
}

export interface OAuthRequest {
  /** As the program calls itself. It is not verified. */
  client_name: string
  /** The host of the client’s metadata document, if its id is the address of one. */
  client_host: string | null
  /** Where the browser is sent afterwards. */
  redirect_host: string
  /** Those that the program asks for. */
  scopes: Array<TokenScope>
  /** Whether you have an active token of this name, which is revoked. */
  replaces_token: boolean
}

export interface OAuthRequestQuery {
  client_id?: string
  redirect_uri?: string
  /** Scopes, separated by spaces; all by default. */
  scope?: string
}

export interface OlderErrorAnswer {
  error: string
}

export interface OrderSeries {
  /** Posts of the series. */
  post_ids: Array<string>
}

export interface PageQuery {
  limit?: number
  offset?: number
}

export interface Passkey {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}

export interface PasskeyList {
  passkeys: Array<Passkey>
  /** Whether passkeys can be used at all: not on a site whose address is an IP address or without https, except on localhost. */
  available: boolean
}

export interface PasskeyOptions {
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. The challenge works once, within 5 minutes. */
  options: Record<string, unknown>
}

export interface PendingDevice {
  user_code: string
  /** As the program calls itself. It is not verified. */
  client_name: string
  scopes: Array<TokenScope>
  /** Whether you have an active token of this name, which is revoked. */
  replaces_token: boolean
  created_at: string
  expires_at: string
}

export interface PendingQuery {
  /** The id of the pending revision that you have read, or `none`. If the post has another one by now, the answer is 412. */
  if_pending?: string
}

export interface PingEvent {
  event: 'ping'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    webhook: {
      id: string
      url: string
      event_types: Array<EventType>
    }
  }
}

export interface Post extends Omit<PostItem, 'etag'> {
  /** The value of the `ETag` header, for `If-Match`. null in the answer of a dry run. */
  etag: string | null
  /** The complete Markdown, including the paid part. */
  content: string
  /** @deprecated */
  free_preview_length: number | null
  author: Author
  /** The limit that the text exceeds, so that readers see it as plain paragraphs: `size` (the page would have more than 4 MiB, ten times its text plus 64 KiB, or 150,000 elements), `nesting` (more than 500 tags in each other), `time` or `memory`. null for a text that is rendered, or is not yet. */
  exceeded_limit: 'size' | 'nesting' | 'time' | 'memory' | null
}

export interface PostCreatedEvent {
  event: 'post.created'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Without the content. For post.deleted: the values before the deletion. */
    post: EventPost
  }
}

export interface PostDeletedEvent {
  event: 'post.deleted'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Without the content. For post.deleted: the values before the deletion. */
    post: EventPost
  }
}

export type PostEventPayload =
  | PostCreatedEvent
  | PostUpdatedEvent
  | PostPublishedEvent
  | PostUnpublishedEvent
  | PostDeletedEvent
  | PostPurchasedEvent

export interface PostItem extends CreatedPost {
  category: CategoryValue | null
  tags: Array<string>
  subtitle: string | null
  salon_id: string | null
  salon_only: boolean
  /** The start of the content as plain text. */
  excerpt: string
  updated_at: string
  view_count: number
  like_count: number
  comment_count: number
  price_jpy: number | null
  thumbnail_url: string | null
  cover_image_url: string | null
  seo_title: string | null
  meta_description: string | null
  canonical_url: string | null
  series_id: string | null
  series_position: number | null
  /** Your own id for the post. */
  external_id: string | null
  /** Only if an admin hid the post from all readers: when. */
  hidden_at?: string
  /** Only if an admin hid the post: why. */
  hidden_reason?: string
  /** The SHA-256 of the content as UTF-8, in hex. */
  content_sha256: string
  /** The value of the `ETag` header of the single read, for `If-Match`. */
  etag: string
}

export interface PostList {
  posts: Array<PostItem>
  total: number
}

export interface PostPublishedEvent {
  event: 'post.published'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Without the content. For post.deleted: the values before the deletion. */
    post: EventPost
  }
}

export interface PostPurchasedEvent {
  event: 'post.purchased'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Without the content. For post.deleted: the values before the deletion. */
    post: EventPost
    /** Without the name of the reader. */
    purchase: {
      id: string
      price_jpy: number
    }
  }
}

export interface PostUnpublishedEvent {
  event: 'post.unpublished'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Without the content. For post.deleted: the values before the deletion. */
    post: EventPost
  }
}

export interface PostUpdatedEvent {
  event: 'post.updated'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Without the content. For post.deleted: the values before the deletion. */
    post: EventPost
    /** Names of the fields whose values differ. */
    changes: Array<string>
  }
}

export interface Preview {
  /** Sanitised HTML without scripts, event handlers and styles; links are http, https or mailto. */
  html: string
  /** The headings of the second and third level. */
  toc: Array<TocEntry>
  reading_minutes: number
  /** Guessed from the characters of the text. */
  language: 'ja' | 'en'
  /** The limit that the text exceeds, so that readers see it as plain paragraphs: `size` (the page would have more than 4 MiB, ten times its text plus 64 KiB, or 150,000 elements), `nesting` (more than 500 tags in each other), `time` or `memory`. null for a text that is rendered, or is not yet. */
  exceeded_limit: 'size' | 'nesting' | 'time' | 'memory' | null
}

export interface PreviewLink {
  /** Anybody who has this address can read the post. */
  url: string
  expires_at: string
}

export interface PreviewMarkdown {
  /** Markdown. */
  content: string
}

export interface PreviewedPost extends Preview {
  title: string
  subtitle: string | null
  category: CategoryValue | null
  tags: Array<string>
  cover_image_url: string | null
  price_jpy: number | null
  author: Author
  updated_at: string
}

export interface Profile {
  profile: {
    username: string
    display_name: string
    bio: string | null
    avatar_url: string | null
    follower_count: number
    post_count: number
    is_verified: boolean
  }
  /** The newest public posts. */
  posts: Array<ProfilePost>
}

export interface ProfilePost {
  id: string
  title: string
  slug: string
  published_at: string
  like_count: number
  subtitle: string | null
  thumbnail_url: string | null
  is_paid: boolean
  price_jpy: number | null
}

export interface ProjectFile {
  /** The address of the server. */
  url?: string
  /** The folder with the posts, below this file. */
  posts?: string
  /** Put before the paths, if several folders belong to one account. */
  prefix?: string
}

export interface PublicPost extends PublicPostItem {
  /** Markdown. Only the free part of a paid post; null if it has none. */
  content: string | null
  post_type: 'article' | 'short' | 'series_entry'
  cover_image_url: string | null
  seo_title: string | null
  meta_description: string | null
  updated_at: string
  /** Whether part or all of the content was left out. */
  paywalled: boolean
  /** The series that the post belongs to. */
  series: SeriesPlace | null
}

export interface PublicPostHtml {
  /** null if the whole post is paid. */
  html: string | null
  /** The headings of the second and third level. */
  toc: Array<TocEntry>
  reading_minutes: number
  /** Guessed from the characters of the text. */
  language: 'ja' | 'en'
  /** Whether the post is in public lists. Pages of other posts should not be indexed. */
  listed: boolean
}

export interface PublicPostItem extends ProfilePost {
  excerpt: string
  category: CategoryValue | null
  tags: Array<string>
  view_count: number
  save_count: number
  comment_count: number
  resonated_count: number
  author: Author
  /** The address of the post’s page on this site. */
  url: string
  /** The address of the original, if the post was first published elsewhere. */
  canonical_url: string | null
}

export interface PublicPostList {
  posts: Array<PublicPostItem>
  total: number
}

export interface PublicSeries extends Series {
  author: Author
  /** The public posts, in their order. */
  posts: Array<PublicPostItem>
}

export interface Purchase {
  id: string
  status: 'pending' | 'paid' | 'refunded' | 'expired'
  post_id: string
  /** As it was when the purchase began. */
  title: string
  /** As it was when the purchase began. */
  author_name: string
  /** The price when the purchase began. Later changes do not affect it. */
  price_jpy: number
  /** The page of the post; null if it is no longer published. */
  url: string | null
  /** Whether the text can be read with this purchase, because the post is no longer published. */
  has_copy: boolean
  created_at: string
  paid_at: string | null
  refunded_at: string | null
}

export interface PurchaseDetails extends Purchase {
  /** Where to pay; null unless the purchase is pending. */
  checkout_url: string | null
  /** Null if nothing was paid. */
  receipt: Receipt | null
  /** Markdown, the last published text; null unless the purchase is paid and the post is no longer published. */
  content: string | null
}

export interface PurchaseList {
  purchases: Array<Purchase>
  total: number
}

export type PurchaseListQuery = PageQuery

export interface PutPost extends Omit<SavePendingRevision, 'title' | 'content'> {
  title: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** A future time; required if status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
}

export interface Ranking {
  type: 'trending' | 'weekly' | 'monthly' | 'saved'
  period_start: string
  period_end: string
  rankings: Array<RankingEntry>
}

export interface RankingEntry {
  rank: number
  score: number
  post: {
    id: string
    title: string
    slug: string
    like_count: number
    author: Author
    subtitle: string | null
    thumbnail_url: string | null
    is_paid: boolean
    price_jpy: number | null
    /** The address of the post’s page on this site. */
    url: string
  }
}

export interface RankingQuery {
  type?: 'trending' | 'weekly' | 'monthly' | 'saved'
  limit?: number
}

export interface ReadNotifications {
  /** Everything up to this time has been read. */
  until: string
}

export interface ReadPreviewQuery {
  /** The `token` in the address of a preview link; without it the answer is 404. */
  token?: string
}

export interface ReaderPost extends ThumbnailPost {
  excerpt: string
  category: CategoryValue | null
  tags: Array<string>
  published_at: string
  view_count: number
  /** Current value. In public responses, counts may be some seconds old. */
  like_count: number
  /** Current value. In public responses, counts may be some seconds old. */
  save_count: number
  comment_count: number
  /** Current value. In public responses, counts may be some seconds old. */
  resonated_count: number
  author: Author
  subtitle: string | null
  is_paid: boolean
  price_jpy: number | null
  /** The address of the post’s page on this site. */
  url: string
  /** The address of the original, if the post was first published elsewhere. */
  canonical_url: string | null
  /** Markdown. The whole text with access; else only the free part of a paid post, or null if it has none. */
  content: string | null
  post_type: 'article' | 'short' | 'series_entry'
  cover_image_url: string | null
  seo_title: string | null
  meta_description: string | null
  /** Whether part or all of the content was left out. */
  paywalled: boolean
  /** The series that the post belongs to. */
  series: SeriesPlace | null
  salon_only: boolean
  /** Why you may read the whole text: everybody may, you wrote it, you have bought it, or you are in its salon. `none` if you may not. */
  access: 'free' | 'author' | 'buyer' | 'salon' | 'none'
  liked: boolean
  saved: boolean
  resonated: boolean
  following_author: boolean
  is_author: boolean
}

export interface ReaderUser {
  following: boolean
  is_self: boolean
}

export type ReadingListQuery = PageQuery

export interface Receipt {
  number: string
  issued_at: string
  /** With tax. */
  amount_jpy: number
  /** The tax in the amount; null if the seller is not registered. */
  tax_jpy: number | null
  tax_percent: number | null
  seller_name: string
  seller_address: string | null
  /** The registration number for qualified invoices. */
  seller_tax_id: string | null
  /** Whether no money was paid, because the site sells with test payments. */
  is_test: boolean
}

export interface RecordAgentCall {
  tool: string
  post_id?: string | null
  is_error: boolean
}

export interface RecoveryCodes {
  /** Only in this response. */
  codes: Array<string>
}

export interface RecoveryCodesState {
  remaining: number
  created_at: string | null
}

export interface RedeliverFailed {
  /** Failed deliveries that were created at or after this time. */
  since: string
}

export interface Redelivered {
  /** The number of deliveries that will be sent again. */
  redelivered: number
}

export interface Redirect {
  id: string
  /** A path of this site, such as `/2015/rain`. It is stored decoded and without a slash at the end. */
  path: string
  post_id: string
  post_title: string
  /** The address of the post’s page on this site. */
  url: string
  created_at: string
}

export interface RedirectList {
  redirects: Array<Redirect>
  total: number
}

export interface RefuseDevice {
  /** Upper or lower case, with or without the dash. */
  user_code: string
}

export interface RegisterWebhook {
  /** https only, at a public address. */
  url: string
  /** Duplicates are removed. */
  event_types: Array<EventType>
  description?: string | null
}

export interface RegisteredWebhook {
  id: string
  url: string
  event_types: Array<EventType>
  status: 'active' | 'disabled'
  description: string | null
  created_at: string
  /** Signing key, 64 characters. It is never shown again. */
  secret: string
}

export interface RenamePasskey {
  name: string
}

export interface Report extends SentReport {
  reporter: Author
  target: ReportTarget
  resolved_at: string | null
  outcome: 'actioned' | 'dismissed' | null
}

export interface ReportContent {
  post_id?: string
  comment_id?: string
  username?: string
  reason: 'spam' | 'abuse' | 'illegal' | 'copyright' | 'other'
  note?: string | null
}

export interface ReportList {
  reports: Array<Report>
  total: number
}

export interface ReportTarget {
  type: 'post' | 'comment' | 'user'
  id: string
  author: Author
  /** Of the post, or of the post that the comment belongs to. */
  title: string | null
  /** The start of a post, the comment, or the description of a profile. */
  text: string
  /** The page of the post or profile. */
  url: string
  open_reports: number
  /** For an account: when it was suspended. */
  hidden_at: string | null
}

export interface RequestDevice {
  /** Shown to the person who approves, and the name of the token. Include the machine’s name: an active token of the same name is replaced. */
  client_name: string
  /** What the token may do; everything by default. Duplicates are removed. */
  scopes?: Array<TokenScope>
}

export interface RequestPasswordReset {
  email: string
}

export interface ResolveReport {
  outcome: 'actioned' | 'dismissed'
  /** Recorded. */
  reason?: string | null
}

export interface ResonanceState {
  resonated: boolean
  resonated_count: number
}

export interface RestoreContent {
  /** Recorded. */
  reason?: string | null
}

export interface Revision extends RevisionItem {
  /** The complete Markdown, including the paid part. */
  content: string
  post_type: 'article' | 'short' | 'series_entry'
  visibility: 'public' | 'unlisted'
  category: CategoryValue | null
  tags: Array<string>
  subtitle: string | null
  is_paid: boolean
  price_jpy: number | null
  /** @deprecated */
  free_preview_length: number | null
  salon_id: string | null
  salon_only: boolean
  thumbnail_url: string | null
  cover_image_url: string | null
  seo_title: string | null
  meta_description: string | null
  canonical_url: string | null
  series_id: string | null
  series_position: number | null
}

export interface RevisionItem {
  id: string
  /** Whether these are changes of a public post that readers do not see yet. A post has at most one. */
  is_pending: boolean
  /** The name of the token that saved it; null for a logged-in browser. */
  client: string | null
  created_at: string
  saved_at: string
  content_sha256: string
  title: string
}

export interface RevisionList {
  revisions: Array<RevisionItem>
  total: number
}

export interface RotatedSecret {
  id: string
  /** Signing key, 64 characters. It is never shown again. */
  secret: string
  /** Until then deliveries are signed with both secrets. */
  previous_secret_expires_at: string
}

export interface Sales {
  from: string
  to: string
  /** One for each day and post with sales or refunds, the latest day first. */
  rows: Array<SalesRow>
  totals: {
    sold: number
    refunded: number
    /** The prices of what was sold, less those that were paid back. */
    amount_jpy: number
    /** The author’s part of it, by the share at the time of each sale. */
    author_jpy: number
  }
  /** The author’s part of a price today. */
  author_share_percent: number
}

export interface SalesQuery {
  /** The first day; by default 30 days before the last. */
  from?: string
  /** The last day; by default today. */
  to?: string
  /** The time zone of the days, such as `Asia/Tokyo`. */
  time_zone?: string
}

export interface SalesRow {
  date: string
  post_id: string
  /** As it was when it was sold. */
  title: string
  sold: number
  refunded: number
  /** The prices of what was sold, less those that were paid back. */
  amount_jpy: number
  /** The author’s part of it, by the share at the time of each sale. */
  author_jpy: number
}

export interface SavePendingRevision {
  title?: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content?: string
  /** `article` by default. */
  post_type?: 'article' | 'short' | 'series_entry'
  /** `public` by default. */
  visibility?: 'public' | 'unlisted'
  category?: CategoryValue | null
  /** Trimmed; duplicates are removed. null means none. */
  tags?: Array<string> | null
  subtitle?: string | null
  /** Changing it needs the Pro+ plan. */
  is_paid?: boolean
  /** In yen; required if is_paid is true, and then at least 100. */
  price_jpy?: number | null
  /** @deprecated Has no effect. Put `<!-- paywall -->` into the content where the free part ends. */
  free_preview_length?: number | null
  /** A salon in which you are owner or admin. */
  salon_id?: string | null
  /** Only for members of the salon; requires salon_id. */
  salon_only?: boolean
  /** An http or https address. */
  thumbnail_url?: string | null
  /** An http or https address. */
  cover_image_url?: string | null
  seo_title?: string | null
  meta_description?: string | null
  /** The http or https address of the original, if the post was first published elsewhere. Search engines and feeds are pointed there. */
  canonical_url?: string | null
  /** One of your series; only for posts of type `series_entry`. */
  series_id?: string | null
  /** The place in the series. Posts without one follow in the order of their publication. */
  series_position?: number | null
}

export interface SaveRedirect {
  /** A path of this site, such as `/2015/rain`. It is stored decoded and without a slash at the end. */
  path: string
  /** One of your posts. */
  post_id: string
}

export interface SaveState {
  saved: boolean
  save_count: number
}

export interface SearchHighlight {
  field: 'title' | 'subtitle' | 'tags' | 'headings' | 'text'
  /** Plain text: escape it before you show it as HTML. */
  text: string
  /** Where the words are: [from, to) in characters (Unicode code points) of `text`. */
  ranges: Array<Array<number>>
}

export interface SearchQuery extends PageQuery {
  /** At least one word; all words must be in a post. `"…"` is a phrase, `-word` excludes, `tag:x` and `author:x` narrow the search. */
  q: string
  category?: CategoryValue
  tag?: string
  /** A username, also with @. */
  author?: string
  sort?: 'relevance' | 'latest'
}

export interface SearchResult {
  posts: Array<FoundPost>
  total: number
  /** false if so many posts have the words that their number is only estimated. */
  total_is_exact: boolean
}

export interface SearchSuggestions {
  tags: Array<{
    tag: string
    post_count: number
  }>
  authors: Array<{
    username: string
    display_name: string
    avatar_url: string | null
    post_count: number
  }>
}

export interface SentReport {
  id: string
  reason: 'spam' | 'abuse' | 'illegal' | 'copyright' | 'other'
  note: string | null
  created_at: string
}

export interface Series {
  id: string
  /** Unique among your series; it never changes. */
  slug: string
  title: string
  description: string | null
  cover_image_url: string | null
  status: 'ongoing' | 'complete'
  post_count: number
  /** The address of the series’ page on this site. */
  url: string
  created_at: string
  updated_at: string
}

export interface SeriesEntry {
  id: string
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  published_at: string | null
  scheduled_for: string | null
  series_position: number | null
}

export interface SeriesList {
  series: Array<Series>
  total: number
}

export interface SeriesNeighbour {
  id: string
  title: string
  /** The address of the post’s page on this site. */
  url: string
}

export interface SeriesPlace {
  id: string
  title: string
  /** The address of the series’ page on this site. */
  url: string
  /** From 1; null for an unlisted post. */
  position: number | null
  count: number
  previous: SeriesNeighbour | null
  next: SeriesNeighbour | null
}

export interface SeriesWithPosts extends Series {
  /** All posts of the series, in their order. */
  posts: Array<SeriesEntry>
}

export interface SessionList {
  sessions: Array<SessionRecord>
}

export interface SessionRecord {
  /** Identifies the session. It is not secret: it cannot be used to log in. */
  id: string
  created_at: string
  /** Accurate to the minute. */
  last_used_at: string
  /** The user agent at the log-in, cut to 200 characters. */
  user_agent: string | null
  /** Whether this is the session of the request. */
  current: boolean
}

export interface SetUp {
  /** Of the set-up link. */
  token: string
  /** Lower-case letters, digits and underscores. It cannot be changed later. */
  username: string
  email: string
  password: string
  /** Defaults to the username. */
  display_name?: string | null
}

export interface SignUp {
  /** Lower-case letters, digits and underscores. It cannot be changed later. */
  username: string
  email: string
  password: string
  /** Defaults to the username. */
  display_name?: string | null
  /** Of the link, on a site that needs an invitation. */
  invitation?: string | null
}

export interface Sitemap {
  /** The number of pages. */
  pages: number
  /** About 10000 posts or series per page, oldest first. */
  entries: Array<SitemapEntry>
}

export interface SitemapEntry {
  username: string
  slug: string
  updated_at: string
}

export interface SitemapQuery {
  page?: number
}

export interface StartedPurchase {
  purchase: {
    id: string
    status: 'pending' | 'paid' | 'refunded' | 'expired'
  }
  /** Where to pay; null if the post is already paid. */
  checkout_url: string | null
}

export interface Statistics {
  /** Every day of the period, oldest first, including days without events. */
  days: Array<{
    date: string
    views: number
    likes: number
    saves: number
    comments: number
    resonances: number
  }>
  totals: {
    views: number
    likes: number
    saves: number
    comments: number
    resonances: number
  }
  /** The posts with the most events in the period, at most 20; empty if `post_id` is given. */
  posts: Array<{
    id: string
    title: string
    slug: string
    views: number
    likes: number
    saves: number
  }>
}

export interface StatisticsQuery {
  /** The number of days, including today. */
  days?: number
  /** One of your posts; all of them by default. */
  post_id?: string
  /** The time zone of the days, such as `Asia/Tokyo`. */
  time_zone?: string
}

export interface StorageUse {
  used_bytes: number
  limit_bytes: number | null
  texts_bytes: number
  uploads_bytes: number
}

export interface SuggestionsQuery {
  /** The beginning of a name. */
  q: string
}

export interface TestPayment {
  action: 'pay' | 'cancel' | 'refund'
}

export interface TestResult {
  success: boolean
  /** 0 if there was no response. */
  http_status: number
  response_time_ms: number
  /** Why it failed; null if it has not failed. */
  error: 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'webhook_disabled' | null
  /** The exact reason, if it is known. More values may be added. */
  error_detail: DeliveryErrorDetail | null
  /** The reason as a sentence, for people. */
  error_message: string | null
}

export interface ThumbnailPost {
  id: string
  slug: string
  title: string
  thumbnail_url: string | null
  updated_at: string
}

export interface ThumbnailRemoved {
  post: ThumbnailPost
}

export interface ThumbnailSet {
  post: ThumbnailPost
  upload: Upload
}

export interface TocEntry {
  /** The `id` of the heading in the HTML. */
  id: string
  level: number
  text: string
}

export interface TokenList {
  tokens: Array<TokenRecord>
}

export interface TokenRecord {
  id: string
  name: string
  /** The first 8 characters, to identify the token. */
  token_prefix: string
  /** What the token may do. */
  scopes: Array<TokenScope>
  /** Accurate to the minute. */
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  created_at: string
}

export type TokenScope =
  | 'posts:read'
  | 'posts:write'
  | 'posts:publish'
  | 'uploads'
  | 'webhooks'
  | 'events'
  | 'reader'
  | 'import'

export interface TrashList {
  posts: Array<TrashedPost>
  total: number
}

export interface TrashedPost extends Omit<PostItem, 'status' | 'scheduled_for'> {
  status: 'deleted'
  /** The scheduled time when the post was deleted. */
  scheduled_for: string | null
  deleted_at: string
}

export interface UnreadNotifications {
  /** Groups that are not read yet; at most 100. */
  unread: number
}

export interface Unsubscribe {
  /** Of the link in the mail. */
  token: string
}

export interface Upload {
  /** Public URL of the image, for example for `thumbnail_url`. */
  url: string
  /** The storage path: `posts/<user_id>/<uuid>.<ext>`. */
  path: string
  /** The file name in the request. */
  file_name: string
  /** Stored size in bytes. */
  file_size: number
  /** Detected from the content, not from the file name. */
  mime_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
  id: string
  /** SHA-256 of the file as it was sent, in hex. */
  sha256: string
  /** SHA-256 of the file as it is served. It differs from `sha256` if metadata was removed. */
  stored_sha256: string
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
}

export interface UploadList {
  uploads: Array<ListedUpload>
  total: number
}

export interface UploadUse {
  type: 'post' | 'comment' | 'profile' | 'series'
  /** Of the post, comment or series; of the user for `profile`. */
  id: string
  /** Of the post or series; null for others. */
  title: string | null
}

export interface UsePasskey {
  /** The answer of the browser, from `PublicKeyCredential.toJSON()`. */
  credential: Record<string, unknown>
}

export interface UseRecoveryCode {
  /** E-mail address or username. */
  login: string
  /** Upper or lower case, with or without hyphens and spaces. */
  code: string
  password: string
}

export interface VerifyEmail {
  /** Of the link in the mail. */
  token: string
}

export interface Webhook {
  id: string
  url: string
  event_types: Array<EventType>
  status: 'active' | 'disabled'
  description: string | null
  created_at: string
  /** The number of consecutive failed deliveries. */
  consecutive_failures: number
  disabled_at: string | null
  disabled_reason: string | null
  updated_at: string
}

export interface WebhookList {
  webhooks: Array<Webhook>
}

/** A method for each operation of the API. */
export interface Methods {
  readonly admin: {
    /** Read the state of the installation. */
    overview(options?: CallOptions): ApiPromise<AdminOverview>
    /** List accounts. Newest first. */
    users(query?: QueryOf<AdminUsersQuery>, options?: CallOptions): ApiPromise<AdminUserList>
    /** Suspend an account. Its sessions and tokens end at once, and all that it wrote is hidden. Its owner is told the reason. Repeating it changes nothing. Nobody can suspend their own account. */
    suspendUser(id: string, body: HideContent, options?: CallOptions): ApiPromise<AdminUser>
    /** Restore a suspended account. Repeating it changes nothing. 403 for an account that its owner has deleted. */
    restoreUser(id: string, body?: RestoreContent, options?: CallOptions): ApiPromise<AdminUser>
    /** Hide, suspend or restore several at once. Up to 100 posts, comments or accounts. With `dry_run=true` the answer says what would change. Otherwise one after the other is changed, each with its own entry in the audit log; those that cannot be changed do not stop the others. */
    bulk(body: ModerateMany, options?: CallOptions & OptionsOf<DryRunQuery>): ApiPromise<ModeratedList>
    /** List posts for moderation. Posts of all authors that are published or hidden, newest first. Drafts are never included. */
    posts(query?: QueryOf<AdminContentQuery>, options?: CallOptions): ApiPromise<AdminPostList>
    /** Read a post for moderation. With its complete text. Only posts that are published or hidden. */
    readPost(id: string, options?: CallOptions): ApiPromise<AdminPostDetail>
    /** Hide a post. It disappears from every public page, list, feed and search at once. Its author still sees it, with the reason. Hiding it again with another reason replaces the reason. */
    hidePost(id: string, body: HideContent, options?: CallOptions): ApiPromise<AdminPost>
    /** Show a hidden post again. Repeating it changes nothing. */
    restorePost(id: string, body?: RestoreContent, options?: CallOptions): ApiPromise<AdminPost>
    /** List comments for moderation. Comments on published posts, newest first. Comments that their writers deleted are not included. */
    comments(query?: QueryOf<AdminContentQuery>, options?: CallOptions): ApiPromise<AdminCommentList>
    /** Hide a comment. Only its writer still sees it, with the reason. */
    hideComment(id: string, body: HideContent, options?: CallOptions): ApiPromise<AdminComment>
    /** Show a hidden comment again. Repeating it changes nothing. */
    restoreComment(id: string, body?: RestoreContent, options?: CallOptions): ApiPromise<AdminComment>
    /** List reports. Newest first, each with what was reported as it is now. */
    reports(query?: QueryOf<ListReportsQuery>, options?: CallOptions): ApiPromise<ReportList>
    /** Resolve a report. Also resolves the other open reports about the same content. The content itself does not change. A resolved report keeps its outcome. */
    resolveReport(id: string, body: ResolveReport, options?: CallOptions): ApiPromise<Report>
    /** List what admins did. Newest first. Entries cannot be changed or deleted. */
    audit(query?: QueryOf<ListAuditQuery>, options?: CallOptions): ApiPromise<AuditList>
  }
  readonly agentCalls: {
    /** List the calls of assistants. Session cookie only. Newest first, of the last 30 days, at most 2,000. */
    list(query?: QueryOf<ListAgentCallsQuery>, options?: CallOptions): ApiPromise<AgentCallList>
    /** Record a call of an assistant. For programs that run tools of an assistant. The call gets the name of the token. */
    record(body: RecordAgentCall, options?: CallOptions): ApiPromise<Done>
  }
  readonly devices: {
    /** Ask for a token for a program. The first step of a program that wants a token (RFC 8628). It shows `user_code` and `verification_uri`, or opens `verification_uri_complete`, and then asks `POST /device/token` every `interval` seconds. The codes are valid for 10 minutes and can be used once. At most 20 a minute per IP address. */
    request(body: RequestDevice, options?: CallOptions): ApiPromise<DeviceRequest>
    /** Fetch the token of a program. 400 `AUTHORIZATION_PENDING` until the person has decided, `SLOW_DOWN` if you ask more often than every `interval` seconds, `ACCESS_DENIED` if they refused, `EXPIRED_TOKEN` if the code has expired, was used or is unknown. After the approval the answer is the token, once. 400 `LIMIT_REACHED` if the person has 10 active tokens; after one is revoked, ask again. */
    token(body: FetchDeviceToken, options?: CallOptions): ApiPromise<IssuedToken>
    /** Read what a program asks for. Session cookie only. For the page where you approve a program. 404 if the code is unknown, has expired or was decided on. At most 20 codes a minute per account and per IP address. */
    read(userCode: string, options?: CallOptions): ApiPromise<PendingDevice>
    /** Approve a program. Session cookie only, Premium. The program gets a token with the requested scopes, or with those of `scopes`. An active token of the same name is revoked when the program fetches its token. */
    approve(body: ApproveDevice, options?: CallOptions): ApiPromise<Done>
    /** Refuse a program. Session cookie only. The program is told so. */
    refuse(body: RefuseDevice, options?: CallOptions): ApiPromise<Done>
  }
  readonly events: {
    /** Read events. Premium. What has happened to your posts, oldest first, at least 30 days back: the same bodies as those of webhooks. Pass `next` as `after` to continue. With `Accept: text/event-stream` the answer is a stream of Server-Sent Events that stays open: `data` is a body, `id` is the cursor, `Last-Event-ID` resumes after it, and a comment is sent every 15 seconds. */
    list(query?: QueryOf<ListEventsQuery>, options?: CallOptions): ApiPromise<EventList>
  }
  readonly invitations: {
    /** List invitations. Newest first, also those that are used up, expired or revoked. */
    list(query?: QueryOf<ListInvitationsQuery>, options?: CallOptions): ApiPromise<InvitationList>
    /** Create an invitation. A link with which accounts can be created on a site with `SIGNUPS=invite`. It is only in this response. */
    create(body?: CreateInvitation, options?: CallOptions): ApiPromise<CreatedInvitation>
    /** Revoke an invitation. No further account can be created with it. Repeating it changes nothing. */
    revoke(id: string, options?: CallOptions): ApiPromise<Done>
    /** Check an invitation. 403 if no account can be created with it. */
    check(body: CheckInvitation, options?: CallOptions): ApiPromise<Done>
  }
  readonly me: {
    /** Read your account. */
    read(options?: CallOptions): ApiPromise<Me>
    /** Read how much you have stored. The bytes of your texts (posts with those in the trash, their revisions, comments) and of your images. `limit_bytes` is what your plan allows, null without a limit. Above it, what adds bytes is 400 `QUOTA_EXCEEDED`. */
    storage(options?: CallOptions): ApiPromise<StorageUse>
    /** Change your account. A new `password` needs `current_password`. The bio is shown in the public profile. */
    change(body: ChangeMe, options?: CallOptions): ApiPromise<Me>
    /** Read your e-mail address. Session cookie only. */
    email(options?: CallOptions): ApiPromise<EmailState>
    /** Change your e-mail address. Session cookie only. Sends a link to the new address, valid for a day; the change takes effect when it is opened. The answer does not tell whether another account has this address. At most 5 such mails per hour. */
    changeEmail(body: ChangeEmail, options?: CallOptions): ApiPromise<EmailState>
    /** Send the verification link again. Session cookie only. To the pending address, else to the current one if it is not verified. At most 5 such mails per hour. */
    sendVerification(options?: CallOptions): ApiPromise<EmailState>
    /** Delete your account. Session cookie only. The account and everything that it wrote are gone from the public at once, and all sessions end. Logging in within 14 days brings it back; after that it is deleted for ever. Comments on posts of others stay in their places as "deleted". */
    delete(body: DeleteMe, options?: CallOptions): ApiPromise<AccountDeletion>
    /** Export your account. Session cookie only. A zip of everything about you, made while it is sent: posts as Markdown files with front matter (`gly push` sends them to another Galley), images, comments, statistics and account data as JSON, and an index page. At most 10 per hour. */
    export(options?: CallOptions): ApiPromise<Blob>
    /** Count your recovery codes. Session cookie only. How many codes are left, and when they were made. */
    recoveryCodes(options?: CallOptions): ApiPromise<RecoveryCodesState>
    /** Make recovery codes. Session cookie only. Ten codes, each of which sets a new password once. They are only included in this response. Earlier codes become invalid. */
    makeRecoveryCodes(options?: CallOptions): ApiPromise<RecoveryCodes>
  }
  readonly oauth: {
    /** Read what a program asks for (OAuth). Session cookie only. 404 if the client is unknown or has not registered this redirect address: then the browser must not be sent there. */
    read(query?: QueryOf<OAuthRequestQuery>, options?: CallOptions): ApiPromise<OAuthRequest>
    /** Approve a program (OAuth). Session cookie only; needs Premium. The program exchanges the code for a token. */
    approve(body: ApproveOAuth, options?: CallOptions): ApiPromise<OAuthCode>
  }
  readonly passkeys: {
    /** List your passkeys. Session cookie only. */
    list(options?: CallOptions): ApiPromise<PasskeyList>
    /** Begin to add a passkey. Session cookie only. What the browser needs for `navigator.credentials.create`. */
    start(options?: CallOptions): ApiPromise<PasskeyOptions>
    /** Add a passkey. Session cookie only. With the credential that the browser has created. The password stays valid. */
    add(body: AddPasskey, options?: CallOptions): ApiPromise<Passkey>
    /** Rename a passkey. Session cookie only. */
    rename(id: string, body: RenamePasskey, options?: CallOptions): ApiPromise<Passkey>
    /** Remove a passkey. Session cookie only. Nobody can log in with it any more. Sessions that it has started go on. */
    remove(id: string, options?: CallOptions): ApiPromise<Done>
    /** Begin to use a passkey. What the browser needs for `navigator.credentials.get`, to log in or to confirm a session. At most 10 per minute per IP address. */
    startUse(options?: CallOptions): ApiPromise<PasskeyOptions>
    /** Log in with a passkey. Sets the session cookie. The passkey says whose it is, so no login is needed. */
    logIn(body: UsePasskey, options?: CallOptions): ApiPromise<Me>
    /** Confirm a session with a passkey. Session cookie only. The same as `POST /api/v1/session/confirm`, with a passkey of this account. */
    confirm(body: UsePasskey, options?: CallOptions): ApiPromise<Done>
  }
  readonly posts: {
    /** Create a post. Emits `post.created`, and `post.published` if it is published at once. The response has only some fields; read the post for all of them. A paid post needs the Pro+ plan. Honours `Idempotency-Key`: the same key and body return the stored response, another body with the same key is 400. With `dry_run=true` the response is the same, but nothing is stored and its `id` and `slug` do not exist. */
    create(body: CreatePost, options?: KeyedOptions & OptionsOf<DryRunQuery>): ApiPromise<CreatedPost>
    /** List your posts. Newest first, without deleted posts. Items have no `content`; `content_sha256` and `etag` tell whether it has changed. With `external_id`, the post with that id, if there is one; with `series_id`, the posts of that series. With `scheduled_from`, `scheduled_to` or both, only posts that are scheduled in that range; with `published_from`, `published_to` or both, only posts that were published in that range and still are. */
    list(query?: QueryOf<ListPostsQuery>, options?: CallOptions): ApiPromise<PostList>
    /** Read one of your posts. All fields, including the complete content. The `ETag` can be sent as `If-Match` with a change. A deleted post is 404. */
    read(id: string, options?: CallOptions): ApiPromise<Post>
    /** Change a post. Fields that are left out stay unchanged; null clears a field. A post that was read can be sent back completely: read-only fields are ignored. A request that changes nothing emits no event and keeps `updated_at`. `scheduled_for: null` makes a scheduled post a draft. Changing `is_paid` or `price_jpy` needs the Pro+ plan. Emits `post.updated`, with `post.published` or `post.unpublished` if they apply. Making a post a draft or archiving it also works with a full disk. If `If-Match` no longer matches, the answer is 412. */
    change(id: string, body: ChangePost, options?: MatchOptions & OptionsOf<DryRunQuery>): ApiPromise<Post>
    /** Delete a post. Soft delete: the post is no longer found. For 30 days it is in the trash and can be restored. Those who have bought it keep the text, or get their money back with `buyers=refund`. Emits `post.deleted`. */
    delete(id: string, options?: MatchOptions & OptionsOf<DeletePostQuery>): ApiPromise<Deleted>
    /** Create or change a post by your own id. The first call creates the post (201), later ones change it (200); both return all fields. Meant for tools that push files, so it can be repeated safely. With `If-None-Match: *` it creates only: 412 if there is a post already. For an existing post, fields that are left out stay unchanged and null clears a field. `archived` is refused for a new post. An external id is 1 to 200 characters, unique among your posts, percent-encoded in the path. */
    putByExternalId(
      externalId: string,
      body: PutPost,
      options?: ConditionOptions & OptionsOf<DryRunQuery>,
    ): ApiPromise<Post>
    /** Read one of your posts by your own id. The same answer as by its id. The external id is percent-encoded in the path. */
    readByExternalId(externalId: string, options?: CallOptions): ApiPromise<Post>
    /** Delete a post by your own id. The same as by its id. The external id can be used for another post then. */
    deleteByExternalId(externalId: string, options?: MatchOptions & OptionsOf<DeletePostQuery>): ApiPromise<Deleted>
    /** Upload and set the thumbnail. One file in the field `file`, with the limits of an upload. An earlier thumbnail is replaced; its file is not deleted. Emits `post.updated`. */
    setThumbnail(id: string, file: Blob, options?: MatchOptions & UploadOptions): ApiPromise<ThumbnailSet>
    /** Remove the thumbnail. The stored file stays. Emits `post.updated` if there was one. */
    removeThumbnail(id: string, options?: MatchOptions): ApiPromise<ThumbnailRemoved>
    /** Import a post. Creates (201) or changes (200) the post with this `external_id`, as `PUT /posts/by-external-id/:external_id` does, and takes the slug and the times that it had elsewhere. No events are sent unless `events=true`. A token needs the scope `import`, and `posts:publish` as well for a post that readers see. */
    import(body: ImportPost, options?: ConditionOptions & OptionsOf<ImportQuery>): ApiPromise<Post>
    /** Create a preview link. An address of the post’s page for people without an account. It shows the whole text, the paid part included, in its current version, until it expires or is revoked, or the token that made it is revoked. Search engines do not index it. After publication it leads to the post, unless that has pending changes, which it shows then. A post has at most 20 links; one more replaces the oldest. */
    createPreviewLink(id: string, body?: CreatePreviewLink, options?: CallOptions): ApiPromise<PreviewLink>
    /** Revoke all preview links of a post. They stop working at once. A post without links is answered in the same way. */
    revokePreviewLinks(id: string, options?: CallOptions): ApiPromise<Deleted>
  }
  readonly preview: {
    /** Render Markdown. Renders content as a post would show it; nothing is stored. The part after `<!-- paywall -->` is rendered as well: the marker becomes `<hr class="paywall-line">`. */
    render(body: PreviewMarkdown, options?: CallOptions): ApiPromise<Preview>
  }
  readonly public: {
    /** Read a series. By id, by slug or by `@username/slug` (encoded as one segment). With its public posts in their order; a series without any is 404. */
    series(id: string, options?: CallOptions): ApiPromise<PublicSeries>
    /** List the series of an author. Those with a public post, newest first. `post_count` counts the public posts. */
    seriesOf(username: string, query?: QueryOf<ListSeriesQuery>, options?: CallOptions): ApiPromise<SeriesList>
    /** Find where an old path leads. The address of the post that an old path leads to. 404 if there is none, or if not everybody can read it. */
    redirect(query?: QueryOf<FindRedirectQuery>, options?: CallOptions): ApiPromise<FoundRedirect>
    /** Read a post through a preview link. 404 if the link is wrong, has expired or was revoked, if the post was deleted or is hidden by an admin, or if its author is suspended. It is never cached, and counts no view. */
    preview(query?: QueryOf<ReadPreviewQuery>, options?: CallOptions): ApiPromise<LinkedPreview>
    /** List published posts. All posts, or those of a category, a tag, an author or a series. Unlisted and salon-only posts are left out; `salon_id` is 400. Items have no `content`. Counts may be some seconds old. */
    posts(query?: QueryOf<ListPublicPostsQuery>, options?: CallOptions): ApiPromise<PublicPostList>
    /** Read a published post. By id, by slug or by `@username/slug` (encoded as one segment), including unlisted posts. Slugs are unique for each author; by the slug alone, the post that had it first is found. The content of a paid post ends before the first `<!-- paywall -->` that is neither in code nor after a backslash; without that marker it is null. Counts a view, at most once per reader in 30 minutes. */
    post(id: string, options?: CallOptions): ApiPromise<PublicPost>
    /** Read a published post as HTML. By id or slug; only the free part of a paid post. Counts no view. 410 `GONE` for a post that was public before it was deleted. */
    postHtml(id: string, options?: CallOptions): ApiPromise<PublicPostHtml>
    /** List the comments on a published post. By id or slug. Newest first. */
    comments(id: string, query?: QueryOf<ListCommentsQuery>, options?: CallOptions): ApiPromise<CommentList>
    /** Read a ranking. At most 100 posts. Refreshed every 15 minutes (trending), hour (weekly) or 6 hours (monthly, saved). */
    ranking(query?: QueryOf<RankingQuery>, options?: CallOptions): ApiPromise<Ranking>
    /** List the categories. */
    categories(options?: CallOptions): ApiPromise<CategoryList>
    /** Read a public profile. With the 20 newest public posts. */
    profile(username: string, options?: CallOptions): ApiPromise<Profile>
    /** List all public posts for a sitemap. About 10,000 posts per page, oldest first. */
    sitemap(query?: QueryOf<SitemapQuery>, options?: CallOptions): ApiPromise<Sitemap>
    /** List all public series for a sitemap. At most 10,000 series per page, oldest first. */
    sitemapOfSeries(query?: QueryOf<SitemapQuery>, options?: CallOptions): ApiPromise<Sitemap>
    /** Search published posts. In titles, tags, headings and texts, in any language; of paid posts only the free part. Upper and lower case, full and half width are the same. A change can be found within a second. At most the first 1,000 results can be read. `salon_id` is 400. */
    search(query: QueryOf<SearchQuery>, options?: CallOptions): ApiPromise<SearchResult>
    /** Suggest tags and authors. At most five tags and five authors of public posts whose names begin with a text, most posts first. */
    suggestions(query: QueryOf<SuggestionsQuery>, options?: CallOptions): ApiPromise<SearchSuggestions>
  }
  readonly purchases: {
    /** Buy a post. Begins a purchase at the current price. The reader pays at `checkout_url`. Repeating it answers the same purchase while it is pending or paid. 409 `NOT_FOR_SALE` if sales are disabled on this site, or if you can read the whole post already. */
    start(id: string, options?: CallOptions): ApiPromise<StartedPurchase>
    /** List the posts that you bought. Paid and refunded purchases, the latest first. */
    list(query?: QueryOf<PurchaseListQuery>, options?: CallOptions): ApiPromise<PurchaseList>
    /** Read one of your purchases. With its receipt. If the post is no longer published, `content` has the text as it was published last. */
    read(id: string, options?: CallOptions): ApiPromise<PurchaseDetails>
    /** Read the text of a purchase as HTML. For a paid purchase of a post that is no longer published; all others are 404. */
    html(id: string, options?: CallOptions): ApiPromise<Preview>
    /** Check whether a purchase is paid. Asks the payment provider about a pending purchase, in case its notification is late, and answers the purchase. */
    check(id: string, options?: CallOptions): ApiPromise<PurchaseDetails>
    /** Pay with the test provider. Only on a site with `PAYMENTS=test`, where no money is paid; otherwise 404. */
    payTest(id: string, body: TestPayment, options?: CallOptions): ApiPromise<PurchaseDetails>
  }
  readonly reader: {
    /** Read a post as a reader. By id, slug or `@username/slug`. The whole text for its author, for those who have bought it and for the members of its salon; for others the same as the public read. Also whether you liked, saved or resonated with it and follow its author, and its current counts of likes, saves and resonances. */
    readPost(id: string, options?: CallOptions): ApiPromise<ReaderPost>
    /** Read a post as a reader, as HTML. The same text as HTML, with its headings. */
    postHtml(id: string, options?: CallOptions): ApiPromise<PublicPostHtml>
    /** Read whether you follow an author. */
    readUser(username: string, options?: CallOptions): ApiPromise<ReaderUser>
    /** List the posts that you saved. The latest save first. Posts that are no longer readable are left out. */
    saved(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<PublicPostList>
    /** List the posts that you liked. The latest like first. Posts that are no longer readable are left out. */
    liked(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<PublicPostList>
    /** List the posts of the authors that you follow. Public posts, newest first. */
    feed(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<PublicPostList>
    /** List the authors that you follow. The latest follow first. */
    following(query?: QueryOf<ReadingListQuery>, options?: CallOptions): ApiPromise<FollowedAuthorList>
    /** Like a post. Repeating it changes nothing. */
    like(id: string, options?: CallOptions): ApiPromise<LikeState>
    /** Remove a like. Repeating it changes nothing. */
    unlike(id: string, options?: CallOptions): ApiPromise<LikeState>
    /** Save a post. Repeating it changes nothing. */
    save(id: string, options?: CallOptions): ApiPromise<SaveState>
    /** Unsave a post. Repeating it changes nothing. */
    unsave(id: string, options?: CallOptions): ApiPromise<SaveState>
    /** Resonate with a post. Repeating it changes nothing. */
    resonate(id: string, options?: CallOptions): ApiPromise<ResonanceState>
    /** Remove a resonance. Repeating it changes nothing. */
    unresonate(id: string, options?: CallOptions): ApiPromise<ResonanceState>
    /** List comments. Newest first. Comments of yours that an admin hid are included; nobody else sees them. */
    comments(id: string, query?: QueryOf<ListCommentsQuery>, options?: CallOptions): ApiPromise<CommentList>
    /** Comment on a post. Plain text, 1 to 2,000 characters. The same text again within a minute is not added twice: the answer is the first comment. */
    comment(id: string, body: AddComment, options?: CallOptions): ApiPromise<Comment>
    /** Delete a comment. Your own comments, and all comments on your own posts. */
    deleteComment(id: string, options?: CallOptions): ApiPromise<Deleted>
    /** Report a post, a comment or an account. Name exactly one of `post_id`, `comment_id` and `username`. The admins of the site read it; the author does not learn who reported. Reporting the same again while the first report is open returns the first one. At most 50 open reports per account. */
    report(body: ReportContent, options?: CallOptions): ApiPromise<SentReport>
    /** Follow an author. Repeating it changes nothing. */
    follow(username: string, options?: CallOptions): ApiPromise<FollowState>
    /** Stop following an author. Repeating it changes nothing. */
    unfollow(username: string, options?: CallOptions): ApiPromise<FollowState>
    /** List your notifications. Comments on your posts, new followers, new posts of authors that you follow, webhooks in trouble, moderation of what you wrote, API tokens that expire soon, and messages about the security of your account; of the last 60 days, the latest first. Events of one kind about the same thing on the same day are one entry. */
    notifications(query?: QueryOf<ListNotificationsQuery>, options?: CallOptions): ApiPromise<NotificationList>
    /** Count your unread notifications. At most 100. It costs less than the list. */
    unreadNotifications(options?: CallOptions): ApiPromise<UnreadNotifications>
    /** Mark notifications as read. All up to a time: that of the latest one that was shown. It never makes something unread. */
    readNotifications(body: ReadNotifications, options?: CallOptions): ApiPromise<UnreadNotifications>
    /** Read which notifications you want. Which kinds are shown, and in `mail` which come by mail. */
    notificationSettings(options?: CallOptions): ApiPromise<NotificationSettings>
    /** Change which notifications you want. Kinds that are not named stay as they are. A kind that is off is neither shown nor counted; `mail` has the same kinds for mails, which are sent to a verified address only. New posts of authors that you follow come by mail only if you ask for them. Messages about the security of the account (`security`) cannot be switched off. */
    changeNotificationSettings(
      body: ChangeNotificationSettings,
      options?: CallOptions,
    ): ApiPromise<NotificationSettings>
    /** Stop mails with the link of a mail. Switches off the kinds of that mail. The token is the only credential, so that this works without a log-in and from any site. Repeating it changes nothing. */
    unsubscribe(body: Unsubscribe, options?: CallOptions): ApiPromise<Done>
  }
  readonly redirects: {
    /** List your redirects. Old paths that lead to your posts, by path. */
    list(query?: QueryOf<ListRedirectsQuery>, options?: CallOptions): ApiPromise<RedirectList>
    /** Set a redirect. From now on this path of the site leads to your post (301), if the site has no page there and everybody can read the post. A path that is yours already is changed. A path of somebody else, or one that the site uses itself, is 400. A token needs `posts:publish` if the path leads to a published post, or did so before. */
    save(body: SaveRedirect, options?: CallOptions): ApiPromise<Redirect>
    /** Delete a redirect. A token needs `posts:publish` if it leads to a published post. */
    delete(id: string, options?: CallOptions): ApiPromise<Deleted>
  }
  readonly revisions: {
    /** List the revisions of a post. Newest first, a pending one before all others. Every save keeps a revision; saves by the same client within 5 minutes are one. After a day one per hour is kept, after a week one per day, after 90 days one per week, for each client, and at most 200 in all. */
    list(id: string, query?: QueryOf<ListRevisionsQuery>, options?: CallOptions): ApiPromise<RevisionList>
    /** Read a revision. With the content and all other fields that it had. */
    read(id: string, revisionId: string, options?: CallOptions): ApiPromise<Revision>
    /** Restore a revision. Writes the fields of the revision into the post. Its status stays, so readers of a public post see the restored text at once; restoring a pending revision publishes it. The version before stays in the list. The same rules, scopes and events as for a change. */
    restore(id: string, revisionId: string, options?: MatchOptions): ApiPromise<Post>
    /** Save changes of a public post for later. For posts that readers see, will see or have seen. Readers see nothing of it until it is restored. Fields that are left out stay as they are in the pending revision, or in the post if there is none. Each save has a new id. A change of the post itself makes the pending revision an ordinary one. For a draft, change the post itself: 400. If `If-Match` no longer matches the post, the answer is 412. */
    savePending(
      id: string,
      body: SavePendingRevision,
      options?: MatchOptions & OptionsOf<PendingQuery>,
    ): ApiPromise<Revision>
    /** Discard the pending changes of a post. They become an ordinary revision, which can be restored. A post without pending changes is answered in the same way. */
    discardPending(id: string, options?: CallOptions & OptionsOf<PendingQuery>): ApiPromise<Deleted>
  }
  readonly sales: {
    /** Read your sales. What was sold and paid back per day and post, for at most 366 days. A refund counts on the day of the refund. With `Accept: text/csv` the rows are answered as a table. */
    read(query?: QueryOf<SalesQuery>, options?: CallOptions): ApiPromise<Sales>
  }
  readonly salons: {
    /** List your salons. With your role in each. */
    list(options?: CallOptions): ApiPromise<MembershipList>
  }
  readonly series: {
    /** Create a series. Posts join it by their `series_id`. The slug is made from the title unless one is given; a given one must be free. At most 500 series: one more is 400 `LIMIT_REACHED`. */
    create(body: CreateSeries, options?: CallOptions): ApiPromise<Series>
    /** List your series. Newest first. */
    list(query?: QueryOf<ListSeriesQuery>, options?: CallOptions): ApiPromise<SeriesList>
    /** Read one of your series. With all of its posts, drafts included, in their order. */
    read(id: string, options?: CallOptions): ApiPromise<SeriesWithPosts>
    /** Change a series. Fields that are left out stay unchanged; null clears a field. */
    change(id: string, body: ChangeSeries, options?: CallOptions): ApiPromise<Series>
    /** Set the order of a series. The listed posts get the positions 1, 2, 3 and so on. Posts of the series that are not listed follow in their former order. Emits `post.updated` for each post whose position changes. */
    order(id: string, body: OrderSeries, options?: CallOptions): ApiPromise<SeriesWithPosts>
    /** Delete a series. Its posts stay, without a series. Emits `post.updated` for each of them. */
    delete(id: string, options?: CallOptions): ApiPromise<Deleted>
  }
  readonly session: {
    /** Sign up. Creates an account on the plan of new accounts (`free`, unless the operator has set another) and logs it in: the response sets the session cookie. Usernames and e-mail addresses are unique, ignoring case. */
    signUp(body: SignUp, options?: CallOptions): ApiPromise<Me>
    /** Check a set-up link. A server whose site has no administrator logs a link that creates one. 403 if this is not its token, or once there is an administrator. */
    checkSetup(body: CheckSetup, options?: CallOptions): ApiPromise<Done>
    /** Create the first administrator. With the token of the set-up link that a server logs whose site has no administrator. The account has all rights: the role `admin` and the highest plan. The response sets the session cookie. 403 once there is an administrator. */
    setUp(body: SetUp, options?: CallOptions): ApiPromise<Me>
    /** Log in. Sets the session cookie. A wrong password and an unknown login both answer 401. At most 10 attempts per minute per IP address and per account. */
    logIn(body: LogIn, options?: CallOptions): ApiPromise<Me>
    /** Log out. Ends this session; the account’s other sessions and its tokens stay valid. */
    logOut(options?: CallOptions): ApiPromise<Done>
    /** Ask for a new password. Sends a link to this address if an account has it. The answer and its time are the same in any case. The link is valid for an hour and works once. */
    requestPasswordReset(body: RequestPasswordReset, options?: CallOptions): ApiPromise<Done>
    /** Set a new password. With the token of the link. Ends all sessions and passkeys of the account; API tokens stay valid. */
    confirmPasswordReset(body: ConfirmPasswordReset, options?: CallOptions): ApiPromise<Done>
    /** Verify an e-mail address. With the token of the link that was sent to it. If it is a new address, it replaces the old one now. */
    verifyEmail(body: VerifyEmail, options?: CallOptions): ApiPromise<Done>
    /** Confirm your password. Session cookie only. For the next 10 minutes, this session may add and remove passkeys and make recovery codes; other sessions get 403 `REAUTHENTICATION_REQUIRED` there. A log-in counts too. */
    confirm(body: ConfirmSession, options?: CallOptions): ApiPromise<Done>
    /** Set a new password with a recovery code. Ends all sessions and passkeys of the account; API tokens stay valid. An unknown login and a wrong code are both 400 with the field `code`. At most 10 attempts per minute per IP address. */
    recoverWithCode(body: UseRecoveryCode, options?: CallOptions): ApiPromise<Done>
  }
  readonly sessions: {
    /** List your sessions. Session cookie only. The browsers that are logged in, most recently used first. */
    list(options?: CallOptions): ApiPromise<SessionList>
    /** End a session. Session cookie only. That browser is logged out at once. */
    end(id: string, options?: CallOptions): ApiPromise<Done>
    /** End all other sessions. Session cookie only. All other browsers are logged out. */
    endOthers(options?: CallOptions): ApiPromise<Done>
  }
  readonly statistics: {
    /** Read statistics. Views and reactions of your posts per day, for at most 40 days. An hour belongs to the day in which it begins. */
    read(query?: QueryOf<StatisticsQuery>, options?: CallOptions): ApiPromise<Statistics>
  }
  readonly tokens: {
    /** List your tokens. Session cookie only. Revoked tokens stay in the list; the tokens themselves are never included. */
    list(options?: CallOptions): ApiPromise<TokenList>
    /** Issue a token. Session cookie only, any plan; using a token needs Premium. The token is only included in this response. Without `scopes` the token may do everything. Issuing a token with the name of an active one revokes that one. At most 10 active tokens: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`. */
    issue(body: IssueToken, options?: KeyedOptions): ApiPromise<IssuedToken>
    /** Revoke a token. Session cookie only. The token stops working at once and stays in the list. */
    revoke(id: string, options?: CallOptions): ApiPromise<Done>
    /** @deprecated Issue the default token. Use `POST /api/v1/tokens`. Issues or reissues the token named `default`. Errors have the older format `{ "error": "text" }`. */
    issueDefault(body?: IssueDefaultToken, options?: CallOptions): ApiPromise<IssuedToken>
  }
  readonly trash: {
    /** List your deleted posts. Those deleted in the last 30 days, the latest deletion first. Items carry no `content`. */
    list(query?: QueryOf<ListTrashQuery>, options?: CallOptions): ApiPromise<TrashList>
    /** Restore a deleted post. Restores a post from the trash as a draft, with its id, slug, `published_at`, comments and counters. Its `external_id` is removed if another post uses it now. A paid post needs the Pro+ plan. Emits `post.updated`. A post that was deleted more than 30 days ago is 404. */
    restore(id: string, options?: MatchOptions): ApiPromise<Post>
  }
  readonly uploads: {
    /** Upload an image. One file in the field `file`: jpg, png, gif or webp, at most 10 MB and 40 megapixels. The type is detected from the content. EXIF, XMP and IPTC data is removed; animation stays. The same bytes again answer the record of the first upload. Honours `Idempotency-Key`. */
    create(file: Blob, options?: KeyedOptions & UploadOptions): ApiPromise<Upload>
    /** Upload an image from an address. The server fetches an image from a public address over https (`http:` becomes `https:`), follows at most 3 redirects, and stores it as an upload of its bytes. An address that is not public, or that has no image, is refused with 400. Counts as an upload. */
    fetch(body: FetchImage, options?: CallOptions): ApiPromise<Upload>
    /** List your uploads. Newest first, with what shows each image. With `sha256`, only uploads of that file. */
    list(query?: QueryOf<ListUploadsQuery>, options?: CallOptions): ApiPromise<UploadList>
    /** Delete an upload. The image is no longer served. 409 `IN_USE` while a post, a comment or a profile shows it, unless `force=true`. A token also needs the scope `posts:publish` if readers see the image. */
    delete(id: string, options?: CallOptions & OptionsOf<DeleteUploadQuery>): ApiPromise<Deleted>
  }
  readonly webhooks: {
    /** Register a webhook. Premium. Only https and public addresses. The secret is only included in this response. At most 10 webhooks: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`. */
    register(body: RegisterWebhook, options?: KeyedOptions): ApiPromise<RegisteredWebhook>
    /** List your webhooks. Premium. Without secrets. */
    list(options?: CallOptions): ApiPromise<WebhookList>
    /** Read a webhook. Premium. Without its secret. */
    read(id: string, options?: CallOptions): ApiPromise<Webhook>
    /** Change a webhook. Premium. Changing `disabled` to `active` resets `consecutive_failures` to 0; deliveries that failed before are only sent again by redelivery. */
    change(id: string, body: ChangeWebhook, options?: CallOptions): ApiPromise<Webhook>
    /** Delete a webhook. Premium. Also deletes its delivery log. It cannot be undone. */
    delete(id: string, options?: CallOptions): ApiPromise<Deleted>
    /** List deliveries. Premium. Newest first, including pings. */
    deliveries(id: string, query?: QueryOf<ListDeliveriesQuery>, options?: CallOptions): ApiPromise<DeliveryList>
    /** Read a delivery. Premium. With all attempts and the request. */
    readDelivery(id: string, deliveryId: string, options?: CallOptions): ApiPromise<DeliveryDetail>
    /** Send a ping. Premium. Makes one attempt, even if the webhook is disabled; it counts neither as a failure nor as a success. If there is no response, the answer is 200 with `success: false` and `http_status: 0`. At most 20 per minute. */
    test(id: string, options?: CallOptions): ApiPromise<TestResult>
    /** Send a delivery again. Premium. Sends the delivery again at once, with the same `event_id` and body, and returns its new state. */
    redeliver(id: string, deliveryId: string, options?: CallOptions): ApiPromise<Delivery>
    /** Send all failed deliveries again. Premium. For use after an outage; pings are left out. */
    redeliverFailed(id: string, body: RedeliverFailed, options?: CallOptions): ApiPromise<Redelivered>
    /** Replace the secret. Premium. The new secret is only included in this response. For 24 hours deliveries are signed with both secrets. */
    rotateSecret(id: string, options?: CallOptions): ApiPromise<RotatedSecret>
  }
}
