import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { timeZoneIssue } from '../../platform/core/local-days.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { readStatistics } from './read-statistics.ts'

export function statisticsRoutes(bind: BindRoute, context: AppContext): void {
  bind(
    endpoints.readStatistics,
    ({ principal, query }) => readStatistics(context, principal.userId, query),
    ({ query }) => timeZoneIssue(query.time_zone),
  )
}
