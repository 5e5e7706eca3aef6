import { type Static, Type } from 'typebox'
import {
  CONTENT_MAX_CHARACTERS,
  EXTERNAL_ID_MAX_CHARACTERS,
  INT32_MAX,
  META_DESCRIPTION_MAX_CHARACTERS,
  PRICE_MAX_JPY,
  PRICE_MIN_JPY,
  SEO_TITLE_MAX_CHARACTERS,
  SHORT_CONTENT_MAX_CHARACTERS,
  SLUG_MAX_CHARACTERS,
  SUBTITLE_MAX_CHARACTERS,
  TAG_MAX_CHARACTERS,
  TAGS_MAX_PER_POST,
  TITLE_MAX_CHARACTERS,
} from '../../values/limits.ts'
import { BUYER_CHOICES } from '../../values/selling.ts'
import { LIVE_POST_STATUSES, NEW_POST_STATUSES, POST_TYPES, VISIBILITIES } from '../../values/writing/posts.ts'
import { Author } from '../identity/accounts.ts'
import {
  acceptingAndIgnoring,
  Count,
  closed,
  Flag,
  nullable,
  oneOf,
  PostUrl,
  page,
  Timestamp,
  UrlInput,
  Uuid,
} from '../schema.ts'
import { CategoryValue } from './categories.ts'
import { ExceededLimit } from './rendering.ts'
import { SearchText } from './search-text.ts'

const created = {
  id: Uuid,
  slug: Type.String({ description: 'Derived from the title at creation; it never changes.' }),
  title: Type.String(),
  status: oneOf(LIVE_POST_STATUSES),
  visibility: oneOf(VISIBILITIES),
  post_type: oneOf(POST_TYPES),
  is_paid: Type.Boolean(),
  published_at: nullable(Timestamp, { description: 'When the post was last published; null before that.' }),
  scheduled_for: nullable(Timestamp),
  created_at: Timestamp,
  url: PostUrl,
}

/** The response of creating a post. */
export const CreatedPost = Type.Object(created, { title: 'CreatedPost' })
export type CreatedPost = Static<typeof CreatedPost>

const item = {
  ...created,
  category: nullable(CategoryValue),
  tags: Type.Array(Type.String()),
  subtitle: nullable(Type.String()),
  salon_id: nullable(Uuid),
  salon_only: Type.Boolean(),
  excerpt: Type.String({ description: 'The start of the content as plain text.' }),
  updated_at: Timestamp,
  view_count: Count,
  like_count: Count,
  comment_count: Count,
  // With these, a program that stores posts in files can compare all fields without reading each post.
  price_jpy: nullable(Type.Integer()),
  thumbnail_url: nullable(Type.String()),
  cover_image_url: nullable(Type.String()),
  seo_title: nullable(Type.String()),
  meta_description: nullable(Type.String()),
  canonical_url: nullable(Type.String()),
  series_id: nullable(Uuid),
  series_position: nullable(Type.Integer()),
  external_id: nullable(Type.String(), { description: 'Your own id for the post.' }),
  // Only in hidden posts, so that all others have exactly the fields of the contract.
  hidden_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only if an admin hid the post from all readers: when.' }),
  ),
  hidden_reason: Type.Optional(Type.String({ description: 'Only if an admin hid the post: why.' })),
  content_sha256: Type.String({ description: 'The SHA-256 of the content as UTF-8, in hex.' }),
  etag: Type.String({ description: 'The value of the `ETag` header of the single read, for `If-Match`.' }),
}

export const PostItem = Type.Object(item, { title: 'PostItem' })
export type PostItem = Static<typeof PostItem>

export const PostList = Type.Object({ posts: Type.Array(PostItem), total: Count }, { title: 'PostList' })
export type PostList = Static<typeof PostList>

/** A deleted post that can still be restored. */
export const TrashedPost = Type.Object(
  {
    ...item,
    status: oneOf(['deleted']),
    scheduled_for: nullable(Timestamp, { description: 'The scheduled time when the post was deleted.' }),
    deleted_at: Timestamp,
  },
  { title: 'TrashedPost' },
)
export type TrashedPost = Static<typeof TrashedPost>

