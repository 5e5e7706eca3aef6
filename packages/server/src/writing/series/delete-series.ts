import { eventsOf } from '../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../delivery/webhooks/record-events.ts'
import { subjectsOfSeries } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import { requireSeriesScope } from './series-rules.ts'
import { findEntries, lockEntries, lockSeries, movePosts, removeSeries } from './series-store.ts'

/** Its posts stay, without a series. */
export function deleteSeries(context: AppContext, principal: Principal, id: string): Promise<void> {
  return transact(context, async (trx, notify) => {
    const series = await lockSeries(trx, principal.userId, id)
    await lockEntries(trx, series.id)
    const entries = await findEntries(trx, series.id)
    requireSeriesScope(principal, entries)
    if (entries.length > 0) {
      const at = await movePosts(
        trx,
        entries.map(entry => ({ id: entry.id, series_id: null, series_position: null })),
      )
      const events = entries.flatMap(entry => {
        const changes = entry.series_position === null ? ['series_id'] : ['series_id', 'series_position']
        return eventsOf(entry, entry, changes)
      })
      await recordEvents(trx, notify, principal.userId, at, events)
    }
    await removeSeries(trx, series.id)
    notify({ about: 'public', subjects: subjectsOfSeries(series) }, { hides: true })
  })
}
