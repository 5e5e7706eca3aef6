import type { EndpointName } from './endpoints.ts'

/** What the API reference says about an endpoint beyond its schemas. */
export interface EndpointNote {
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
}

/** The chapters of the API reference, in order. */
export const TAGS = ['Posts', 'Uploads', 'Tokens', 'Webhooks', 'Public', 'Readers', 'Account'] as const
export type Tag = (typeof TAGS)[number]

const about = (tag: Tag) => (summary: string, description?: string) =>
  ({ tag, summary, ...(description ? { description } : {}) }) satisfies EndpointNote

const account = about('Account')
const posts = about('Posts')
const uploads = about('Uploads')
const tokens = about('Tokens')
const webhooks = about('Webhooks')
const open = about('Public')
const readers = about('Readers')

export const endpointNotes: Record<EndpointName, EndpointNote> = {
  signUp: account(
    'Sign up',
    'Creates an account on the free plan and logs it in: the answer sets the session cookie. Usernames and e-mail addresses are taken once, whatever their case.',
  ),
  logIn: account(
    'Log in',
    'Sets the session cookie. A wrong password and an unknown login answer alike, 401. At most 10 attempts a minute per address and per account.',
  ),
  logOut: account('Log out', 'Ends this session; the account’s other sessions and its tokens go on.'),
  readMe: account('Read your account'),
  changeMe: account(
    'Change your account',
    'A new `password` needs `current_password`. The bio is shown in the public profile.',
  ),
  listSessions: account(
    'List your sessions',
    'Session cookie only. The browsers that are logged in, the one used last first.',
  ),
  endSession: account('End a session', 'Session cookie only. That browser is logged out at once.'),
  endOtherSessions: account('End all other sessions', 'Session cookie only. All browsers but this one are logged out.'),
  listSalons: account('List your salons', 'With your role in each.'),

  uploadImage: uploads(
    'Upload an image',
    'One file in the field `file`: jpg, png, gif or webp, at most 10 MB and 40 megapixels. The type is what the bytes are. EXIF, XMP and IPTC data is removed; animation stays. Honours `Idempotency-Key`.',
  ),

  createPost: posts(
    'Create a post',
    'Emits `post.created`, and `post.published` when it is published at once. The answer is short: read the post for all fields. A paid post needs the Pro+ plan. Honours `Idempotency-Key`: the same key and body answer the stored answer, another body under the same key is 400. With `dry_run=true` the answer is the same, but nothing is stored and its `id` and `slug` name nothing.',
  ),
  listPosts: posts(
    'List your posts',
    'Newest first, deleted ones left out. Items carry no `content`. With `scheduled_from`, `scheduled_to` or both, only posts that wait for a time in that range.',
  ),
  readPost: posts(
    'Read one of your posts',
    'All fields, the whole content too. The `ETag` can be sent as `If-Match` with a change. A deleted post is 404.',
  ),
  changePost: posts(
    'Change a post',
    'Fields left out stay, null clears. What a read answered may be sent back whole: fields the server makes are ignored. A change of nothing emits nothing and leaves `updated_at` alone. `scheduled_for: null` makes a scheduled post a draft. Changing `is_paid` or `price_jpy` needs the Pro+ plan. Emits `post.updated`, with `post.published` or `post.unpublished` where they apply. `If-Match` that no longer matches is 412.',
  ),
  deletePost: posts(
    'Delete a post',
    'Soft delete: the post is no longer found. For 30 days it is in the trash and can be restored. Emits `post.deleted`.',
  ),
  listTrash: posts(
    'List your deleted posts',
    'Those deleted in the last 30 days, the latest deletion first. Items carry no `content`.',
  ),
  restorePost: posts(
    'Restore a deleted post',
    'Brings a post back from the trash as a draft, with its id, slug, `published_at`, comments and counters. Its `external_id` is dropped if another post has taken it meanwhile. A paid post needs the Pro+ plan. Emits `post.updated`. A post that was deleted more than 30 days ago is 404.',
  ),
  putPostByExternalId: posts(
    'Create or change a post by your own id',
    'The first call creates (201), later ones change the same post (200); both answer all fields. Made for tools that push files: repeat it as often as you like. On a post that exists, fields left out stay and null clears. `archived` is refused on a post that does not exist yet. An external id is 1 to 200 characters, unique among your posts, percent-encoded in the path.',
  ),
  setThumbnail: posts(
    'Upload and set the thumbnail',
    'One file in the field `file`, with the limits of an upload. An earlier thumbnail is replaced; its file stays where it is. Emits `post.updated`.',
  ),
  removeThumbnail: posts('Remove the thumbnail', 'The stored file stays. Emits `post.updated` if there was one.'),
  previewMarkdown: posts(
    'Render Markdown',
    'What a post with this content would look like; nothing is stored. All of it is rendered, what stands behind `<!-- paywall -->` too: the marker becomes `<hr class="paywall-line">`.',
  ),
  readStatistics: posts(
    'Read statistics',
    'What readers did with your posts, day by day, as long as 40 days back. An hour belongs to the day in which it begins.',
  ),

  listTokens: tokens(
    'List your tokens',
    'Session cookie only. Revoked tokens stay in the list; raw tokens never appear.',
  ),
  issueToken: tokens(
    'Issue a token',
    'Session cookie only, any plan; using a token needs Premium. The raw token is in this answer and nowhere else. Issuing under the name of a live token revokes that one. At most 10 live tokens: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`.',
  ),
  revokeToken: tokens('Revoke a token', 'Session cookie only. The token stops working at once and stays in the list.'),
  issueDefaultToken: tokens(
    'Issue the default token',
    'Use `POST /api/v1/tokens`. Issues, or re-issues, the token named `default`. Errors keep the older form `{ "error": "text" }`.',
  ),

  registerWebhook: webhooks(
    'Register a webhook',
    'Premium. https only, public addresses only. The secret is in this answer and nowhere else. At most 10: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`.',
  ),
  listWebhooks: webhooks('List your webhooks', 'Premium. Without secrets.'),
  readWebhook: webhooks('Read a webhook', 'Premium. Without its secret.'),
  changeWebhook: webhooks(
    'Change a webhook',
    'Premium. From `disabled` to `active`, `consecutive_failures` starts at 0 again; what failed meanwhile is sent only by redelivery.',
  ),
  deleteWebhook: webhooks('Delete a webhook', 'Premium. For good, and its delivery log with it.'),
  listDeliveries: webhooks('List deliveries', 'Premium. Newest first; pings are among them.'),
  readDelivery: webhooks('Read a delivery', 'Premium. Every attempt, and the request that is sent.'),
  testWebhook: webhooks(
    'Send a ping',
    'Premium. One attempt, while disabled too; it counts neither as a failure nor as a success. No answer is 200 with `success: false` and `http_status: 0`. At most 20 a minute.',
  ),
  redeliver: webhooks(
    'Send a delivery again',
    'Premium. Makes the delivery due at once, with the same `event_id` and bytes, and answers it as it then stands.',
  ),
  redeliverFailed: webhooks('Send all failed deliveries again', 'Premium. For after an outage; pings are left out.'),
  rotateSecret: webhooks(
    'Replace the secret',
    'Premium. The new secret is in this answer and nowhere else. For 24 hours deliveries are signed with both.',
  ),

  listPublicPosts: open(
    'List published posts',
    'Of all, of a category, with a tag, or by an author. Unlisted and salon-only posts are left out. Items carry no `content`. Counters may lag some seconds.',
  ),
  readPublicPost: open(
    'Read a published post',
    'By id or by slug; unlisted posts too. Of a paid post the content ends before the first `<!-- paywall -->` that is not in code; without that marker it is null. Counts a view, once per reader in 30 minutes.',
  ),
  readPublicPostHtml: open(
    'Read a published post as HTML',
    'By id or by slug; of a paid post the free part. Counts no view. 410 `GONE` for a post that everybody could read before it was deleted.',
  ),
  listPublicComments: open('List the comments on a published post', 'By id or by slug. Newest first.'),
  readRanking: open(
    'Read a ranking',
    'At most 100 posts. Refreshed every 15 minutes (trending), hour (weekly) or 6 hours (monthly, saved).',
  ),
  listCategories: open('List the categories'),
  readProfile: open('Read a public profile', 'With the 20 newest public posts.'),
  listSitemapPosts: open('List all public posts for a sitemap', 'Some 10,000 a page, the oldest first.'),

  readReaderPost: readers(
    'Read what you have done with a post',
    'Whether you like it, saved it, and follow its author; and its exact counts of likes, saves and resonances.',
  ),
  readReaderUser: readers('Read how you stand to an author'),
  likePost: readers('Like a post', 'Repeating it changes nothing.'),
  unlikePost: readers('Take a like back', 'Repeating it changes nothing.'),
  savePost: readers('Save a post', 'Repeating it changes nothing.'),
  unsavePost: readers('Unsave a post', 'Repeating it changes nothing.'),
  resonate: readers('Resonate with a post', 'Repeating it changes nothing.'),
  unresonate: readers('Take a resonance back', 'Repeating it changes nothing.'),
  listComments: readers('List comments', 'Newest first.'),
  addComment: readers('Comment on a post', 'Plain text, 1 to 2,000 characters.'),
  deleteComment: readers('Delete a comment', 'Your own, or any on a post of yours.'),
  follow: readers('Follow an author', 'Repeating it changes nothing.'),
  unfollow: readers('Stop following an author', 'Repeating it changes nothing.'),
}
