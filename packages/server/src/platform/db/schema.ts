import type { DeliveredName, EventName } from '@galley/contract/delivery/events'
import type { MailState } from '@galley/contract/delivery/mail'
import type { NotificationKind } from '@galley/contract/delivery/notifications'
import type { DeliveryStatus, WebhookStatus } from '@galley/contract/delivery/webhooks'
import type { ArticleLanguage, Language } from '@galley/contract/identity/languages'
import type { Plan } from '@galley/contract/identity/plans'
import type { Role } from '@galley/contract/identity/roles'
import type { TokenScope } from '@galley/contract/identity/scopes'
import type { AuditAction, AuditSource, AuditTarget, ReportOutcome, ReportReason } from '@galley/contract/moderation'
import type { RankingType } from '@galley/contract/reading/public'
import type { DeliveryAttempt } from '@galley/contract/schemas/delivery/webhooks'
import type { TocEntry } from '@galley/contract/schemas/writing/rendering'
import type { PurchaseStatus } from '@galley/contract/selling'
import type { CategoryValue } from '@galley/contract/writing/categories'
import type { ImageType, UploadUseType } from '@galley/contract/writing/images'
import type { PostStatus, PostType, Visibility } from '@galley/contract/writing/posts'
import type { SalonRole } from '@galley/contract/writing/salons'
import type { SeriesStatus } from '@galley/contract/writing/series'
import type { RenderingLimit } from '@galley/markdown/page'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as a Date, written as a Date or as an SQL expression. */
type Time = ColumnType<Date, Date, Date>
type NullableTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type DefaultTime = ColumnType<Date, Date | undefined, Date>

interface RenderedPost {
  post_id: string
  made_from: string
  html: string
  toc: ColumnType<TocEntry[], string, string>
  reading_minutes: number
  language: ArticleLanguage
  exceeded_limit: RenderingLimit | null
  made_at: DefaultTime
}

export interface StoredAttempt extends Omit<DeliveryAttempt, 'error' | 'error_detail' | 'error_message'> {
  readonly error: string | null
}

/** Likes, saves and resonances have the same columns. */
interface Reaction {
  post_id: string
  user_id: string
  created_at: DefaultTime
}

/** All tables for Kysely. A test compares them with the database. */
export interface Tables {
  users: {
    id: string
    username: string
    email: string
    password_hash: string
    display_name: string
    bio: string | null
    avatar_url: string | null
    plan: Generated<Plan>
    role: Generated<Role>
    is_verified: Generated<boolean>
    email_verified_at: NullableTime
    /** The language of mails; null: that of the site. */
    language: Language | null
    /** Earlier notifications have been read. */
    notifications_read_at: NullableTime
    follower_count: Generated<number>
    suspended_at: NullableTime
    deletion_requested_at: NullableTime
    /** Then a log-in does not bring the account back. */
    deleted_by_operator: Generated<boolean>
    created_at: DefaultTime
    updated_at: DefaultTime
  }

  /** One row. */
  site_setup: {
    only_row: Generated<boolean>
    nonce: Generated<string>
  }

  sessions: {
    id: string
    user_id: string
    token_hash: Buffer
    user_agent: string | null
    created_at: DefaultTime
    last_used_at: DefaultTime
    expires_at: Time
    /** When the owner last entered the password in this browser. */
    authenticated_at: DefaultTime
  }

  api_tokens: {
    id: string
    user_id: string
    name: string
    token_hash: Buffer
    token_prefix: string
    /** Null: all, including those of later releases. */
    scopes: TokenScope[] | null
    last_used_at: NullableTime
    expires_at: NullableTime
    revoked_at: NullableTime
    created_at: DefaultTime
    /** Of a token that a program got with OAuth; the others are null as well otherwise. */
    oauth_client_id: string | null
    refresh_hash: Buffer | null
    /** Of the first refresh token of the grant, with which all later ones begin. */
    former_refresh_hash: Buffer | null
    refresh_expires_at: NullableTime
    /** When its owner was told that it expires soon. */
    expiry_notified_at: NullableTime
  }

  agent_calls: {
    id: string
    user_id: string
    client_name: string
    tool: string
    /** As the assistant named it: perhaps no post of this author. */
    post_id: string | null
    is_error: boolean
    created_at: DefaultTime
  }

  oauth_clients: {
    id: string
    name: string
    redirect_uris: string[]
    created_at: DefaultTime
    used_at: NullableTime
  }

  oauth_codes: {
    code_hash: Buffer
    user_id: string
    client_id: string
    client_name: string
    redirect_uri: string
    code_challenge: string
    scopes: TokenScope[]
    expires_at: Time
  }

