import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { insertAgentCall, listAgentCalls } from './agent-call-store.ts'

export function agentCallRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.listAgentCalls, async ({ principal, query }) => {
    const { calls, total } = await listAgentCalls(context.db, principal.userId, query)
    return {
      calls: calls.map(({ client_name, created_at, ...call }) => ({
        ...call,
        client: client_name,
        created_at: created_at.toISOString(),
      })),
      total,
    }
  })

  bind(endpoints.recordAgentCall, async ({ principal: { userId, credential }, body }) => {
    await insertAgentCall(context.db, {
      id: newId(),
      user_id: userId,
      client_name: credential.kind === 'token' ? credential.name : '',
      tool: body.tool,
      post_id: body.post_id != null && isUuid(body.post_id) ? body.post_id : null,
      is_error: body.is_error,
    })
    return { ok: true as const }
  })
}
