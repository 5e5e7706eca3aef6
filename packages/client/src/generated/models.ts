// Generated from packages/contract by `npm run generate -w @galley/client`. Do not edit.

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

export interface AdminContentQuery {
  /** Text in the title of a post or in a comment. */
  q?: string
  username?: string
  hidden?: 'true' | 'false'
  limit?: number
  offset?: number
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

export interface AdminPost {
  id: string
  title: string
  excerpt: string
  /** The address of the post’s page on this site. */
  url: string
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

export interface AdminPostDetail {
  id: string
  title: string
  excerpt: string
  /** The address of the post’s page on this site. */
  url: string
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
  /** The complete Markdown, including the paid part. */
  content: string
}

export interface AdminPostList {
  posts: Array<AdminPost>
  total: number
}

export interface AdminUser {
  id: string
  username: string
  display_name: string
  avatar_url: string | null
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

export interface AdminUsersQuery {
  /** Text in the username, the display name or the e-mail address. */
  q?: string
  suspended?: 'true' | 'false'
  limit?: number
  offset?: number
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

export interface AuditEntry {
  id: string
  action:
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

export interface ChangePost {
  title?: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content?: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** A future time; required if status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
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
  event_types?: Array<
    'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted' | 'post.purchased'
  >
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

export interface CreatePost {
  title: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content: string
  /** `draft` by default. */
  status?: 'draft' | 'published' | 'scheduled'
  /** A future time; required if status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
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

export interface CreatedInvitation {
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
  /** The link. Only in this response. */
  url: string
}

export interface CreatedPost {
  id: string
  /** Derived from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post was last published; null before that. */
  published_at: string | null
  scheduled_for: string | null
  created_at: string
  /** The address of the post’s page on this site. */
  url: string
}

export interface DeleteMe {
  current_password: string
}

export interface DeletePostQuery {
  /** Whether buyers keep the text, or get their money back. */
  buyers?: 'keep' | 'refund'
}

export interface DeleteUploadQuery {
  force?: 'true' | 'false'
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
  error_detail:
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
    | null
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
  error_detail:
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
    | null
  /** The reason as a sentence, for people. */
  error_message: string | null
}

export interface DeliveryDetail {
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
  error_detail:
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
    | null
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
  /** The request of the last attempt, or of the first one if it is still to come, with the headers of that attempt. It uses the current address and secret of the webhook. */
  request: {
    url: string
    headers: Record<string, string>
    /** The exact bytes that are signed, the same on every attempt. */
    body: string
  }
}

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
  dry_run?: 'true' | 'false'
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

export interface FollowState {
  following: boolean
  follower_count: number
}

export interface FollowedAuthor {
  username: string
  display_name: string
  avatar_url: string | null
  bio: string | null
  is_verified: boolean
  followed_at: string
}

export interface FollowedAuthorList {
  users: Array<FollowedAuthor>
  total: number
}

export interface FoundPost {
  id: string
  slug: string
  title: string
  excerpt: string
  category: CategoryValue | null
  tags: Array<string>
  published_at: string
  view_count: number
  like_count: number
  save_count: number
  comment_count: number
  resonated_count: number
  author: Author
  subtitle: string | null
  thumbnail_url: string | null
  is_paid: boolean
  price_jpy: number | null
  /** The address of the post’s page on this site. */
  url: string
  /** The address of the original, if the post was first published elsewhere. */
  canonical_url: string | null
  highlights: Array<SearchHighlight>
}

export interface FoundRedirect {
  /** The address of the post’s page on this site. */
  url: string
}

export interface FrontMatter {
  title: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** A future time; required if status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
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
  /** The series of the post, by its slug or title, instead of series_id. A new name creates the series. */
  series?: string
  /** Your own id for the post, so that the file can be renamed. The path of the file by default. */
  id?: string
}

export interface HideContent {
  /** Shown to the author, and recorded. */
  reason: string
}

export interface ImportPost {
  title: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** A future time; required if status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
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
  events?: 'true' | 'false'
  /** With `true` the request is validated and answered, but nothing is stored. */
  dry_run?: 'true' | 'false'
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

export interface IssuedToken {
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
  /** The token itself, 64 characters. It is never shown again. */
  token: string
}

export interface LikeState {
  liked: boolean
  like_count: number
}

export interface LinkedPreview {
  /** null if the post is published: read it at `url`. */
  post: {
    title: string
    subtitle: string | null
    category: CategoryValue | null
    tags: Array<string>
    cover_image_url: string | null
    price_jpy: number | null
    author: Author
    updated_at: string
    /** Sanitised HTML without scripts, event handlers and styles; links are http, https or mailto. */
    html: string
    /** The headings of the second and third level. */
    toc: Array<TocEntry>
    reading_minutes: number
    /** Guessed from the characters of the text. */
    language: 'ja' | 'en'
    /** The limit that the text exceeds, so that readers see it as plain paragraphs: `size` (the page would have more than 4 MiB, ten times its text plus 64 KiB, or 150,000 elements), `nesting` (more than 500 tags in each other), `time` or `memory`. null for a text that is rendered, or is not yet. */
    exceeded_limit: 'size' | 'nesting' | 'time' | 'memory' | null
  } | null
  /** The address of the post’s page on this site. */
  url: string
  expires_at: string
}

export interface ListAgentCallsQuery {
  limit?: number
  offset?: number
}

export interface ListAuditQuery {
  action?:
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
  target_id?: string
  limit?: number
  offset?: number
}

export interface ListCommentsQuery {
  limit?: number
  offset?: number
}

export interface ListDeliveriesQuery {
  status?: 'pending' | 'success' | 'failed' | 'retrying'
  limit?: number
  offset?: number
}

export interface ListEventsQuery {
  /** A cursor: only events after it. */
  after?: string
  /** Only events from this time on. */
  since?: string
  limit?: number
}

export interface ListInvitationsQuery {
  limit?: number
  offset?: number
}

export interface ListNotificationsQuery {
  limit?: number
  offset?: number
}

export interface ListPostsQuery {
  /** At least one word; all words must be in a post. `"…"` is a phrase, `-word` excludes, `tag:x` and `author:x` narrow the search. */
  q?: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  post_type?: 'article' | 'short' | 'series_entry'
  visibility?: 'public' | 'unlisted'
  is_paid?: 'true' | 'false'
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
  limit?: number
  offset?: number
}

export interface ListPublicPostsQuery {
  sort?: 'latest' | 'popular' | 'trending'
  category?: CategoryValue
  tag?: string
  /** A username, also with @. Cannot be combined with category or tag. */
  author?: string
  /** The id of a series. Cannot be combined with category, tag or author. */
  series?: string
  limit?: number
  offset?: number
}

export interface ListRedirectsQuery {
  post_id?: string
  /** Only redirects with this text in their path or in the title of their post, in any case of letters. */
  q?: string
  limit?: number
  offset?: number
}

export interface ListReportsQuery {
  status?: 'open' | 'resolved'
  limit?: number
  offset?: number
}

export interface ListRevisionsQuery {
  limit?: number
  offset?: number
}

export interface ListSeriesQuery {
  limit?: number
  offset?: number
}

export interface ListTrashQuery {
  limit?: number
  offset?: number
}

export interface ListUploadsQuery {
  /** Of the file as it was sent, or as it is served. */
  sha256?: string
  limit?: number
  offset?: number
}

export interface ListedUpload {
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
  created_at: string
  /** What shows the image, at most 20: your own, and what everybody can see of others. */
  used_by: Array<UploadUse>
}

export interface LogIn {
  /** E-mail address or username. */
  login: string
  password: string
}

export interface Me {
  id: string
  username: string
  display_name: string
  subscription_plan: 'free' | 'premium' | 'pro_plus'
  avatar_url: string | null
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
      event_types: Array<
        'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted' | 'post.purchased'
      >
    }
  }
}

export interface Post {
  id: string
  /** Derived from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post was last published; null before that. */
  published_at: string | null
  scheduled_for: string | null
  created_at: string
  /** The address of the post’s page on this site. */
  url: string
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

export interface PostItem {
  id: string
  /** Derived from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post was last published; null before that. */
  published_at: string | null
  scheduled_for: string | null
  created_at: string
  /** The address of the post’s page on this site. */
  url: string
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

export interface PreviewedPost {
  title: string
  subtitle: string | null
  category: CategoryValue | null
  tags: Array<string>
  cover_image_url: string | null
  price_jpy: number | null
  author: Author
  updated_at: string
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

export interface PublicPost {
  id: string
  slug: string
  title: string
  excerpt: string
  category: CategoryValue | null
  tags: Array<string>
  published_at: string
  view_count: number
  like_count: number
  save_count: number
  comment_count: number
  resonated_count: number
  author: Author
  subtitle: string | null
  thumbnail_url: string | null
  is_paid: boolean
  price_jpy: number | null
  /** The address of the post’s page on this site. */
  url: string
  /** The address of the original, if the post was first published elsewhere. */
  canonical_url: string | null
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
  series: {
    id: string
    title: string
    /** The address of the series’ page on this site. */
    url: string
    /** From 1; null for an unlisted post. */
    position: number | null
    count: number
    previous: {
      id: string
      title: string
      /** The address of the post’s page on this site. */
      url: string
    } | null
    next: {
      id: string
      title: string
      /** The address of the post’s page on this site. */
      url: string
    } | null
  } | null
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

export interface PublicPostItem {
  id: string
  slug: string
  title: string
  excerpt: string
  category: CategoryValue | null
  tags: Array<string>
  published_at: string
  view_count: number
  like_count: number
  save_count: number
  comment_count: number
  resonated_count: number
  author: Author
  subtitle: string | null
  thumbnail_url: string | null
  is_paid: boolean
  price_jpy: number | null
  /** The address of the post’s page on this site. */
  url: string
  /** The address of the original, if the post was first published elsewhere. */
  canonical_url: string | null
}

export interface PublicPostList {
  posts: Array<PublicPostItem>
  total: number
}

export interface PublicSeries {
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

export interface PurchaseDetails {
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
  /** Where to pay; null unless the purchase is pending. */
  checkout_url: string | null
  /** Null if nothing was paid. */
  receipt: {
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
  } | null
  /** Markdown, the last published text; null unless the purchase is paid and the post is no longer published. */
  content: string | null
}

export interface PurchaseList {
  purchases: Array<Purchase>
  total: number
}

export interface PurchaseListQuery {
  limit?: number
  offset?: number
}

export interface PutPost {
  title: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** A future time; required if status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
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

export interface ReaderPost {
  id: string
  slug: string
  title: string
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
  thumbnail_url: string | null
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
  updated_at: string
  /** Whether part or all of the content was left out. */
  paywalled: boolean
  /** The series that the post belongs to. */
  series: {
    id: string
    title: string
    /** The address of the series’ page on this site. */
    url: string
    /** From 1; null for an unlisted post. */
    position: number | null
    count: number
    previous: {
      id: string
      title: string
      /** The address of the post’s page on this site. */
      url: string
    } | null
    next: {
      id: string
      title: string
      /** The address of the post’s page on this site. */
      url: string
    } | null
  } | null
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

export interface ReadingListQuery {
  limit?: number
  offset?: number
}

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
  event_types: Array<
    'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted' | 'post.purchased'
  >
  description?: string | null
}

export interface RegisteredWebhook {
  id: string
  url: string
  event_types: Array<
    'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted' | 'post.purchased'
  >
  status: 'active' | 'disabled'
  description: string | null
  created_at: string
  /** Signing key, 64 characters. It is never shown again. */
  secret: string
}

export interface RenamePasskey {
  name: string
}

export interface Report {
  id: string
  reason: 'spam' | 'abuse' | 'illegal' | 'copyright' | 'other'
  note: string | null
  reporter: Author
  target: ReportTarget
  created_at: string
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

export interface Revision {
  id: string
  /** Whether these are changes of a public post that readers do not see yet. A post has at most one. */
  is_pending: boolean
  /** The name of the token that saved it; null for a logged-in browser. */
  client: string | null
  created_at: string
  saved_at: string
  content_sha256: string
  title: string
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

export interface SearchQuery {
  /** At least one word; all words must be in a post. `"…"` is a phrase, `-word` excludes, `tag:x` and `author:x` narrow the search. */
  q: string
  category?: CategoryValue
  tag?: string
  /** A username, also with @. */
  author?: string
  sort?: 'relevance' | 'latest'
  limit?: number
  offset?: number
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

export interface SeriesPlace {
  id: string
  title: string
  /** The address of the series’ page on this site. */
  url: string
  /** From 1; null for an unlisted post. */
  position: number | null
  count: number
  previous: {
    id: string
    title: string
    /** The address of the post’s page on this site. */
    url: string
  } | null
  next: {
    id: string
    title: string
    /** The address of the post’s page on this site. */
    url: string
  } | null
}

export interface SeriesWithPosts {
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
  error_detail:
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
    | null
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

export interface TrashedPost {
  id: string
  /** Derived from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'deleted'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post was last published; null before that. */
  published_at: string | null
  /** The scheduled time when the post was deleted. */
  scheduled_for: string | null
  created_at: string
  /** The address of the post’s page on this site. */
  url: string
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
  event_types: Array<
    'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted' | 'post.purchased'
  >
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

/** Every operation of the API, by its name in the contract. */
export interface Api {
  signUp: {
    params: undefined
    query: undefined
    body: SignUp
    response: Me
    upload: false
  }
  checkSetup: {
    params: undefined
    query: undefined
    body: CheckSetup
    response: Done
    upload: false
  }
  setUp: {
    params: undefined
    query: undefined
    body: SetUp
    response: Me
    upload: false
  }
  logIn: {
    params: undefined
    query: undefined
    body: LogIn
    response: Me
    upload: false
  }
  logOut: {
    params: undefined
    query: undefined
    body: undefined
    response: Done
    upload: false
  }
  readMe: {
    params: undefined
    query: undefined
    body: undefined
    response: Me
    upload: false
  }
  readStorage: {
    params: undefined
    query: undefined
    body: undefined
    response: StorageUse
    upload: false
  }
  changeMe: {
    params: undefined
    query: undefined
    body: ChangeMe
    response: Me
    upload: false
  }
  requestPasswordReset: {
    params: undefined
    query: undefined
    body: RequestPasswordReset
    response: Done
    upload: false
  }
  confirmPasswordReset: {
    params: undefined
    query: undefined
    body: ConfirmPasswordReset
    response: Done
    upload: false
  }
  verifyEmail: {
    params: undefined
    query: undefined
    body: VerifyEmail
    response: Done
    upload: false
  }
  readEmail: {
    params: undefined
    query: undefined
    body: undefined
    response: EmailState
    upload: false
  }
  changeEmail: {
    params: undefined
    query: undefined
    body: ChangeEmail
    response: EmailState
    upload: false
  }
  sendVerification: {
    params: undefined
    query: undefined
    body: undefined
    response: EmailState
    upload: false
  }
  deleteMe: {
    params: undefined
    query: undefined
    body: DeleteMe
    response: AccountDeletion
    upload: false
  }
  exportMe: {
    params: undefined
    query: undefined
    body: undefined
    response: ExportFile
    upload: false
  }
  listSessions: {
    params: undefined
    query: undefined
    body: undefined
    response: SessionList
    upload: false
  }
  endSession: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Done
    upload: false
  }
  endOtherSessions: {
    params: undefined
    query: undefined
    body: undefined
    response: Done
    upload: false
  }
  listSalons: {
    params: undefined
    query: undefined
    body: undefined
    response: MembershipList
    upload: false
  }
  confirmSession: {
    params: undefined
    query: undefined
    body: ConfirmSession
    response: Done
    upload: false
  }
  readRecoveryCodes: {
    params: undefined
    query: undefined
    body: undefined
    response: RecoveryCodesState
    upload: false
  }
  makeRecoveryCodes: {
    params: undefined
    query: undefined
    body: undefined
    response: RecoveryCodes
    upload: false
  }
  useRecoveryCode: {
    params: undefined
    query: undefined
    body: UseRecoveryCode
    response: Done
    upload: false
  }
  listPasskeys: {
    params: undefined
    query: undefined
    body: undefined
    response: PasskeyList
    upload: false
  }
  startPasskey: {
    params: undefined
    query: undefined
    body: undefined
    response: PasskeyOptions
    upload: false
  }
  addPasskey: {
    params: undefined
    query: undefined
    body: AddPasskey
    response: Passkey
    upload: false
  }
  renamePasskey: {
    params: { id: string }
    query: undefined
    body: RenamePasskey
    response: Passkey
    upload: false
  }
  removePasskey: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Done
    upload: false
  }
  startPasskeyUse: {
    params: undefined
    query: undefined
    body: undefined
    response: PasskeyOptions
    upload: false
  }
  logInWithPasskey: {
    params: undefined
    query: undefined
    body: UsePasskey
    response: Me
    upload: false
  }
  confirmWithPasskey: {
    params: undefined
    query: undefined
    body: UsePasskey
    response: Done
    upload: false
  }
  listInvitations: {
    params: undefined
    query: ListInvitationsQuery
    body: undefined
    response: InvitationList
    upload: false
  }
  createInvitation: {
    params: undefined
    query: undefined
    body: CreateInvitation
    response: CreatedInvitation
    upload: false
  }
  revokeInvitation: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Done
    upload: false
  }
  checkInvitation: {
    params: undefined
    query: undefined
    body: CheckInvitation
    response: Done
    upload: false
  }
  uploadImage: {
    params: undefined
    query: undefined
    body: undefined
    response: Upload
    upload: true
  }
  fetchImage: {
    params: undefined
    query: undefined
    body: FetchImage
    response: Upload
    upload: false
  }
  listUploads: {
    params: undefined
    query: ListUploadsQuery
    body: undefined
    response: UploadList
    upload: false
  }
  deleteUpload: {
    params: { id: string }
    query: DeleteUploadQuery
    body: undefined
    response: Deleted
    upload: false
  }
  createPost: {
    params: undefined
    query: DryRunQuery
    body: CreatePost
    response: CreatedPost
    upload: false
  }
  listPosts: {
    params: undefined
    query: ListPostsQuery
    body: undefined
    response: PostList
    upload: false
  }
  readPost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Post
    upload: false
  }
  changePost: {
    params: { id: string }
    query: DryRunQuery
    body: ChangePost
    response: Post
    upload: false
  }
  deletePost: {
    params: { id: string }
    query: DeletePostQuery
    body: undefined
    response: Deleted
    upload: false
  }
  listTrash: {
    params: undefined
    query: ListTrashQuery
    body: undefined
    response: TrashList
    upload: false
  }
  restorePost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Post
    upload: false
  }
  putPostByExternalId: {
    params: { external_id: string }
    query: DryRunQuery
    body: PutPost
    response: Post
    upload: false
  }
  readPostByExternalId: {
    params: { external_id: string }
    query: undefined
    body: undefined
    response: Post
    upload: false
  }
  deletePostByExternalId: {
    params: { external_id: string }
    query: DeletePostQuery
    body: undefined
    response: Deleted
    upload: false
  }
  setThumbnail: {
    params: { id: string }
    query: undefined
    body: undefined
    response: ThumbnailSet
    upload: true
  }
  removeThumbnail: {
    params: { id: string }
    query: undefined
    body: undefined
    response: ThumbnailRemoved
    upload: false
  }
  createSeries: {
    params: undefined
    query: undefined
    body: CreateSeries
    response: Series
    upload: false
  }
  listSeries: {
    params: undefined
    query: ListSeriesQuery
    body: undefined
    response: SeriesList
    upload: false
  }
  readSeries: {
    params: { id: string }
    query: undefined
    body: undefined
    response: SeriesWithPosts
    upload: false
  }
  changeSeries: {
    params: { id: string }
    query: undefined
    body: ChangeSeries
    response: Series
    upload: false
  }
  orderSeries: {
    params: { id: string }
    query: undefined
    body: OrderSeries
    response: SeriesWithPosts
    upload: false
  }
  deleteSeries: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Deleted
    upload: false
  }
  readPublicSeries: {
    params: { id: string }
    query: undefined
    body: undefined
    response: PublicSeries
    upload: false
  }
  listPublicSeries: {
    params: { username: string }
    query: ListSeriesQuery
    body: undefined
    response: SeriesList
    upload: false
  }
  importPost: {
    params: undefined
    query: ImportQuery
    body: ImportPost
    response: Post
    upload: false
  }
  listRedirects: {
    params: undefined
    query: ListRedirectsQuery
    body: undefined
    response: RedirectList
    upload: false
  }
  saveRedirect: {
    params: undefined
    query: undefined
    body: SaveRedirect
    response: Redirect
    upload: false
  }
  deleteRedirect: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Deleted
    upload: false
  }
  findRedirect: {
    params: undefined
    query: FindRedirectQuery
    body: undefined
    response: FoundRedirect
    upload: false
  }
  previewMarkdown: {
    params: undefined
    query: undefined
    body: PreviewMarkdown
    response: Preview
    upload: false
  }
  readStatistics: {
    params: undefined
    query: StatisticsQuery
    body: undefined
    response: Statistics
    upload: false
  }
  createPreviewLink: {
    params: { id: string }
    query: undefined
    body: CreatePreviewLink
    response: PreviewLink
    upload: false
  }
  revokePreviewLinks: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Deleted
    upload: false
  }
  readPreview: {
    params: undefined
    query: ReadPreviewQuery
    body: undefined
    response: LinkedPreview
    upload: false
  }
  listRevisions: {
    params: { id: string }
    query: ListRevisionsQuery
    body: undefined
    response: RevisionList
    upload: false
  }
  readRevision: {
    params: { id: string; revision_id: string }
    query: undefined
    body: undefined
    response: Revision
    upload: false
  }
  restoreRevision: {
    params: { id: string; revision_id: string }
    query: undefined
    body: undefined
    response: Post
    upload: false
  }
  savePendingRevision: {
    params: { id: string }
    query: PendingQuery
    body: SavePendingRevision
    response: Revision
    upload: false
  }
  discardPendingRevision: {
    params: { id: string }
    query: PendingQuery
    body: undefined
    response: Deleted
    upload: false
  }
  readSales: {
    params: undefined
    query: SalesQuery
    body: undefined
    response: Sales
    upload: false
  }
  listTokens: {
    params: undefined
    query: undefined
    body: undefined
    response: TokenList
    upload: false
  }
  issueToken: {
    params: undefined
    query: undefined
    body: IssueToken
    response: IssuedToken
    upload: false
  }
  revokeToken: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Done
    upload: false
  }
  issueDefaultToken: {
    params: undefined
    query: undefined
    body: IssueDefaultToken
    response: IssuedToken
    upload: false
  }
  requestDevice: {
    params: undefined
    query: undefined
    body: RequestDevice
    response: DeviceRequest
    upload: false
  }
  fetchDeviceToken: {
    params: undefined
    query: undefined
    body: FetchDeviceToken
    response: IssuedToken
    upload: false
  }
  readDevice: {
    params: { user_code: string }
    query: undefined
    body: undefined
    response: PendingDevice
    upload: false
  }
  approveDevice: {
    params: undefined
    query: undefined
    body: ApproveDevice
    response: Done
    upload: false
  }
  refuseDevice: {
    params: undefined
    query: undefined
    body: RefuseDevice
    response: Done
    upload: false
  }
  readOAuthRequest: {
    params: undefined
    query: OAuthRequestQuery
    body: undefined
    response: OAuthRequest
    upload: false
  }
  approveOAuth: {
    params: undefined
    query: undefined
    body: ApproveOAuth
    response: OAuthCode
    upload: false
  }
  listAgentCalls: {
    params: undefined
    query: ListAgentCallsQuery
    body: undefined
    response: AgentCallList
    upload: false
  }
  recordAgentCall: {
    params: undefined
    query: undefined
    body: RecordAgentCall
    response: Done
    upload: false
  }
  registerWebhook: {
    params: undefined
    query: undefined
    body: RegisterWebhook
    response: RegisteredWebhook
    upload: false
  }
  listWebhooks: {
    params: undefined
    query: undefined
    body: undefined
    response: WebhookList
    upload: false
  }
  readWebhook: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Webhook
    upload: false
  }
  changeWebhook: {
    params: { id: string }
    query: undefined
    body: ChangeWebhook
    response: Webhook
    upload: false
  }
  deleteWebhook: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Deleted
    upload: false
  }
  listDeliveries: {
    params: { id: string }
    query: ListDeliveriesQuery
    body: undefined
    response: DeliveryList
    upload: false
  }
  readDelivery: {
    params: { id: string; delivery_id: string }
    query: undefined
    body: undefined
    response: DeliveryDetail
    upload: false
  }
  testWebhook: {
    params: { id: string }
    query: undefined
    body: undefined
    response: TestResult
    upload: false
  }
  redeliver: {
    params: { id: string; delivery_id: string }
    query: undefined
    body: undefined
    response: Delivery
    upload: false
  }
  redeliverFailed: {
    params: { id: string }
    query: undefined
    body: RedeliverFailed
    response: Redelivered
    upload: false
  }
  rotateSecret: {
    params: { id: string }
    query: undefined
    body: undefined
    response: RotatedSecret
    upload: false
  }
  listEvents: {
    params: undefined
    query: ListEventsQuery
    body: undefined
    response: EventList
    upload: false
  }
  listPublicPosts: {
    params: undefined
    query: ListPublicPostsQuery
    body: undefined
    response: PublicPostList
    upload: false
  }
  readPublicPost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: PublicPost
    upload: false
  }
  readPublicPostHtml: {
    params: { id: string }
    query: undefined
    body: undefined
    response: PublicPostHtml
    upload: false
  }
  listPublicComments: {
    params: { id: string }
    query: ListCommentsQuery
    body: undefined
    response: CommentList
    upload: false
  }
  readRanking: {
    params: undefined
    query: RankingQuery
    body: undefined
    response: Ranking
    upload: false
  }
  listCategories: {
    params: undefined
    query: undefined
    body: undefined
    response: CategoryList
    upload: false
  }
  readProfile: {
    params: { username: string }
    query: undefined
    body: undefined
    response: Profile
    upload: false
  }
  listSitemapPosts: {
    params: undefined
    query: SitemapQuery
    body: undefined
    response: Sitemap
    upload: false
  }
  listSitemapSeries: {
    params: undefined
    query: SitemapQuery
    body: undefined
    response: Sitemap
    upload: false
  }
  searchPosts: {
    params: undefined
    query: SearchQuery
    body: undefined
    response: SearchResult
    upload: false
  }
  suggestSearches: {
    params: undefined
    query: SuggestionsQuery
    body: undefined
    response: SearchSuggestions
    upload: false
  }
  readReaderPost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: ReaderPost
    upload: false
  }
  readReaderPostHtml: {
    params: { id: string }
    query: undefined
    body: undefined
    response: PublicPostHtml
    upload: false
  }
  readReaderUser: {
    params: { username: string }
    query: undefined
    body: undefined
    response: ReaderUser
    upload: false
  }
  listSaved: {
    params: undefined
    query: ReadingListQuery
    body: undefined
    response: PublicPostList
    upload: false
  }
  listLiked: {
    params: undefined
    query: ReadingListQuery
    body: undefined
    response: PublicPostList
    upload: false
  }
  listFeed: {
    params: undefined
    query: ReadingListQuery
    body: undefined
    response: PublicPostList
    upload: false
  }
  listFollowing: {
    params: undefined
    query: ReadingListQuery
    body: undefined
    response: FollowedAuthorList
    upload: false
  }
  likePost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: LikeState
    upload: false
  }
  unlikePost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: LikeState
    upload: false
  }
  savePost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: SaveState
    upload: false
  }
  unsavePost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: SaveState
    upload: false
  }
  resonate: {
    params: { id: string }
    query: undefined
    body: undefined
    response: ResonanceState
    upload: false
  }
  unresonate: {
    params: { id: string }
    query: undefined
    body: undefined
    response: ResonanceState
    upload: false
  }
  listComments: {
    params: { id: string }
    query: ListCommentsQuery
    body: undefined
    response: CommentList
    upload: false
  }
  addComment: {
    params: { id: string }
    query: undefined
    body: AddComment
    response: Comment
    upload: false
  }
  deleteComment: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Deleted
    upload: false
  }
  report: {
    params: undefined
    query: undefined
    body: ReportContent
    response: SentReport
    upload: false
  }
  follow: {
    params: { username: string }
    query: undefined
    body: undefined
    response: FollowState
    upload: false
  }
  unfollow: {
    params: { username: string }
    query: undefined
    body: undefined
    response: FollowState
    upload: false
  }
  listNotifications: {
    params: undefined
    query: ListNotificationsQuery
    body: undefined
    response: NotificationList
    upload: false
  }
  countUnreadNotifications: {
    params: undefined
    query: undefined
    body: undefined
    response: UnreadNotifications
    upload: false
  }
  readNotifications: {
    params: undefined
    query: undefined
    body: ReadNotifications
    response: UnreadNotifications
    upload: false
  }
  readNotificationSettings: {
    params: undefined
    query: undefined
    body: undefined
    response: NotificationSettings
    upload: false
  }
  changeNotificationSettings: {
    params: undefined
    query: undefined
    body: ChangeNotificationSettings
    response: NotificationSettings
    upload: false
  }
  unsubscribe: {
    params: undefined
    query: undefined
    body: Unsubscribe
    response: Done
    upload: false
  }
  readOverview: {
    params: undefined
    query: undefined
    body: undefined
    response: AdminOverview
    upload: false
  }
  listAdminUsers: {
    params: undefined
    query: AdminUsersQuery
    body: undefined
    response: AdminUserList
    upload: false
  }
  suspendUser: {
    params: { id: string }
    query: undefined
    body: HideContent
    response: AdminUser
    upload: false
  }
  restoreUser: {
    params: { id: string }
    query: undefined
    body: RestoreContent
    response: AdminUser
    upload: false
  }
  moderateMany: {
    params: undefined
    query: DryRunQuery
    body: ModerateMany
    response: ModeratedList
    upload: false
  }
  listAdminPosts: {
    params: undefined
    query: AdminContentQuery
    body: undefined
    response: AdminPostList
    upload: false
  }
  readAdminPost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: AdminPostDetail
    upload: false
  }
  hidePost: {
    params: { id: string }
    query: undefined
    body: HideContent
    response: AdminPost
    upload: false
  }
  unhidePost: {
    params: { id: string }
    query: undefined
    body: RestoreContent
    response: AdminPost
    upload: false
  }
  listAdminComments: {
    params: undefined
    query: AdminContentQuery
    body: undefined
    response: AdminCommentList
    upload: false
  }
  hideComment: {
    params: { id: string }
    query: undefined
    body: HideContent
    response: AdminComment
    upload: false
  }
  unhideComment: {
    params: { id: string }
    query: undefined
    body: RestoreContent
    response: AdminComment
    upload: false
  }
  listReports: {
    params: undefined
    query: ListReportsQuery
    body: undefined
    response: ReportList
    upload: false
  }
  resolveReport: {
    params: { id: string }
    query: undefined
    body: ResolveReport
    response: Report
    upload: false
  }
  listAudit: {
    params: undefined
    query: ListAuditQuery
    body: undefined
    response: AuditList
    upload: false
  }
  startPurchase: {
    params: { id: string }
    query: undefined
    body: undefined
    response: StartedPurchase
    upload: false
  }
  listPurchases: {
    params: undefined
    query: PurchaseListQuery
    body: undefined
    response: PurchaseList
    upload: false
  }
  readPurchase: {
    params: { id: string }
    query: undefined
    body: undefined
    response: PurchaseDetails
    upload: false
  }
  readPurchaseHtml: {
    params: { id: string }
    query: undefined
    body: undefined
    response: Preview
    upload: false
  }
  checkPurchase: {
    params: { id: string }
    query: undefined
    body: undefined
    response: PurchaseDetails
    upload: false
  }
  payTestPurchase: {
    params: { id: string }
    query: undefined
    body: TestPayment
    response: PurchaseDetails
    upload: false
  }
}
