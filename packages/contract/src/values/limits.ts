// All limits of the API. "Characters" are Unicode code points, as JSON Schema counts them.

// Lists
export const PAGE_LIMIT_MIN = 1
export const PAGE_LIMIT_MAX = 100
export const PAGE_LIMIT_DEFAULT = 20
/** Larger than that of other lists: a tool compares all images of an account with those of a folder. */
export const UPLOADS_LIMIT_MAX = 500
export const PAGE_OFFSET_DEFAULT = 0

/** The largest 32-bit integer, so that any number in a request fits into a database column. */
export const INT32_MAX = 2_147_483_647
export const PAGE_OFFSET_MAX = INT32_MAX

// Posts
export const TITLE_MAX_CHARACTERS = 100
export const CONTENT_MAX_CHARACTERS = 1_000_000
export const SHORT_CONTENT_MAX_CHARACTERS = 500
export const EXCERPT_MAX_CHARACTERS = 160
export const SUBTITLE_MAX_CHARACTERS = 200
export const SEO_TITLE_MAX_CHARACTERS = 200
export const META_DESCRIPTION_MAX_CHARACTERS = 500
export const TAGS_MAX_PER_POST = 10
export const TAG_MAX_CHARACTERS = 50
/** Applies while `is_paid` is true. */
export const PRICE_MIN_JPY = 100
export const PRICE_MAX_JPY = INT32_MAX
export const EXTERNAL_ID_MAX_CHARACTERS = 200
export const SLUG_TITLE_MAX_CHARACTERS = 60
/** For the slug of an imported post. */
export const SLUG_MAX_CHARACTERS = 200
export const SLUG_SUFFIX_CHARACTERS = 8
/** How long a deleted post can be restored. */
export const TRASH_DAYS = 30
/** Saves by the same client within this time are one revision. */
export const REVISION_MINUTES = 5
/** Older ones are thinned out; beyond this number the oldest are deleted. */
export const REVISIONS_MAX_PER_POST = 200
/** How long a preview link is valid, in seconds. */
export const PREVIEW_LINK_SECONDS = { min: 60, default: 24 * 3600, max: 30 * 24 * 3600 } as const
/** One more replaces the oldest one. */
export const PREVIEW_LINKS_MAX_PER_POST = 20
export const PREVIEW_TOKEN_MAX_CHARACTERS = 200
/** Text after this marker in the content of a paid post is only for readers who paid. */
export const PAYWALL_MARKER = '<!-- paywall -->'

// Series
export const SERIES_DESCRIPTION_MAX_CHARACTERS = 2000
/** A series is always read as a whole. */
export const SERIES_POSTS_MAX = 500
export const SERIES_MAX_PER_USER = 500
// Redirects from old paths
export const REDIRECT_PATH_MAX_CHARACTERS = 500
export const REDIRECTS_MAX_PER_USER = 20_000

// Accounts
export const USERNAME_MIN_CHARACTERS = 3
export const USERNAME_MAX_CHARACTERS = 30
/** The allowed characters; the length has separate limits, so that each error has its own message. */
export const USERNAME_PATTERN = '^[a-z0-9_]*$'
export const EMAIL_MAX_CHARACTERS = 254
/** How long the password or passkey of a session need not be given again before tokens are issued and the like. */
export const REAUTHENTICATION_VALID_MS = 10 * 60_000
export const PASSKEYS_MAX_PER_USER = 20
export const PASSKEY_NAME_MAX_CHARACTERS = 60
export const INVITATION_MAX_USES = 1000
export const INVITATION_NOTE_MAX_CHARACTERS = 200
export const INVITATION_DAYS_DEFAULT = 7
export const RECOVERY_CODES = 10
export const PASSWORD_MIN_CHARACTERS = 8
/** Long enough for any passphrase, and short enough to hash quickly. */
export const PASSWORD_MAX_CHARACTERS = 200
export const DISPLAY_NAME_MAX_CHARACTERS = 50
export const BIO_MAX_CHARACTERS = 500
export const URL_MAX_CHARACTERS = 2048
/** The stored length of a user agent. */
export const USER_AGENT_MAX_CHARACTERS = 200

/** How long the links in mails are valid. */
export const RESET_LINK_VALID_MS = 3_600_000
export const VERIFY_LINK_VALID_MS = 24 * 3_600_000
/** The limit of such mails for one account, and of mails of one kind to one address. */
export const LINK_MAILS_PER_HOUR = 5
/** For one e-mail address, whether or not an account has it. */
export const RESET_REQUESTS_PER_HOUR = 20

/** A further log-in ends the least recently used one. */
export const SESSIONS_MAX_PER_USER = 100

/** How long a deleted account can be brought back by a log-in. */
export const DELETION_DAYS = 14
/** For one account. */
export const EXPORTS_PER_HOUR = 10

