import { eventsOf } from '../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../delivery/webhooks/record-events.ts'
import { subjectsOfSeries } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { rejectIssues } from '../../platform/core/errors.ts'
import { canonicalId } from '../../platform/core/ids.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import type { SeriesRow } from '../../reading/public/series-store.ts'
import { requireSeriesScope, resultingOrder } from './series-rules.ts'
import { type EntryRow, findEntries, lockEntries, lockSeries, movePosts, updateSeries } from './series-store.ts'

/** Sets the positions of all posts of a series. */
export function orderSeries(
  context: AppContext,
  principal: Principal,
  id: string,
  postIds: readonly string[],
): Promise<{ series: SeriesRow; entries: EntryRow[] }> {
  return transact(context, async (trx, notify) => {
    const series = await lockSeries(trx, principal.userId, id)
    await lockEntries(trx, series.id)
    const before = await findEntries(trx, series.id)
    requireSeriesScope(principal, before)
    const { order, issues } = resultingOrder(before, postIds.map(canonicalId))
    rejectIssues(issues)
    const entries = order.map((entry, i) => ({ ...entry, series_position: i + 1 }))
    const moved = entries.filter((entry, i) => entry.series_position !== order[i]?.series_position)
    if (moved.length === 0) return { series, entries }
    const at = await movePosts(
      trx,
      moved.map(entry => ({ id: entry.id, series_id: series.id, series_position: entry.series_position })),
    )
    const events = moved.flatMap(entry => eventsOf(entry, entry, ['series_position']))
    await recordEvents(trx, notify, principal.userId, at, events)
    notify({ about: 'public', subjects: subjectsOfSeries(series) })
    return { series: await updateSeries(trx, series, {}), entries }
  })
}