export const TrashList = Type.Object({ posts: Type.Array(TrashedPost), total: Count }, { title: 'TrashList' })
export type TrashList = Static<typeof TrashList>

/** A post as its author reads it: all fields. */
export const Post = Type.Object(
  {
    ...item,
    content: Type.String({ description: 'The complete Markdown, including the paid part.' }),
    free_preview_length: nullable(Type.Integer(), { deprecated: true }),
    author: Author,
    exceeded_limit: ExceededLimit,
    etag: nullable(Type.String(), {
      description: 'The value of the `ETag` header, for `If-Match`. null in the answer of a dry run.',
    }),
  },
  { title: 'Post' },
)
export type Post = Static<typeof Post>

const title = Type.String({ minLength: 1, maxLength: TITLE_MAX_CHARACTERS })
const content = Type.String({
  maxLength: CONTENT_MAX_CHARACTERS,
  description: `Markdown. At most ${SHORT_CONTENT_MAX_CHARACTERS} characters when post_type is \`short\`.`,
})
const externalId = Type.Optional(
  nullable(Type.String({ minLength: 1, maxLength: EXTERNAL_ID_MAX_CHARACTERS }), {
    description: 'Your own id for the post, unique among your posts.',
  }),
)

// No `default` here: a validator would write it into a PATCH and change a field that was not sent.
const optional = {
  scheduled_for: Type.Optional(
    nullable(Timestamp, { description: 'A future time; required if status is `scheduled`. null cancels a schedule.' }),
  ),
  post_type: Type.Optional(oneOf(POST_TYPES, { description: '`article` by default.' })),
  visibility: Type.Optional(oneOf(VISIBILITIES, { description: '`public` by default.' })),
  category: Type.Optional(nullable(CategoryValue)),
  tags: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: TAG_MAX_CHARACTERS }), { maxItems: TAGS_MAX_PER_POST }),
      { description: 'Trimmed; duplicates are removed. null means none.' },
    ),
  ),
  subtitle: Type.Optional(nullable(Type.String({ maxLength: SUBTITLE_MAX_CHARACTERS }))),
  is_paid: Type.Optional(Type.Boolean({ description: 'Changing it needs the Pro+ plan.' })),
  // The minimum price applies to paid posts only, so it is not set as `minimum`: a free post may have 0.
  price_jpy: Type.Optional(
    nullable(Type.Integer({ minimum: 0, maximum: PRICE_MAX_JPY }), {
      description: `In yen; required if is_paid is true, and then at least ${PRICE_MIN_JPY}.`,
    }),
  ),
  free_preview_length: Type.Optional(
    nullable(Type.Integer({ minimum: 0, maximum: INT32_MAX }), {
      deprecated: true,
      description: 'Has no effect. Put `<!-- paywall -->` into the content where the free part ends.',
    }),
  ),
  salon_id: Type.Optional(nullable(Uuid, { description: 'A salon in which you are owner or admin.' })),
  salon_only: Type.Optional(Type.Boolean({ description: 'Only for members of the salon; requires salon_id.' })),
  thumbnail_url: Type.Optional(nullable(UrlInput, { description: 'An http or https address.' })),
  cover_image_url: Type.Optional(nullable(UrlInput, { description: 'An http or https address.' })),
  seo_title: Type.Optional(nullable(Type.String({ maxLength: SEO_TITLE_MAX_CHARACTERS }))),
  meta_description: Type.Optional(nullable(Type.String({ maxLength: META_DESCRIPTION_MAX_CHARACTERS }))),
  canonical_url: Type.Optional(
    nullable(UrlInput, {
      description:
        'The http or https address of the original, if the post was first published elsewhere. Search engines and feeds are pointed there.',
    }),
  ),
  series_id: Type.Optional(
    nullable(Uuid, { description: 'One of your series; only for posts of type `series_entry`.' }),
  ),
  series_position: Type.Optional(
    nullable(Type.Integer({ minimum: 0, maximum: INT32_MAX }), {
      description: 'The place in the series. Posts without one follow in the order of their publication.',
    }),
  ),
}

