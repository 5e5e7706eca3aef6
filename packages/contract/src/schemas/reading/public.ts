import { type Static, Type } from 'typebox'
import { INT32_MAX, SITEMAP_PAGE_POSTS, TAG_MAX_CHARACTERS, USERNAME_MAX_CHARACTERS } from '../../values/limits.ts'
import { PUBLIC_SORTS, RANKING_TYPES } from '../../values/reading/public.ts'
import { POST_TYPES } from '../../values/writing/posts.ts'
import { Author } from '../identity/accounts.ts'
import { Count, nullable, oneOf, PostUrl, page, pageLimit, Timestamp, Uuid } from '../schema.ts'
import { CategoryValue } from '../writing/categories.ts'
import { Series } from '../writing/series.ts'

/** The fields that a list needs to show a post as a card. */
const card = {
  subtitle: nullable(Type.String()),
  thumbnail_url: nullable(Type.String()),
  is_paid: Type.Boolean(),
  price_jpy: nullable(Type.Integer()),
}

const canonicalUrl = nullable(Type.String(), {
  description: 'The address of the original, if the post was first published elsewhere.',
})

const item = {
  id: Uuid,
  slug: Type.String(),
  title: Type.String(),
  excerpt: Type.String(),
  category: nullable(CategoryValue),
  tags: Type.Array(Type.String()),
  published_at: Timestamp,
  view_count: Count,
  like_count: Count,
  save_count: Count,
  comment_count: Count,
  resonated_count: Count,
  author: Author,
  ...card,
  url: PostUrl,
  canonical_url: canonicalUrl,
}

export const PublicPostItem = Type.Object(item, { title: 'PublicPostItem' })
export type PublicPostItem = Static<typeof PublicPostItem>

export const PublicPostList = Type.Object(
  { posts: Type.Array(PublicPostItem), total: Count },
  { title: 'PublicPostList' },
)
export type PublicPostList = Static<typeof PublicPostList>

export const SeriesNeighbour = Type.Object(
  { id: Uuid, title: Type.String(), url: PostUrl },
  { title: 'SeriesNeighbour' },
)

/** The place of a post in its series, among the public posts. */
export const SeriesPlace = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    url: Type.String({ description: 'The address of the series’ page on this site.' }),
    position: nullable(Type.Integer({ minimum: 1 }), { description: 'From 1; null for an unlisted post.' }),
    count: Count,
    previous: nullable(SeriesNeighbour),
    next: nullable(SeriesNeighbour),
  },
  { title: 'SeriesPlace' },
)
export type SeriesPlace = Static<typeof SeriesPlace>

export const PublicPost = Type.Object(
  {
    ...item,
    content: nullable(Type.String(), {
      description: 'Markdown. Only the free part of a paid post; null if it has none.',
    }),
    post_type: oneOf(POST_TYPES),
    cover_image_url: nullable(Type.String()),
    seo_title: nullable(Type.String()),
    meta_description: nullable(Type.String()),
    updated_at: Timestamp,
    paywalled: Type.Boolean({ description: 'Whether part or all of the content was left out.' }),
    series: nullable(SeriesPlace, { description: 'The series that the post belongs to.' }),
  },
  { title: 'PublicPost' },
)
export type PublicPost = Static<typeof PublicPost>

/** `post_count` counts the public posts only. */
export const PublicSeries = Type.Object(
  {
    ...Series.properties,
    author: Author,
    posts: Type.Array(PublicPostItem, { description: 'The public posts, in their order.' }),
  },
  { title: 'PublicSeries' },
)
export type PublicSeries = Static<typeof PublicSeries>

export const ListPublicPostsQuery = Type.Object({
  sort: Type.Optional(oneOf(PUBLIC_SORTS, { default: 'latest' })),
  category: Type.Optional(CategoryValue),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_MAX_CHARACTERS })),
  author: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: USERNAME_MAX_CHARACTERS + 1,
      description: 'A username, also with @. Cannot be combined with category or tag.',
    }),
  ),
  series: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The id of a series. Cannot be combined with category, tag or author.',
    }),
  ),
  ...page,
})
export type ListPublicPostsQuery = Static<typeof ListPublicPostsQuery>

export const RankingEntry = Type.Object(
  {
    rank: Type.Integer({ minimum: 1 }),
    score: Type.Number(),
    post: Type.Object({
      id: Uuid,
      title: Type.String(),
      slug: Type.String(),
      like_count: Count,
      author: Author,
      ...card,
      url: PostUrl,
    }),
  },
  { title: 'RankingEntry' },
)
export type RankingEntry = Static<typeof RankingEntry>

export const Ranking = Type.Object(
  {
    type: oneOf(RANKING_TYPES),
    period_start: Timestamp,
    period_end: Timestamp,
    rankings: Type.Array(RankingEntry),
  },
  { title: 'Ranking' },
)
export type Ranking = Static<typeof Ranking>

export const RankingQuery = Type.Object({
  type: Type.Optional(oneOf(RANKING_TYPES, { default: 'trending' })),
  limit: pageLimit,
})
export type RankingQuery = Static<typeof RankingQuery>

export const ProfilePost = Type.Object(
  { id: Uuid, title: Type.String(), slug: Type.String(), published_at: Timestamp, like_count: Count, ...card },
  { title: 'ProfilePost' },
)
export type ProfilePost = Static<typeof ProfilePost>

export const Profile = Type.Object(
  {
    profile: Type.Object({
      username: Type.String(),
      display_name: Type.String(),
      bio: nullable(Type.String()),
      avatar_url: nullable(Type.String()),
      follower_count: Count,
      post_count: Count,
      is_verified: Type.Boolean(),
    }),
    posts: Type.Array(ProfilePost, { description: 'The newest public posts.' }),
  },
  { title: 'Profile' },
)
export type Profile = Static<typeof Profile>

export const SitemapEntry = Type.Object(
  { username: Type.String(), slug: Type.String(), updated_at: Timestamp },
  { title: 'SitemapEntry' },
)
export type SitemapEntry = Static<typeof SitemapEntry>

export const Sitemap = Type.Object(
  {
    pages: Type.Integer({ minimum: 0, description: 'The number of pages.' }),
    entries: Type.Array(SitemapEntry, {
      description: `About ${SITEMAP_PAGE_POSTS} posts or series per page, oldest first.`,
    }),
  },
  { title: 'Sitemap' },
)
export type Sitemap = Static<typeof Sitemap>

export const SitemapQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: INT32_MAX, default: 1 })),
})
export type SitemapQuery = Static<typeof SitemapQuery>
