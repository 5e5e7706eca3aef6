import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { TObject } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { EVENT_PAYLOADS, EventList, EventPost } from './schemas/delivery/events.ts'
import { Notification, NotificationList, NotificationSettings } from './schemas/delivery/notifications.ts'
import {
  Delivery,
  DeliveryAttempt,
  DeliveryDetail,
  RegisteredWebhook,
  RotatedSecret,
  TestResult,
  Webhook,
} from './schemas/delivery/webhooks.ts'
import { Author, EmailState, Me, StorageUse } from './schemas/identity/accounts.ts'
import { AgentCall } from './schemas/identity/agent-calls.ts'
import { DeviceRequest, PendingDevice } from './schemas/identity/devices.ts'
import { CreatedInvitation, Invitation, InvitationList } from './schemas/identity/invitations.ts'
import { OAuthCode, OAuthRequest } from './schemas/identity/oauth.ts'
import { Passkey, PasskeyList, PasskeyOptions } from './schemas/identity/passkeys.ts'
import { RecoveryCodes, RecoveryCodesState } from './schemas/identity/security.ts'
import { SessionRecord } from './schemas/identity/sessions.ts'
import { IssuedToken, TokenRecord } from './schemas/identity/tokens.ts'
import {
  AdminComment,
  AdminOverview,
  AdminPost,
  AdminPostDetail,
  AdminUser,
  AuditEntry,
  ModeratedItem,
  Report,
  ReportTarget,
  SentReport,
} from './schemas/moderation.ts'
import { Comment, FollowedAuthor, ReaderPost, ReaderUser } from './schemas/reading/engagement.ts'
import {
  Profile,
  ProfilePost,
  PublicPost,
  PublicPostItem,
  PublicSeries,
  Ranking,
  RankingEntry,
  SeriesPlace,
  Sitemap,
  SitemapEntry,
} from './schemas/reading/public.ts'
import { FoundPost, SearchHighlight, SearchResult, SearchSuggestions } from './schemas/reading/search.ts'
import { Statistics } from './schemas/reading/statistics.ts'
import { Purchase, PurchaseDetails, Receipt } from './schemas/selling/purchases.ts'
import { Sales, SalesRow } from './schemas/selling/sales.ts'
import { Category } from './schemas/writing/categories.ts'
import { CreatedPost, Post, PostItem, TrashedPost } from './schemas/writing/posts.ts'
import { LinkedPreview, PreviewedPost, PreviewLink } from './schemas/writing/previews.ts'
import { Redirect } from './schemas/writing/redirects.ts'
import { Preview, PublicPostHtml, TocEntry } from './schemas/writing/rendering.ts'
import { Revision, RevisionItem } from './schemas/writing/revisions.ts'
import { Membership } from './schemas/writing/salons.ts'
import { Series, SeriesEntry, SeriesWithPosts } from './schemas/writing/series.ts'
import { ListedUpload, ThumbnailPost, Upload, UploadUse } from './schemas/writing/uploads.ts'

const listed = new Set<unknown>()

/** The fields of responses are part of the contract: this fails when one is added or removed. */
const has = (what: string, schema: TObject, fields: string) => {
  listed.add((schema as { title?: string }).title)
  test(what, () => assert.deepEqual(Object.keys(schema.properties).sort(), fields.split(' ').sort()))
}

/** The titles of all objects with at least three fields; smaller ones are lists and confirmations. */
function titlesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { title, properties = {} } = schema as { title?: string; properties?: object }
  const own = title !== undefined && Object.keys(properties).length >= 3 ? [title] : []
  return [...own, ...Object.values(schema).flatMap(titlesIn)]
}

const created = 'id slug title status visibility post_type is_paid published_at scheduled_for created_at url'
const item =
  'id slug title status visibility post_type is_paid category tags subtitle salon_id salon_only excerpt published_at scheduled_for created_at updated_at view_count like_count comment_count url price_jpy thumbnail_url cover_image_url seo_title meta_description canonical_url series_id series_position external_id content_sha256 etag hidden_at hidden_reason'
const whole = 'content free_preview_length author exceeded_limit'
const publicItem =
  'id slug title excerpt category tags published_at view_count like_count save_count comment_count resonated_count author subtitle thumbnail_url is_paid price_jpy url canonical_url'
const publicWhole = 'content post_type cover_image_url seo_title meta_description updated_at paywalled series'
const adminPost =
  'id title excerpt url author status visibility is_paid salon_only published_at created_at open_reports hidden_at hidden_reason'