// Tokens
export const TOKENS_MAX_PER_USER = 10
/** How many tokens that were revoked or have expired stay in the list, the newest ones. */
export const ENDED_TOKENS_MAX_PER_USER = 100
export const TOKEN_NAME_MAX_CHARACTERS = 100
export const TOKEN_CHARACTERS = 64
export const TOKEN_PREFIX_CHARACTERS = 8
/** The name of tokens issued by the deprecated `POST /api/v1/token`. */
export const DEFAULT_TOKEN_NAME = 'default'
/** As it is shown it has 9; people may type spaces. */
export const USER_CODE_MAX_CHARACTERS = 50

// Uploads
/** 10 MB as 10 × 1024 × 1024, so that no file that a client calls 10 MB is rejected. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_MAX_PIXELS_PER_FRAME = 40_000_000
/** How many posts, comments, profiles and series that show an image are listed with it. */
export const UPLOAD_USES_MAX = 20
/** Default of the setting UPLOAD_RETENTION. */
export const UPLOAD_RETENTION_MS = 30 * 24 * 3_600_000

// Webhooks
export const WEBHOOKS_MAX_PER_USER = 10
export const WEBHOOK_DESCRIPTION_MAX_CHARACTERS = 500
export const WEBHOOK_SECRET_CHARACTERS = 64
/** For a whole attempt: DNS, TLS, headers, body. */
export const WEBHOOK_TIMEOUT_MS = 10_000
export const WEBHOOK_RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000] as const
/** Retries are delayed randomly by up to this share, so that they do not all run at once. */
export const WEBHOOK_RETRY_JITTER = 0.1
export const WEBHOOK_FAILURES_UNTIL_DISABLED = 5
export const WEBHOOK_RESPONSE_MAX_BYTES = 4096
/** The maximum number of attempts that a delivery shows. */
export const DELIVERY_ATTEMPTS_MAX = 20
/** The newest ones are kept. */
export const DELIVERIES_MAX_PER_WEBHOOK = 100_000
export const WEBHOOK_OLD_SECRET_VALID_MS = 24 * 3_600_000

// Events
/** How long an event can be read, unless the account has too many. */
export const EVENT_DAYS = 30
/** The newest ones are kept: that many are caused by 11 changes in each minute of 30 days. */
export const EVENTS_MAX_PER_USER = 500_000
/** Of an account whose plan has no events, so that it can still read the latest ones after an upgrade. */
export const UNREADABLE_EVENTS_MAX_PER_USER = 1000
export const EVENT_CURSOR_MAX_CHARACTERS = 100
/** A comment in a stream of events, so that both sides notice a broken connection. */
export const EVENT_STREAM_COMMENT_MS = 15_000
/** One more ends the oldest one. */
export const EVENT_STREAMS_MAX_PER_USER = 10
export const EVENT_STREAMS_MAX_PER_ADDRESS = 50

// Public reads and engagement
export const COMMENT_MAX_CHARACTERS = 2000
export const RANKING_MAX_ENTRIES = 100
/** The number of posts in a public profile; the list endpoints return more. */
export const PROFILE_POSTS_MAX = 20
/** Posts on one page of the sitemap; the protocol allows 50,000. */
export const SITEMAP_PAGE_POSTS = 10_000
export const VIEW_REPEAT_WINDOW_MS = 30 * 60_000
export const RANKING_REFRESH_MS = {
  trending: 15 * 60_000,
  weekly: 3_600_000,
  monthly: 6 * 3_600_000,
  saved: 6 * 3_600_000,
} as const

// Moderation
export const MODERATION_REASON_MAX_CHARACTERS = 500
export const REPORT_NOTE_MAX_CHARACTERS = 1000
export const OPEN_REPORTS_MAX_PER_USER = 50
/** Posts, comments or accounts in one request of an admin. */
export const BULK_MAX_ITEMS = 100

// Search
export const SEARCH_QUERY_MAX_CHARACTERS = 200
/** The length of the typed beginning of a tag or a name. */
export const SUGGESTION_MAX_CHARACTERS = 50
/** Later results cannot be read. */
export const SEARCH_RESULTS_MAX = 1000

// Statistics
export const STATISTICS_DAYS_DEFAULT = 30
/** Hourly counts are stored for this long. */
export const STATISTICS_DAYS_MAX = 40
export const STATISTICS_POSTS_MAX = 20

// Requests
/** For a JSON body, unless the endpoint has its own limit. */
export const BODY_MAX_BYTES = 64 * 1024
/** For a JSON body with the text of a post, and for a series that is sent back with all of its posts. */
export const POST_BODY_MAX_BYTES = 8 * 1024 * 1024
/** The number of values in a JSON body, including nested ones: far more than any endpoint needs. */
export const JSON_VALUES_MAX = 20_000
/** The nesting depth of a JSON body. */
export const JSON_DEPTH_MAX = 20
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255
