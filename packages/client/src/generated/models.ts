// Generated from packages/contract by `npm run generate -w @galley/client`. Do not edit.

export interface AddComment {
  content: string
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

export interface ChangeMe {
  display_name?: string
  bio?: string | null
  /** An http or https address. */
  avatar_url?: string | null
  password?: string
  current_password?: string
}

export interface ChangePost {
  title?: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content?: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** In the future; needed when status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
  /** `article` unless said otherwise. */
  post_type?: 'article' | 'short' | 'series_entry'
  /** `public` unless said otherwise. */
  visibility?: 'public' | 'unlisted'
  category?: CategoryValue | null
  /** Trimmed; duplicates are dropped. */
  tags?: Array<string>
  subtitle?: string | null
  /** Needs the Pro+ plan to turn on or off. */
  is_paid?: boolean
  /** Yen; needed when is_paid is true, and then at least 100. */
  price_jpy?: number | null
  /** @deprecated Has no effect. Put `<!-- paywall -->` into the content where the free part ends. */
  free_preview_length?: number | null
  /** A salon in which you are owner or admin. */
  salon_id?: string | null
  /** For members of the salon only; needs salon_id. */
  salon_only?: boolean
  /** An http or https address. */
  thumbnail_url?: string | null
  /** An http or https address. */
  cover_image_url?: string | null
  seo_title?: string | null
  meta_description?: string | null
  /** A name of your own for the post, unique among your posts. */
  external_id?: string | null
}

export interface ChangeWebhook {
  /** https only, at a public address. */
  url?: string
  /** Duplicates are dropped. */
  event_types?: Array<'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted'>
  /** From disabled to active, failures count from 0. */
  status?: 'active' | 'disabled'
  description?: string | null
}

export interface Comment {
  id: string
  content: string
  author: Author
  created_at: string
}

export interface CommentList {
  comments: Array<Comment>
  total: number
}

export interface CreatePost {
  title: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content: string
  /** `draft` unless said otherwise. */
  status?: 'draft' | 'published' | 'scheduled'
  /** In the future; needed when status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
  /** `article` unless said otherwise. */
  post_type?: 'article' | 'short' | 'series_entry'
  /** `public` unless said otherwise. */
  visibility?: 'public' | 'unlisted'
  category?: CategoryValue | null
  /** Trimmed; duplicates are dropped. */
  tags?: Array<string>
  subtitle?: string | null
  /** Needs the Pro+ plan to turn on or off. */
  is_paid?: boolean
  /** Yen; needed when is_paid is true, and then at least 100. */
  price_jpy?: number | null
  /** @deprecated Has no effect. Put `<!-- paywall -->` into the content where the free part ends. */
  free_preview_length?: number | null
  /** A salon in which you are owner or admin. */
  salon_id?: string | null
  /** For members of the salon only; needs salon_id. */
  salon_only?: boolean
  /** An http or https address. */
  thumbnail_url?: string | null
  /** An http or https address. */
  cover_image_url?: string | null
  seo_title?: string | null
  meta_description?: string | null
  /** A name of your own for the post, unique among your posts. */
  external_id?: string | null
}

export interface CreatedPost {
  id: string
  /** Made from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post last became published; null before. */
  published_at: string | null
  scheduled_for: string | null
  created_at: string
}

export interface Deleted {
  deleted: true
}

export interface Delivery {
  id: string
  event: 'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted' | 'ping'
  event_id: string
  status: 'pending' | 'success' | 'failed' | 'retrying'
  attempt_count: number
  /** null when no answer came. */
  http_status: number | null
  response_time_ms: number | null
  /** Why it failed; null while it has not. */
  error: 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'webhook_disabled' | null
  /** The exact reason, where it is known. The list may grow. */
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
  /** The beginning of the last answer, at most 4 KiB. */
  response_body: string | null
  next_attempt_at: string | null
  created_at: string
  last_attempt_at: string | null
  delivered_at: string | null
  /** Every attempt, the first one first; at most the last 20. */
  attempts: Array<DeliveryAttempt>
}

export interface DeliveryAttempt {
  attempted_at: string
  /** null when no answer came. */
  http_status: number | null
  response_time_ms: number | null
  /** Why it failed; null while it has not. */
  error: 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'webhook_disabled' | null
  /** The exact reason, where it is known. The list may grow. */
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
  event: 'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted' | 'ping'
  event_id: string
  status: 'pending' | 'success' | 'failed' | 'retrying'
  attempt_count: number
  /** null when no answer came. */
  http_status: number | null
  response_time_ms: number | null
  /** Why it failed; null while it has not. */
  error: 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'webhook_disabled' | null
  /** The exact reason, where it is known. The list may grow. */
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
  /** The beginning of the last answer, at most 4 KiB. */
  response_body: string | null
  next_attempt_at: string | null
  created_at: string
  last_attempt_at: string | null
  delivered_at: string | null
  /** Every attempt, the first one first; at most the last 20. */
  attempts: Array<DeliveryAttempt>
  /** The last attempt, or the first one to come: with the headers of that attempt, to the address and signed with the secret that the webhook has now. */
  request: {
    url: string
    headers: Record<string, string>
    /** The very bytes that are signed, the same at every attempt. */
    body: string
  }
}

export interface DeliveryList {
  deliveries: Array<Delivery>
  total: number
}

export interface Done {
  ok: true
}

export interface DryRunQuery {
  /** With `true` everything is checked and answered, nothing is stored. */
  dry_run?: 'true' | 'false'
}

export interface ErrorAnswer {
  error: {
    code:
      | 'VALIDATION_ERROR'
      | 'INVALID_JSON'
      | 'LIMIT_REACHED'
      | 'UNAUTHORIZED'
      | 'TOKEN_EXPIRED'
      | 'TOKEN_REVOKED'
      | 'PLAN_REQUIRED'
      | 'FORBIDDEN'
      | 'SESSION_REQUIRED'
      | 'CROSS_SITE'
      | 'NOT_FOUND'
      | 'REQUEST_TIMEOUT'
      | 'GONE'
      | 'PRECONDITION_FAILED'
      | 'PAYLOAD_TOO_LARGE'
      | 'UNSUPPORTED_MEDIA_TYPE'
      | 'RATE_LIMITED'
      | 'HEADERS_TOO_LARGE'
      | 'INTERNAL_ERROR'
      | 'NOT_IMPLEMENTED'
      | 'UNAVAILABLE'
    /** For people; its words may change. */
    message: string
    /** Every faulty field, not only the first; empty for other errors. */
    fields: Array<FieldError>
    /** Names this request in the server log. */
    request_id: string
  }
}

export type EventPayload =
  | PostCreatedEvent
  | PostUpdatedEvent
  | PostPublishedEvent
  | PostUnpublishedEvent
  | PostDeletedEvent
  | PingEvent

/** Never the content. For post.deleted: the values from before the deletion. */
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

export interface FieldError {
  /** Name of the faulty field or query parameter; `tags.3` for an entry of a list. */
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
  message: string
}

export interface FollowState {
  following: boolean
  follower_count: number
}

export type IssueDefaultToken = {
  /** In the future. Without it the token does not expire. */
  expires_at?: string | null
} | null

export interface IssueToken {
  /** The name of a live token re-issues it: the old one is revoked. */
  name: string
  /** In the future. Without it the token does not expire. */
  expires_at?: string | null
}

export interface IssuedToken {
  id: string
  name: string
  /** The first 8 characters, to tell tokens apart. */
  token_prefix: string
  /** Exact to the minute. */
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

export interface ListCommentsQuery {
  limit?: number
  offset?: number
}

export interface ListDeliveriesQuery {
  status?: 'pending' | 'success' | 'failed' | 'retrying'
  limit?: number
  offset?: number
}

export interface ListPostsQuery {
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  post_type?: 'article' | 'short' | 'series_entry'
  visibility?: 'public' | 'unlisted'
  is_paid?: 'true' | 'false'
  salon_id?: string
  /** Only scheduled posts, at this time or later. */
  scheduled_from?: string
  /** Only scheduled posts, before this time. */
  scheduled_to?: string
  limit?: number
  offset?: number
}

export interface ListPublicPostsQuery {
  sort?: 'latest' | 'popular' | 'trending'
  category?: CategoryValue
  tag?: string
  /** A username; not together with category or tag. */
  author?: string
  limit?: number
  offset?: number
}

export interface ListTrashQuery {
  limit?: number
  offset?: number
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

export interface OlderErrorAnswer {
  error: string
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
      event_types: Array<'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted'>
    }
  }
}

export interface Post {
  id: string
  /** Made from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post last became published; null before. */
  published_at: string | null
  scheduled_for: string | null
  created_at: string
  category: CategoryValue | null
  tags: Array<string>
  subtitle: string | null
  salon_id: string | null
  salon_only: boolean
  /** Plain text from the beginning of the content. */
  excerpt: string
  updated_at: string
  view_count: number
  like_count: number
  comment_count: number
  /** Markdown, whole, whether paid or not. */
  content: string
  price_jpy: number | null
  /** @deprecated */
  free_preview_length: number | null
  thumbnail_url: string | null
  cover_image_url: string | null
  seo_title: string | null
  meta_description: string | null
  author: Author
  /** The name the author’s own tool knows the post by. */
  external_id?: string
}

export interface PostCreatedEvent {
  event: 'post.created'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Never the content. For post.deleted: the values from before the deletion. */
    post: EventPost
  }
}

