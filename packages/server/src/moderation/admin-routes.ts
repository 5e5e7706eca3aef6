import { endpoints } from '@galley/contract/endpoints'
import type { ModerateMany } from '@galley/contract/schemas/moderation'
import { sendsMail } from '../delivery/mail/queue-mail.ts'
import { adminActor } from '../identity/audit/record-action.ts'
import type { AppContext } from '../platform/context.ts'
import { type FieldIssue, notFound, rejectIssues } from '../platform/core/errors.ts'
import { canonicalId } from '../platform/core/ids.ts'
import type { BindRoute } from '../platform/operation.ts'
import { moderateMany } from './moderate-many.ts'
import { adminUserView, overviewView } from './moderation-view.ts'
import { readOverview } from './overview-store.ts'
import { restoreUser, suspendUser } from './suspend-user.ts'
import { findModeratedUser, listModeratedUsers } from './user-store.ts'

/** The state of the installation, accounts, and bulk actions. The guard checks the role. */
export function adminRoutes(bind: BindRoute, context: AppContext): void {
  const { db } = context
  const readUser = async (id: string) => {
    const user = await findModeratedUser(db, id)
    if (user === undefined) throw notFound('User')
    return adminUserView(user)
  }

  bind(endpoints.readOverview, async () =>
    overviewView(await readOverview(db), {
      sendsMail: sendsMail(context),
      sellsPosts: context.settings.payments.kind !== 'off',
    }),
  )

  bind(endpoints.listAdminUsers, async ({ query }) => {
    const { users, total } = await listModeratedUsers(db, query)
    return { users: users.map(adminUserView), total }
  })
  bind(endpoints.suspendUser, async ({ principal, params, body }) => {
    await suspendUser(context, adminActor(principal), params.id, body.reason)
    return readUser(params.id)
  })
  bind(endpoints.restoreUser, async ({ principal, params, body }) => {
    await restoreUser(context, adminActor(principal), params.id, body.reason ?? null)
    return readUser(params.id)
  })

  bind(
    endpoints.moderateMany,
    async ({ principal, query, body }) => {
      rejectIssues(reasonIssues(body))
      const { action, reason = null } = body
      const ids = body.ids.map(canonicalId)
      const isPreview = query.dry_run === 'true'
      const items = await moderateMany(context, adminActor(principal), { action, ids, reason, isPreview })
      return { items, changed: items.filter(({ result }) => result === 'changed').length }
    },
    ({ body }) => reasonIssues(body),
  )
}

/** The author of hidden content is told why. */
function reasonIssues({ action, reason }: Partial<ModerateMany>): FieldIssue[] {
  const needsReason = action !== undefined && !action.endsWith('.restore')
  if (!needsReason || (reason !== undefined && reason !== null)) return []
  return [{ field: 'reason', code: 'REQUIRED', message: 'Hiding and suspending need a reason.' }]
}
