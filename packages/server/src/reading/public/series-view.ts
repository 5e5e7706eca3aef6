import type { PublicSeries } from '@galley/contract/schemas/reading/public'
import type { Series } from '@galley/contract/schemas/writing/series'
import type { Settings } from '../../platform/config.ts'
import { seriesAddress } from '../../platform/core/addresses/site-addresses.ts'
import type { Principal } from '../../platform/core/principal.ts'
import type { PublicItemRow } from './public-store.ts'
import { itemView } from './public-view.ts'
import type { PublicSeriesRow, SeriesRow } from './series-store.ts'

export interface ShownSeries {
  readonly principal: Pick<Principal, 'username'>
  readonly settings: Settings
}

export function seriesView(series: SeriesRow, { principal, settings }: ShownSeries): Series {
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