export interface PostDeletedEvent {
  event: 'post.deleted'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Never the content. For post.deleted: the values from before the deletion. */
    post: EventPost
  }
}

export interface PostItem {
  id: string
  /** Made from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'archived'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post last became published; null before. */
  published_at: string | null
  scheduled_for: string | null
  created_at: string
  category: CategoryValue | null
  tags: Array<string>
  subtitle: string | null
  salon_id: string | null
  salon_only: boolean
  /** Plain text from the beginning of the content. */
  excerpt: string
  updated_at: string
  view_count: number
  like_count: number
  comment_count: number
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
    /** Never the content. For post.deleted: the values from before the deletion. */
    post: EventPost
  }
}

export interface PostUnpublishedEvent {
  event: 'post.unpublished'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Never the content. For post.deleted: the values from before the deletion. */
    post: EventPost
  }
}

export interface PostUpdatedEvent {
  event: 'post.updated'
  /** `<event name>:<uuid>`, the same on every attempt. */
  event_id: string
  created_at: string
  data: {
    /** Never the content. For post.deleted: the values from before the deletion. */
    post: EventPost
    /** Names of the fields whose values differ. */
    changes: Array<string>
  }
}

export interface Preview {
  /** Safe to put into a page: no scripts, no event handlers, no styles, http, https and mailto links only. */
  html: string
  /** The headings of the second and third level. */
  toc: Array<TocEntry>
  reading_minutes: number
  /** A guess, from the characters it is written in. */
  language: 'ja' | 'en'
}

