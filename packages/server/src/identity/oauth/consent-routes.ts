import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { approveOAuth, readOAuthRequest } from './approve-oauth.ts'

/** What the page uses on which an author approves a program. */
export function consentRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.readOAuthRequest, ({ principal, query }) => readOAuthRequest(context, principal.userId, query))
  bind(endpoints.approveOAuth, ({ principal, body }) => approveOAuth(context, principal.userId, body))
}
