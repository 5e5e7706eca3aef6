import type { SeriesEntry, SeriesWithPosts } from '@galley/contract/schemas/writing/series'
import type { SeriesRow } from '../../reading/public/series-store.ts'
import { type ShownSeries, seriesView } from '../../reading/public/series-view.ts'
import type { EntryRow } from './series-store.ts'

export function seriesWithPostsView(
  series: SeriesRow,
  entries: readonly EntryRow[],
  shown: ShownSeries,
): SeriesWithPosts {
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