export interface PreviewMarkdown {
  /** Markdown. */
  content: string
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
  /** Markdown; of a paid post the free part, null when there is none. */
  content: string | null
  post_type: 'article' | 'short' | 'series_entry'
  cover_image_url: string | null
  seo_title: string | null
  meta_description: string | null
  updated_at: string
  /** Part or all of the content was held back. */
  paywalled: boolean
}

export interface PublicPostHtml {
  /** null when the whole post is paid. */
  html: string | null
  /** The headings of the second and third level. */
  toc: Array<TocEntry>
  reading_minutes: number
  /** A guess, from the characters it is written in. */
  language: 'ja' | 'en'
  /** Whether it stands in lists. A page of one that does not is no page to index. */
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
}

export interface PublicPostList {
  posts: Array<PublicPostItem>
  total: number
}

export interface PutPost {
  title: string
  /** Markdown. At most 500 characters when post_type is `short`. */
  content: string
  status?: 'draft' | 'scheduled' | 'published' | 'archived'
  /** In the future; needed when status is `scheduled`. null cancels a schedule. */
  scheduled_for?: string | null
  /** `article` unless said otherwise. */
  post_type?: 'article' | 'short' | 'series_entry'
  /** `public` unless said otherwise. */
  visibility?: 'public' | 'unlisted'
  category?: CategoryValue | null
  /** Trimmed; duplicates are dropped. */
  tags?: Array<string>
  subtitle?: string | null
  /** Needs the Pro+ plan to turn on or off. */
  is_paid?: boolean
  /** Yen; needed when is_paid is true, and then at least 100. */
  price_jpy?: number | null
  /** @deprecated Has no effect. Put `<!-- paywall -->` into the content where the free part ends. */
  free_preview_length?: number | null
  /** A salon in which you are owner or admin. */
  salon_id?: string | null
  /** For members of the salon only; needs salon_id. */
  salon_only?: boolean
  /** An http or https address. */
  thumbnail_url?: string | null
  /** An http or https address. */
  cover_image_url?: string | null
  seo_title?: string | null
  meta_description?: string | null
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
  }
}

export interface RankingQuery {
  type?: 'trending' | 'weekly' | 'monthly' | 'saved'
  limit?: number
}

