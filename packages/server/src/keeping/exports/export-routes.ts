import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { enforce } from '../../platform/core/limits/rate-limits.ts'
import { type BindRoute, FileResult } from '../../platform/operation.ts'

export function exportRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.exportMe, async ({ principal }) => {
    const { userId, username, displayName } = principal
    enforce(await context.limits.exports.count(userId))
    const name = `galley-${username}-${context.clock.now().toISOString().slice(0, 10)}.zip`
    return new FileResult('application/zip', name, async () => {
      // The libraries are loaded here, because few requests need them.
      const { exportAccount } = await import('./write-export.ts')
      return exportAccount(context, { userId, username, displayName })
    })
  })
}
