import type { PublicSeries } from '@galley/contract/schemas/reading/public'
import type { Series, SeriesEntry, SeriesWithPosts } from '@galley/contract/schemas/writing/series'
import type { Settings } from '../../config.ts'
import { seriesAddress } from '../../platform/core/addresses/site-addresses.ts'
import type { Principal } from '../../platform/core/principal.ts'
import type { PublicItemRow } from '../../reading/public/public-store.ts'
import { itemView } from '../../reading/public/public-view.ts'
import type { EntryRow, PublicSeriesRow, SeriesRow } from './series-store.ts'

interface Shown {
  readonly principal: Pick<Principal, 'username'>
  readonly settings: Settings
}

export function seriesView(series: SeriesRow, { principal, settings }: Shown): Series {
  const { id, slug, title, description, cover_image_url, status, post_count } = series
  return {
    id,
    slug,
    title,
    description,
    cover_image_url,
    status,
    post_count,
    url: seriesAddress(settings, principal.username, slug),
    created_at: series.created_at.toISOString(),
    updated_at: series.updated_at.toISOString(),
  }
}

export function seriesWithPostsView(series: SeriesRow, entries: readonly EntryRow[], shown: Shown): SeriesWithPosts {
  return { ...seriesView(series, shown), posts: entries.map(entryView) }
}

const entryView = (entry: EntryRow): SeriesEntry => ({
  id: entry.id,
  slug: entry.slug,
  title: entry.title,
  status: entry.status,
  visibility: entry.visibility,
  published_at: entry.published_at?.toISOString() ?? null,
  scheduled_for: entry.scheduled_for?.toISOString() ?? null,
  series_position: entry.series_position,
})

export function publicSeriesView(
  series: PublicSeriesRow,
  posts: readonly PublicItemRow[],
  settings: Settings,
): PublicSeries {
  const { username, display_name, avatar_url } = series
  return {
    ...seriesView({ ...series, post_count: posts.length }, { principal: { username }, settings }),
    author: { username, display_name, avatar_url },
    posts: posts.map(post => itemView(post, settings)),
  }
}
