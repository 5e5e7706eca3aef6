import type { RankingType } from '@galley/contract/reading/public'
import type {
  Profile,
  PublicPost,
  PublicPostItem,
  Ranking,
  RankingEntry,
  SeriesPlace,
} from '@galley/contract/schemas/reading/public'
import type { Account } from '../../identity/accounts/account-store.ts'
import type { Settings } from '../../platform/config.ts'
import { postAddress, seriesAddress } from '../../platform/core/addresses/site-addresses.ts'
import type { ProfilePostRow } from './public-list-store.ts'
import type { CardRow, PublicItemRow, PublicPostRow, SeriesEntry } from './public-store.ts'
import type { RankedRow, RankingRow } from './ranking-store.ts'

export function itemView(post: PublicItemRow, settings: Settings): PublicPostItem {
  const {
    id,
    slug,
    title,
    excerpt,
    category,
    tags,
    view_count,
    like_count,
    save_count,
    comment_count,
    resonated_count,
  } = post
  return {
    id,
    slug,
    title,
    excerpt,
    category,
    tags,
    published_at: post.published_at.toISOString(),
    view_count,
    like_count,
    save_count,
    comment_count,
    resonated_count,
    author: authorView(post),
    ...cardView(post),
    url: postAddress(settings, post.username, slug),
    canonical_url: post.canonical_url,
  }
}

export function publicPostView(post: PublicPostRow, settings: Settings): PublicPost {
  const { content, post_type, cover_image_url, seo_title, meta_description, paywalled } = post
  return {
    ...itemView(post, settings),
    content,
    post_type,
    cover_image_url,
    seo_title,
    meta_description,
    updated_at: post.updated_at.toISOString(),
    paywalled,
    series: seriesPlace(post, settings),
  }
}

/**
 * The place of a readable post among the listed posts of its series. Null without a series, and for an unlisted post if
 * the series has no listed one: then the series is not public.
 */
function seriesPlace({ id, series_id, series, username }: PublicPostRow, settings: Settings): SeriesPlace | null {
  if (series_id === null || series === null) return null
  const { entries } = series
  const listed = entries.filter(entry => entry.is_listed)
  const at = entries.findIndex(entry => entry.id === id)
  const self = entries[at]
  if (self === undefined || listed.length === 0) return null
  const neighbour = (entry: SeriesEntry | undefined) =>
    entry === undefined ? null : { id: entry.id, title: entry.title, url: postAddress(settings, username, entry.slug) }
  return {
    id: series_id,
    title: series.title,
    url: seriesAddress(settings, username, series.slug),
    position: self.is_listed ? at + 1 : null,
    count: listed.length,
    previous: neighbour(entries[at - 1]),
    next: neighbour(entries[at + 1]),
  }
}

export function profileView(author: Account, posts: readonly ProfilePostRow[], postCount: number): Profile {
  const { username, display_name, bio, avatar_url, follower_count, is_verified } = author
  return {
    profile: { username, display_name, bio, avatar_url, follower_count, post_count: postCount, is_verified },
    posts: posts.map(post => ({
      id: post.id,
      title: post.title,
      slug: post.slug,
      published_at: post.published_at.toISOString(),
      like_count: post.like_count,
      ...cardView(post),
    })),
  }
}

export const rankingView = (type: RankingType, ranking: RankingRow, settings: Settings): Ranking => ({
  type,
  period_start: ranking.period_start.toISOString(),
  period_end: ranking.period_end.toISOString(),
  rankings: ranking.posts.map((post, i) => rankingEntryView(post, i, settings)),
})

export function rankingEntryView(post: RankedRow, index: number, settings: Settings): RankingEntry {
  const { id, title, slug, like_count } = post
  return {
    rank: index + 1,
    score: post.score,
    post: {
      id,
      title,
      slug,
      like_count,
      author: authorView(post),
      ...cardView(post),
      url: postAddress(settings, post.username, slug),
    },
  }
}

const cardView = ({ subtitle, thumbnail_url, is_paid, price_jpy }: CardRow) => ({
  subtitle,
  thumbnail_url,
  is_paid,
  price_jpy,
})

const authorView = ({
  username,
  display_name,
  avatar_url,
}: Pick<PublicItemRow, 'username' | 'display_name' | 'avatar_url'>) => ({
  username,
  display_name,
  avatar_url,
})
