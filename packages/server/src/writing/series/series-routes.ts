import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { seriesView } from '../../reading/public/series-view.ts'
import { changeSeries } from './change-series.ts'
import { createSeries } from './create-series.ts'
import { deleteSeries } from './delete-series.ts'
import { orderSeries } from './order-series.ts'
import { seriesIssues } from './series-rules.ts'
import { findEntries, listSeries, requireSeries } from './series-store.ts'
import { seriesWithPostsView } from './series-view.ts'

export function seriesRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(
    endpoints.createSeries,
    async ({ principal, body }) =>
      seriesView(await createSeries(context, principal.userId, body), { principal, settings }),
    ({ body }) => seriesIssues(body),
  )

  bind(endpoints.listSeries, async ({ principal, query }) => {
    const { series, total } = await listSeries(db, principal.userId, query)
    return { series: series.map(each => seriesView(each, { principal, settings })), total }
  })

  bind(endpoints.readSeries, async ({ principal, params }) => {
    const series = await requireSeries(db, principal.userId, params.id)
    return seriesWithPostsView(series, await findEntries(db, series.id), { principal, settings })
  })

  bind(
    endpoints.changeSeries,
    async ({ principal, params, body }) =>
      seriesView(await changeSeries(context, principal, params.id, body), { principal, settings }),
    async ({ principal, params, body }) => {
      await requireSeries(db, principal.userId, params.id)
      return seriesIssues(body)
    },
  )

  bind(endpoints.orderSeries, async ({ principal, params, body }) => {
    const { series, entries } = await orderSeries(context, principal, params.id, body.post_ids)
    return seriesWithPostsView(series, entries, { principal, settings })
  })

  bind(endpoints.deleteSeries, async ({ principal, params }) => {
    await deleteSeries(context, principal, params.id)
    return { deleted: true as const }
  })
}