export interface ReaderPost {
  liked: boolean
  saved: boolean
  resonated: boolean
  following_author: boolean
  is_author: boolean
  /** Exact, while public answers may be seconds old. */
  like_count: number
  /** Exact, while public answers may be seconds old. */
  save_count: number
  /** Exact, while public answers may be seconds old. */
  resonated_count: number
}

export interface ReaderUser {
  following: boolean
  is_self: boolean
}

export interface RedeliverFailed {
  /** Deliveries created at or after this time that ended failed. */
  since: string
}

export interface Redelivered {
  /** How many deliveries are due again. */
  redelivered: number
}

export interface RegisterWebhook {
  /** https only, at a public address. */
  url: string
  /** Duplicates are dropped. */
  event_types: Array<'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted'>
  description?: string | null
}

export interface RegisteredWebhook {
  id: string
  url: string
  event_types: Array<'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted'>
  status: 'active' | 'disabled'
  description: string | null
  created_at: string
  /** Signing key, 64 characters. It is never shown again. */
  secret: string
}

export interface ResonanceState {
  resonated: boolean
  resonated_count: number
}

export interface RotatedSecret {
  id: string
  /** Signing key, 64 characters. It is never shown again. */
  secret: string
  /** Until then both secrets sign. */
  previous_secret_expires_at: string
}

export interface SaveState {
  saved: boolean
  save_count: number
}

export interface SessionList {
  sessions: Array<SessionRecord>
}

export interface SessionRecord {
  /** Names the session and is no secret: nobody can log in with it. */
  id: string
  created_at: string
  /** Exact to the minute. */
  last_used_at: string
  /** What the browser called itself at the log-in, cut to 200 characters. */
  user_agent: string | null
  /** The session that asks. */
  current: boolean
}

export interface SignUp {
  /** Lower-case letters, digits and underscores. It cannot be changed later. */
  username: string
  email: string
  password: string
  /** The username when left out. */
  display_name?: string | null
}

export interface Sitemap {
  /** How many pages there are. */
  pages: number
  /** About 10000 posts a page, the oldest first. */
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

export interface Statistics {
  /** Every day of the period, the first one first, those without events too. */
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
  /** The busiest posts of the period, at most 20; empty when `post_id` is given. */
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
  /** How many days, today included. */
  days?: number
  /** One of your posts; all of them when left out. */
  post_id?: string
  /** Where a day begins, such as `Asia/Tokyo`. */
  time_zone?: string
}

export interface TestResult {
  success: boolean
  /** 0 when no answer came. */
  http_status: number
  response_time_ms: number
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
  /** The first 8 characters, to tell tokens apart. */
  token_prefix: string
  /** Exact to the minute. */
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  created_at: string
}

export interface TrashList {
  posts: Array<TrashedPost>
  total: number
}

export interface TrashedPost {
  id: string
  /** Made from the title at creation; it never changes. */
  slug: string
  title: string
  status: 'deleted'
  visibility: 'public' | 'unlisted'
  post_type: 'article' | 'short' | 'series_entry'
  is_paid: boolean
  /** When the post last became published; null before. */
  published_at: string | null
  /** The time that the post had when it was deleted. */
  scheduled_for: string | null
  created_at: string
  category: CategoryValue | null
  tags: Array<string>
  subtitle: string | null
  salon_id: string | null
  salon_only: boolean
  /** Plain text from the beginning of the content. */
  excerpt: string
  updated_at: string
  view_count: number
  like_count: number
  comment_count: number
  deleted_at: string
}

export interface Upload {
  /** Public address of the image, to be used as `thumbnail_url`. */
  url: string
  /** Where it is stored: `posts/<user_id>/<uuid>.<ext>`. */
  path: string
  /** The name it was sent under. */
  file_name: string
  /** Bytes stored. */
  file_size: number
  /** What the bytes are, whatever the name says. */
  mime_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
}

export interface Webhook {
  id: string
  url: string
  event_types: Array<'post.created' | 'post.updated' | 'post.published' | 'post.unpublished' | 'post.deleted'>
  status: 'active' | 'disabled'
  description: string | null
  created_at: string
  /** Deliveries in a row that ended as failed. */
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
  changeMe: {
    params: undefined
    query: undefined
    body: ChangeMe
    response: Me
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
  uploadImage: {
    params: undefined
    query: undefined
    body: undefined
    response: Upload
    upload: true
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
    query: undefined
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
  readReaderPost: {
    params: { id: string }
    query: undefined
    body: undefined
    response: ReaderPost
    upload: false
  }
  readReaderUser: {
    params: { username: string }
    query: undefined
    body: undefined
    response: ReaderUser
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
}
