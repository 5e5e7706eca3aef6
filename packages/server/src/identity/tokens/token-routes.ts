import { endpoints } from '@galley/contract/endpoints'
import { DEFAULT_TOKEN_NAME } from '@galley/contract/limits'
import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { idempotencyKeyOf } from '../../platform/db/idempotency.ts'
import { transact } from '../../platform/db/transact.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { issueToken, tokenIssues } from './issue-token.ts'
import { listTokens, revokeToken } from './token-store.ts'
import { tokenView } from './token-view.ts'

export function tokenRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.listTokens, async ({ principal }) => {
    const tokens = await listTokens(context.db, principal.userId)
    return { tokens: tokens.map(tokenView) }
  })

  bind(
    endpoints.issueToken,
    call => issueToken(context, call.principal.userId, call.body, idempotencyKeyOf(call)),
    ({ body }) => tokenIssues(context, body),
  )

  bind(endpoints.revokeToken, async ({ principal, params }) => {
    await transact(context, async (trx, notify) => {
      const revoked = isUuid(params.id) && (await revokeToken(trx, principal.userId, params.id))
      if (!revoked) throw notFound('Token')
      notify({ about: 'account', userId: principal.userId })
    })
    return { ok: true as const }
  })

  bind(endpoints.issueDefaultToken, ({ principal, body }) =>
    issueToken(context, principal.userId, { ...body, name: DEFAULT_TOKEN_NAME }),
  )
}
