import { type Static, Type } from 'typebox'
import { POST_ACCESS } from '../../values/selling.ts'
import { Author, Me } from '../identity/accounts.ts'
import { Count, nullable, oneOf } from '../schema.ts'
import { PublicPostHtml } from '../writing/rendering.ts'
import { Series } from '../writing/series.ts'
import { Profile, PublicPost, PublicPostItem, PublicPostList, Ranking, RankingEntry } from './public.ts'

// What the pages of the reading site need in one go. These are not endpoints of the API.

const { content: _, view_count: __, comment_count: ___, ...shownPost } = PublicPost.properties
const { bio, is_verified, follower_count } = Profile.properties.profile.properties
const { id, slug, title, published_at, author, thumbnail_url, is_paid, price_jpy } = PublicPostItem.properties

/** An article with what is shown around it, but without its comments. */
export const ArticlePage = Type.Object({
  post: Type.Object(shownPost),
  text: PublicPostHtml,
  author: Type.Object({ bio, is_verified, follower_count }),
  related: Type.Array(Type.Object({ id, slug, title, published_at, author, thumbnail_url, is_paid, price_jpy })),
})
export type ArticlePage = Static<typeof ArticlePage>

/** What is shown beside the list of the front page. */
export const FrontAside = Type.Object({
  ranking: Type.Array(RankingEntry),
  tags: Type.Array(Type.String()),
  authors: Type.Array(Author),
})
export type FrontAside = Static<typeof FrontAside>

/** Null before the first refresh. */
export const RankingPage = nullable(Ranking)
export type RankingPage = Static<typeof RankingPage>

export const ProfilePage = Type.Object({
  profile: Profile.properties.profile,
  series: Type.Array(Series),
  list: PublicPostList,
})
export type ProfilePage = Static<typeof ProfilePage>

/** What a page shows of its reader, and of the reader's relation to the article or the author of the page. */
export const ReaderState = Type.Object({
  me: Me,
  unread: Count,
  post: nullable(
    Type.Object({
      is_paid: Type.Boolean(),
      salon_only: Type.Boolean(),
      access: oneOf(POST_ACCESS),
      liked: Type.Boolean(),
      saved: Type.Boolean(),
      resonated: Type.Boolean(),
      following_author: Type.Boolean(),
      is_author: Type.Boolean(),
      like_count: Count,
      save_count: Count,
      resonated_count: Count,
      /** An admin hid a comment of this reader: only the reader sees it. */
      has_hidden_comments: Type.Boolean(),
    }),
  ),
  user: nullable(Type.Object({ following: Type.Boolean(), is_self: Type.Boolean() })),
})
export type ReaderState = Static<typeof ReaderState>
