import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { requireInvitation } from '../accounts/sign-up/sign-up.ts'
import { adminActor } from '../audit/record-action.ts'
import { createInvitation, expiryIssues, revokeInvitation } from './change-invitations.ts'
import { listInvitations } from './invitation-store.ts'

/** The guard checks the role of admins. */
export function invitationRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(endpoints.listInvitations, async ({ query }) => ({
    ...(await listInvitations(db, query)),
    signups: settings.signups,
  }))

  bind(
    endpoints.createInvitation,
    ({ principal, body }) => createInvitation(context, adminActor(principal), body),
    ({ body }) => expiryIssues(context, body),
  )

  bind(endpoints.revokeInvitation, async ({ principal, params }) => {
    await revokeInvitation(context, adminActor(principal), params.id)
    return { ok: true as const }
  })

  bind(endpoints.checkInvitation, async ({ body }) => {
    await requireInvitation(context, body.invitation)
    return { ok: true as const }
  })
}