const series = 'id slug title description cover_image_url status post_count url created_at updated_at'
const token = 'id name token_prefix scopes last_used_at expires_at revoked_at created_at'
const upload = 'url path file_name file_size mime_type id sha256 stored_sha256 width height'
const purchase = 'id status post_id title author_name price_jpy url has_copy created_at paid_at refunded_at'
const sales = 'sold refunded amount_jpy author_jpy'
const webhook = 'id url event_types status description created_at'
const delivery =
  'id event event_id status attempt_count http_status response_time_ms error error_detail error_message response_body next_attempt_at created_at last_attempt_at delivered_at attempts'

suite('the fields of each response are exactly those of the contract', () => {
  has('me', Me, 'id username display_name subscription_plan avatar_url role')
  has('author', Author, 'username display_name avatar_url')
  has('created post', CreatedPost, created)
  has('own post in a list', PostItem, item)
  has('deleted post in the trash', TrashedPost, `${item} deleted_at`)
  has('own post', Post, `${item} ${whole}`)
  has('series', Series, series)
  has('series with its posts', SeriesWithPosts, `${series} posts`)
  has('post in a series', SeriesEntry, 'id slug title status visibility published_at scheduled_for series_position')
  has('public series', PublicSeries, `${series} author posts`)
  has('place in a series', SeriesPlace, 'id title url position count previous next')
  has('upload', Upload, upload)
  has('upload in a list', ListedUpload, `${upload} created_at used_by`)
  has('use of an upload', UploadUse, 'type id title')
  has('post with a new thumbnail', ThumbnailPost, 'id slug title thumbnail_url updated_at')
  has('token', TokenRecord, token)
  has('issued token', IssuedToken, `${token} token`)
  has(
    'request of a program',
    DeviceRequest,
    'device_code user_code verification_uri verification_uri_complete expires_in interval',
  )
  has('program to approve', PendingDevice, 'user_code client_name scopes replaces_token created_at expires_at')
  has('registered webhook', RegisteredWebhook, `${webhook} secret`)
  has('webhook', Webhook, `${webhook} consecutive_failures disabled_at disabled_reason updated_at`)
  has('delivery', Delivery, delivery)
  has('delivery with its request', DeliveryDetail, `${delivery} request`)
  has(
    'attempt of a delivery',
    DeliveryAttempt,
    'attempted_at http_status response_time_ms error error_detail error_message',
  )
  has('new secret', RotatedSecret, 'id secret previous_secret_expires_at')
  has('comment', Comment, 'id content author created_at hidden_at hidden_reason')
  has('sent report', SentReport, 'id reason note created_at')
  has('post for moderation', AdminPost, adminPost)
  has('whole post for moderation', AdminPostDetail, `${adminPost} content`)
  has('comment for moderation', AdminComment, 'id content author post created_at open_reports hidden_at hidden_reason')
  has('report', Report, 'id reason note reporter target created_at resolved_at outcome')
  has('reported content', ReportTarget, 'type id author title text url open_reports hidden_at')
  has(
    'account for moderation',
    AdminUser,
    'id username display_name avatar_url email subscription_plan role is_verified post_count open_reports suspended_at deletion_requested_at created_at',
  )
  has('overview', AdminOverview, 'accounts posts comments reports queues mail payments webhooks backups')
  has('result of a bulk action', ModeratedItem, 'id label result')
  has('entry of the audit log', AuditEntry, 'id action source actor target reason created_at')
  has('ping result', TestResult, 'success http_status response_time_ms error error_detail error_message')
  has('post in an event', EventPost, 'id slug title status post_type visibility is_paid published_at created_at')
  has('events', EventList, 'events next')
  for (const [event, payload] of Object.entries(EVENT_PAYLOADS)) has(event, payload, 'event event_id created_at data')
  has('public post in a list', PublicPostItem, publicItem)
  has('public post', PublicPost, `${publicItem} ${publicWhole}`)
  has('search result', SearchResult, 'posts total total_is_exact')
  has('suggestions', SearchSuggestions, 'tags authors')
  has('found post', FoundPost, `${publicItem} highlights`)
  has('highlight', SearchHighlight, 'field text ranges')
  has('ranking', Ranking, 'type period_start period_end rankings')
  has('ranking entry', RankingEntry, 'rank score post')
  has(
    'post in a ranking',
    RankingEntry.properties.post,
    'id title slug like_count author subtitle thumbnail_url is_paid price_jpy url',
  )
  has('category', Category, 'value label')
  has('profile response', Profile, 'profile posts')
  has(
    'profile',
    Profile.properties.profile,
    'username display_name bio avatar_url follower_count post_count is_verified',
  )
  has('post as a page', PublicPostHtml, 'html toc reading_minutes language listed')
  has('preview', Preview, 'html toc reading_minutes language exceeded_limit')
  has('preview link', PreviewLink, 'url expires_at')
  has('post behind a preview link', LinkedPreview, 'post url expires_at')
  has(
    'previewed post',
    PreviewedPost,
    'title subtitle category tags cover_image_url price_jpy author updated_at html toc reading_minutes language exceeded_limit',
  )
  has('revision in a list', RevisionItem, 'id is_pending client created_at saved_at content_sha256 title')
  has(
    'revision',
    Revision,
    'id is_pending client created_at saved_at content_sha256 title content post_type visibility category tags subtitle is_paid price_jpy free_preview_length salon_id salon_only thumbnail_url cover_image_url seo_title meta_description canonical_url series_id series_position',
  )
  has('request of a program', OAuthRequest, 'client_name client_host redirect_host scopes replaces_token')
  has('code of a program', OAuthCode, 'code')
  has('call of an assistant', AgentCall, 'id client tool post_id post_title is_error created_at')
  has('heading in a page', TocEntry, 'id level text')
  has('state of recovery codes', RecoveryCodesState, 'remaining created_at')
  has('recovery codes', RecoveryCodes, 'codes')
  const invitation = 'id note max_uses used_by uses created_by created_at expires_at revoked_at'
  has('invitation', Invitation, invitation)
  has('created invitation', CreatedInvitation, `${invitation} url`)
  has('invitation list', InvitationList, 'invitations total signups')
  has('passkey', Passkey, 'id name created_at last_used_at')
  has('passkey list', PasskeyList, 'passkeys available')
  has('passkey options', PasskeyOptions, 'options')
  has('session', SessionRecord, 'id created_at last_used_at user_agent current')
  has('redirect', Redirect, 'id path post_id post_title url created_at')
  has('membership', Membership, 'id name role')
  has(
    'reader and post',
    ReaderPost,
    `${publicItem} ${publicWhole} salon_only access liked saved resonated following_author is_author`,
  )
  has('purchase', Purchase, purchase)
  has('purchase with its receipt', PurchaseDetails, `${purchase} checkout_url receipt content`)
  has(
    'receipt',
    Receipt,
    'number issued_at amount_jpy tax_jpy tax_percent seller_name seller_address seller_tax_id is_test',
  )
  has('sales of a day', SalesRow, `date post_id title ${sales}`)
  has('sales', Sales, 'from to rows totals author_share_percent')
  has('reader and author', ReaderUser, 'following is_self')
  has('followed author', FollowedAuthor, 'username display_name avatar_url bio is_verified followed_at')
  has('storage', StorageUse, 'used_bytes limit_bytes texts_bytes uploads_bytes')
  has('e-mail address', EmailState, 'email verified pending undeliverable mail_enabled')
  has('notification', Notification, 'kind count actors post webhook token detail reason created_at read')
  has('notifications', NotificationList, 'notifications total unread')
  has('settings of notifications', NotificationSettings, 'comment follow post webhook moderation token mail')
  has('settings of mails', NotificationSettings.properties.mail, 'comment follow post webhook moderation token')
  has('statistics', Statistics, 'days totals posts')
  has('sitemap', Sitemap, 'pages entries')
  has('post in a sitemap', SitemapEntry, 'username slug updated_at')
  has('request of a delivery', DeliveryDetail.properties.request, 'url headers body')
  has(
    'post in a profile',
    ProfilePost,
    'id title slug published_at like_count subtitle thumbnail_url is_paid price_jpy',
  )

  test('every record of a response is listed here', () => {
    const titles = Object.values<Endpoint>(endpoints).flatMap(({ response }) => titlesIn(response))
    assert.deepEqual(
      [...new Set(titles)].filter(title => !listed.has(title)),
      [],
      'add a line with has() above',
    )
  })

  test('a post has 11 fields when it is created, 34 in lists of its author and 19 in public lists', () => {
    assert.equal(Object.keys(CreatedPost.properties).length, 10 + 1)
    assert.equal(Object.keys(PostItem.properties).length, 19 + 15)
    assert.equal(Object.keys(PublicPostItem.properties).length, 13 + 6)
  })
})
