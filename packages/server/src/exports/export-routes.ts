import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../context.ts'
import { enforce } from '../core/limits/rate-limits.ts'
import type { BindRoute } from '../transport/route.ts'

export function exportRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.exportMe, async ({ principal, reply, request }) => {
    const { userId, username, displayName } = principal
    enforce(await context.limits.exports.count(userId))
    const name = `galley-${username}-${context.clock.now().toISOString().slice(0, 10)}.zip`
    reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`)
    if (request.method === 'HEAD') return reply.send()
    // The libraries are loaded here, because few requests need them.
    const { exportAccount } = await import('./write-export.ts')
    return reply.send(exportAccount(context, { userId, username, displayName }))
  })
}