  /** A program's request for a token, until it has fetched the token or the request has expired. */
  device_codes: {
    device_code_hash: Buffer
    user_code_hash: Buffer
    client_name: string
    scopes: TokenScope[] | null
    status: Generated<'pending' | 'approved' | 'refused'>
    /** Who has approved it. */
    user_id: string | null
    last_polled_at: NullableTime
    created_at: DefaultTime
    expires_at: Time
  }

  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    answer: Buffer | null
    created_at: DefaultTime
  }

  salons: {
    id: string
    name: string
    created_at: DefaultTime
  }

  salon_members: {
    salon_id: string
    user_id: string
    role: SalonRole
    created_at: DefaultTime
  }

  posts: {
    id: string
    author_id: string
    slug: string
    title: string
    content: string
    excerpt: string
    status: PostStatus
    scheduled_for: NullableTime
    post_type: PostType
    visibility: Visibility
    category: CategoryValue | null
    tags: string[]
    subtitle: string | null
    is_paid: boolean
    price_jpy: number | null
    free_preview_length: number | null
    /** Characters of the content before the paywall marker; null without a marker. */
    free_length: number | null
    salon_id: string | null
    salon_only: boolean
    thumbnail_url: string | null
    cover_image_url: string | null
    seo_title: string | null
    meta_description: string | null
    canonical_url: string | null
    series_id: string | null
    series_position: number | null
    external_id: string | null
    /** Written by a trigger; null until a job has filled it for a post of an earlier release. */
    content_sha256: Buffer | null
    published_at: NullableTime
    created_at: DefaultTime
    updated_at: DefaultTime
    deleted_at: NullableTime
    hidden_at: NullableTime
    hidden_reason: string | null
    version: Generated<number>
    view_count: Generated<number>
    like_count: Generated<number>
    comment_count: Generated<number>
    save_count: Generated<number>
    resonated_count: Generated<number>
    salon_key: GeneratedAlways<string>
  }

  series: {
    id: string
    author_id: string
    slug: string
    title: string
    description: string | null
    cover_image_url: string | null
    status: Generated<SeriesStatus>
    created_at: DefaultTime
    updated_at: DefaultTime
  }

  post_groups: {
    author_id: string
    status: PostStatus
    post_type: PostType
    visibility: Visibility
    is_paid: boolean
    salon_key: string
    /** A group may have several rows; they count together. */
    count: number
    id: GeneratedAlways<string>
  }

  /** An account may have several rows, which count together. */
  storage_use: {
    id: GeneratedAlways<string>
    user_id: string
    texts_bytes: string
    uploads_bytes: string
  }

  post_pages: RenderedPost
  whole_pages: RenderedPost

  events: {
    id: string
    author_id: string
    post_id: string | null
    name: DeliveredName
    event_id: string
    body: string
    created_at: DefaultTime
    /** The order of the stream: a transaction id, at least that of the writer. */
    position: Generated<string>
    /** The trace of the change, if it was traced. */
    traceparent: string | null
  }

  /** Authors whose events somebody may be waiting for, and until when. */
  event_listeners: {
    author_id: string
    until: Time
  }

  webhooks: {
    id: string
    user_id: string
    url: string
    event_types: EventName[]
    status: Generated<WebhookStatus>
    description: string | null
    secret: Buffer
    previous_secret: Buffer | null
    previous_secret_expires_at: NullableTime
    lease_token: string | null
    lease_until: NullableTime
    consecutive_failures: Generated<number>
    epoch: Generated<number>
    disabled_at: NullableTime
    disabled_reason: string | null
    created_at: DefaultTime
    updated_at: DefaultTime
  }

  deliveries: {
    id: Generated<string>
    webhook_id: string
    event_row: string
    event: DeliveredName
    event_id: string
    attempt_count: Generated<number>
    attempts_before: Generated<number>
    attempts: ColumnType<StoredAttempt[], string | undefined, string>
    http_status: number | null
    response_time_ms: number | null
    /** With its detail, if any: `tls:certificate_expired`. */
    error: string | null
    response_body: string | null
    created_at: DefaultTime
    last_attempt_at: NullableTime
    delivered_at: NullableTime
  }

  /** Deliveries that have not succeeded: queued, failed, and pings that are being sent. */
  undelivered: {
    delivery_id: string
    webhook_id: string
    status: Generated<Exclude<DeliveryStatus, 'success'>>
    due_at: NullableTime
    lease_token: string | null
    created_at: Time
  }

  likes: Reaction
  saves: Reaction
  resonances: Reaction

  comments: {
    id: string
    post_id: string
    user_id: string
    content: string
    created_at: DefaultTime
    deleted_at: NullableTime
    hidden_at: NullableTime
    hidden_reason: string | null
  }

  follows: {
    followee_id: string
    follower_id: string
    created_at: DefaultTime
  }

  /** The engagement of a post in one hour. */
  engagement_hours: {
    post_id: string
    hour: Time
    views: Generated<number>
    likes: Generated<number>
    comments: Generated<number>
    saves: Generated<number>
    resonances: Generated<number>
    author_id: string | null
  }

  /** A row for each list that a post is in. */
  listings: {
    scope: string
    post_id: string
    published_at: Time
    category: CategoryValue | null
    popularity: number
  }

  trending: {
    scope: string
    published_at: Time
    post_id: string
    category: CategoryValue | null
    score: number
  }

  /** The length of a list is the sum of its rows. */
  listing_counts: {
    id: GeneratedAlways<string>
    scope: string
    count: number
  }

  rankings: {
    type: RankingType
    period_start: Time
    period_end: Time
    entries: ColumnType<{ post_id: string; score: number }[], string, string>
    refreshed_at: Time
  }

  uploads: {
    id: string
    user_id: string
    /** The post as whose thumbnail it was uploaded. */
    post_id: string | null
    path: string
    file_name: string
    file_size: number
    mime_type: ImageType
    width: number
    height: number
    /** The digest of the file as it was sent. */
    sha256: Buffer
    stored_sha256: Buffer
    /** Since when it may be collected; null after its first use. `image_uses` decides whether it is used. */
    unused_since: NullableTime
    created_at: DefaultTime
    /** The file may still exist. */
    deleted_at: NullableTime
  }

  /** What names an image of our storage; kept by triggers. */
  image_uses: {
    image_id: string
    kind: UploadUseType
    ref_id: string
  }

  /** An old path that leads to a post. */
  redirects: {
    id: string
    user_id: string
    path: string
    post_id: string
    created_at: DefaultTime
  }

  /** One row: how far the images from before the table of uploads have been recorded. */
  upload_index: {
    one: Generated<boolean>
    phase: Generated<'posts' | 'others' | 'files'>
    cursor: Generated<string>
    finished_at: NullableTime
  }

  /** The addresses below which images were served, now and earlier. */
  media_addresses: {
    address: string
    first_used_at: DefaultTime
    last_used_at: DefaultTime
  }

  /** The terms by which a post is found. */
  search_documents: {
    post_id: string
    part: 'free' | 'whole'
    content_sha256: Buffer
    is_paid: boolean
    terms: number[]
  }

  /** Posts whose texts have changed; filled by triggers. */
  search_queue: {
    id: GeneratedAlways<string>
    post_id: string
  }

  /** One row: how far all posts have been indexed. */
  search_index: {
    one: Generated<boolean>
    version: Generated<number>
    cursor: Generated<string>
    indexed: Generated<number>
    finished_at: NullableTime
  }

  /** One row at most. */
  secret_key_proof: {
    one: Generated<boolean>
    sealed: Buffer
  }

  storage_identity: {
    one: Generated<boolean>
    id: string
  }

  rate_limit_windows: {
    key: string
    window_ms: number
    calls: number
    started_at: DefaultTime
  }

  /** The applied files of `db/functions`. */
  sql_files: {
    name: string
    sha256: string
    functions: string[]
  }

  /** The outbox: one row for each recipient. */
  mails: {
    id: string
    user_id: string | null
    address: string
    kind: string
    priority: Generated<number>
    /** Encrypted; null once it was sent. */
    content: Buffer | null
    state: Generated<MailState>
    attempts: Generated<number>
    due_at: DefaultTime
    expires_at: Time
    lease_token: string | null
    lease_until: NullableTime
    /** From this moment on the mail server may have accepted the message. */
    handed_over_at: NullableTime
    error: string | null
    created_at: DefaultTime
    ended_at: NullableTime
  }

  /** Links that are sent by mail and work once. */
  account_links: {
    token_hash: Buffer
    user_id: string
    purpose: 'reset' | 'verify'
    /** To which it was sent; null for a link of the operator's command. */
    email: string | null
    created_at: DefaultTime
    expires_at: Time
  }

  /** Links with which accounts can be created. */
  invitations: {
    id: string
    token_hash: Buffer
    note: string | null
    max_uses: number
    uses: Generated<number>
    created_by: string | null
    created_at: DefaultTime
    expires_at: Time
    revoked_at: NullableTime
  }

  recovery_codes: {
    user_id: string
    code_hash: Buffer
    created_at: DefaultTime
  }

  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: Buffer
    sign_count: number
    transports: string[]
    name: string
    created_at: DefaultTime
    last_used_at: NullableTime
  }

  /** What a passkey has to sign. Null: to log in or to confirm a session. Otherwise: to add a passkey to this account. */
  passkey_challenges: {
    challenge_hash: Buffer
    user_id: string | null
    expires_at: Time
  }

  /** Kinds of browsers with their networks from which an account was used. */
  known_devices: {
    user_id: string
    device_hash: Buffer
    last_used_at: DefaultTime
  }

  /** Failed log-ins, of accounts and of logins that no account has. */
  login_failures: {
    key: string
    failures: number
    last_failed_at: DefaultTime
  }

  /** What has happened that concerns an account. */
  notifications: {
    id: string
    user_id: string
    kind: NotificationKind
    actor_id: string | null
    post_id: string | null
    comment_id: string | null
    webhook_id: string | null
    token_id: string | null
    detail: string | null
    /** In the words of an admin. */
    reason: string | null
    created_at: DefaultTime
  }

  /** Kinds that an account does not want to see. */
  muted_notifications: {
    user_id: string
    kind: NotificationKind
  }

  /** Kinds of notifications that an account has chosen to get by mail, or not. */
  mail_settings: {
    user_id: string
    kind: NotificationKind
    wanted: boolean
    changed_at: DefaultTime
  }

  /** Up to when the notifications of a topic have been mailed to an account. */
  mail_digests: {
    user_id: string
    topic: string
    mailed_until: Time
    mailed_at: Time
  }

  /** One row: what happened earlier is not mailed. */
  mail_start: {
    only_row: Generated<boolean>
    since: DefaultTime
  }

  /** Addresses that a mail server has refused. */
  undeliverable_addresses: {
    address: string
    reason: string
    /** False after the first refusal that does not say why: mails are still sent. */
    is_certain: Generated<boolean>
    created_at: DefaultTime
  }

  /** One attempt to create a backup. Never part of a backup itself. */
  backup_runs: {
    id: string
    started_at: DefaultTime
    /** Null while it runs, and for ever if its process was killed. */
    finished_at: NullableTime
    location: string
    bytes: string | null
    error: string | null
  }

  /** One row: how far positions of events are ahead of the cluster's transaction ids (docs/adr/0016). */
  event_positions: {
    one: Generated<boolean>
    ahead: Generated<string>
  }

  /** Exactly one of post, comment and user is set. */
  reports: {
    id: string
    reporter_id: string
    post_id: string | null
    comment_id: string | null
    user_id: string | null
    reason: ReportReason
    note: string | null
    created_at: DefaultTime
    resolved_at: NullableTime
    resolved_by: string | null
    outcome: ReportOutcome | null
  }

  audit_log: {
    id: string
    /** Null for the command line, and after the account was purged. */
    actor_id: string | null
    via: AuditSource
    action: AuditAction
    target_type: AuditTarget
    target_id: string
    reason: string | null
    created_at: DefaultTime
  }

  post_revisions: {
    id: string
    post_id: string
    is_pending: Generated<boolean>
    /** Readers saw this version until the post was unpublished; later saves are not merged into it. */
    is_sealed: Generated<boolean>
    /** The name of the token; null for a session. */
    client_name: string | null
    title: string
    content: string
    content_sha256: string
    /** The other fields of `REVISION_FIELDS`. */
    fields: ColumnType<Record<string, unknown>, string, string>
    created_at: DefaultTime
    saved_at: DefaultTime
  }

  preview_links: {
    id: string
    post_id: string
    /** The token that made the link; null for a session. */
    token_id: string | null
    created_at: DefaultTime
    expires_at: Time
  }

  /** The status follows from the times. */
  purchases: {
    id: string
    /** Null after the account was deleted. */
    user_id: string | null
    post_id: string
    author_id: string | null
    title: string
    author_name: string
    price_jpy: number
    author_share_percent: number
    provider: string
    /** The provider's name of the checkout page. */
    checkout_ref: string | null
    checkout_url: string | null
    /** The provider's name of the payment. */
    payment_ref: string | null
    created_at: DefaultTime
    /** When the provider was asked last. */
    checked_at: NullableTime
    paid_at: NullableTime
    expired_at: NullableTime
    refund_requested_at: NullableTime
    refunded_at: NullableTime
    disputed_at: NullableTime
    dispute_won_at: NullableTime
    status: GeneratedAlways<PurchaseStatus>
  }

  /** What a payment provider has reported. */
  payment_events: {
    provider: string
    event_id: string
    purchase_id: string | null
    type: string
    occurred_at: Time
    received_at: DefaultTime
    body: ColumnType<unknown, string, string>
  }

  payment_listings: {
    provider: string
    listed_until: Time
  }

  /** Reports that could not be recorded, and are read again. */
  failed_payment_events: {
    provider: string
    event_id: string
    attempts: Generated<number>
    due_at: DefaultTime
    failed_at: DefaultTime
  }

  /** Payments that name a purchase but are not its own. */
  unmatched_payments: {
    provider: string
    /** The provider's name of the payment. */
    payment_ref: string
    purchase_id: string
    /** With the currency. Null if only a refund was reported. */
    amount: string | null
    reported_at: DefaultTime
    resolved_at: NullableTime
  }

  sold_copies: {
    post_id: string
    title: string
    content: string
    copied_at: DefaultTime
  }
}
