import type { ChangeSeries } from '@galley/contract/schemas/writing/series'
import { subjectsOfSeries } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { rejectIssues } from '../../platform/core/errors.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import type { SeriesRow } from '../../reading/public/series-store.ts'
import { requireSeriesScope, seriesIssues } from './series-rules.ts'
import { findEntries, lockSeries, type SeriesField, updateSeries } from './series-store.ts'

const FIELDS: readonly SeriesField[] = ['title', 'description', 'cover_image_url', 'status']

export function changeSeries(
  context: AppContext,
  principal: Principal,
  id: string,
  input: ChangeSeries,
): Promise<SeriesRow> {
  return transact(context, async (trx, notify) => {
    const before = await lockSeries(trx, principal.userId, id)
    requireSeriesScope(principal, await findEntries(trx, before.id))
    rejectIssues(seriesIssues(input))
    const changed = FIELDS.filter(field => input[field] !== undefined && input[field] !== shown(context, before, field))
    if (changed.length === 0) return before
    notify({ about: 'public', subjects: subjectsOfSeries(before) })
    return updateSeries(trx, before, Object.fromEntries(changed.map(field => [field, input[field]])))
  })
}

/** A cover is shown with the current address of the site; sending it back does not change the series. */
function shown({ media }: AppContext, series: SeriesRow, field: SeriesField): string | null {
  const value = series[field]
  return field === 'cover_image_url' && value !== null ? media.shown(value) : value
}