const newStatus = oneOf(NEW_POST_STATUSES, { description: '`draft` by default.' })
const changedStatus = oneOf(LIVE_POST_STATUSES)

/** In a new post, null is the same as leaving the field out. */
export const CreatePost = acceptingAndIgnoring(
  closed('CreatePost', { title, content, status: Type.Optional(newStatus), ...optional, external_id: externalId }),
  Post,
)
export type CreatePost = Static<typeof CreatePost>

/** Fields that are left out stay unchanged; null clears a field. */
export const ChangePost = acceptingAndIgnoring(
  closed('ChangePost', {
    title: Type.Optional(title),
    content: Type.Optional(content),
    status: Type.Optional(changedStatus),
    ...optional,
    external_id: externalId,
  }),
  Post,
)
export type ChangePost = Static<typeof ChangePost>

/** Creates or changes a post: `archived` is only allowed for an existing one. The external id is in the path. */
export const PutPost = acceptingAndIgnoring(
  closed('PutPost', { title, content, status: Type.Optional(changedStatus), ...optional }),
  Post,
)
export type PutPost = Static<typeof PutPost>

export const DeletePostQuery = Type.Object({
  buyers: Type.Optional(
    oneOf(BUYER_CHOICES, { default: 'keep', description: 'Whether buyers keep the text, or get their money back.' }),
  ),
})
export type DeletePostQuery = Static<typeof DeletePostQuery>

export const DryRunQuery = Type.Object({
  dry_run: Type.Optional(
    oneOf(['true', 'false'], {
      description: 'With `true` the request is validated and answered, but nothing is stored.',
    }),
  ),
})
export type DryRunQuery = Static<typeof DryRunQuery>

/** A post of another service, with its own address and times. */
export const ImportPost = acceptingAndIgnoring(
  closed('ImportPost', {
    title,
    content,
    status: Type.Optional(changedStatus),
    ...optional,
    external_id: Type.String({
      minLength: 1,
      maxLength: EXTERNAL_ID_MAX_CHARACTERS,
      description: 'Your own id for the post: a second import with the same id changes the post.',
    }),
    slug: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: SLUG_MAX_CHARACTERS, pattern: '^(?!\\.)[\\p{L}\\p{M}\\p{N}._~-]+$' }),
        {
          description:
            'Letters and digits of any script and - _ . ~, not starting with a dot. Kept if none of your posts has it, otherwise a suffix is added. Ignored if the post exists.',
        },
      ),
    ),
    published_at: Type.Optional(
      nullable(Timestamp, { description: 'A past time, only for a published post; now by default.' }),
    ),
    created_at: Type.Optional(
      nullable(Timestamp, { description: 'A past time, not after published_at; published_at or now by default.' }),
    ),
  }),
  Post,
)
export type ImportPost = Static<typeof ImportPost>

export const ImportQuery = Type.Object({
  events: Type.Optional(oneOf(['true', 'false'], { description: 'With `true` the import causes events.' })),
  dry_run: DryRunQuery.properties.dry_run,
})
export type ImportQuery = Static<typeof ImportQuery>

export const ListPostsQuery = Type.Object({
  q: Type.Optional(SearchText),
  status: Type.Optional(oneOf(LIVE_POST_STATUSES)),
  post_type: Type.Optional(oneOf(POST_TYPES)),
  visibility: Type.Optional(oneOf(VISIBILITIES)),
  is_paid: Type.Optional(Flag),
  salon_id: Type.Optional(Uuid),
  external_id: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_ID_MAX_CHARACTERS })),
  series_id: Type.Optional(Uuid),
  scheduled_from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only scheduled posts, at this time or later.' }),
  ),
  scheduled_to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only scheduled posts, before this time.' }),
  ),
  published_from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only published posts, published at this time or later.' }),
  ),
  published_to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only published posts, published before this time.' }),
  ),
  ...page,
})
export type ListPostsQuery = Static<typeof ListPostsQuery>

export const ListTrashQuery = Type.Object(page)
export type ListTrashQuery = Static<typeof ListTrashQuery>
