import { endpoints } from '@galley/contract/endpoints'
import type { SessionRecord } from '@galley/contract/schemas/identity/sessions'
import type { AppContext } from '../../platform/context.ts'
import { notFound, rejectIssues } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { transact } from '../../platform/db/transact.ts'
import { type BindRoute, Result } from '../../platform/operation.ts'
import { markAuthenticated } from './reauthentication/proof-store.ts'
import { currentPasswordIssue } from './sessions/current-password.ts'
import { deleteOtherSessions, deleteSession, listSessions, type SessionRow } from './sessions/session-store.ts'

export function sessionRoutes(bind: BindRoute, context: AppContext): void {
  const { db } = context

  bind(endpoints.confirmSession, async ({ principal, body }) => {
    rejectIssues(await currentPasswordIssue(context, principal, body.password, 'password'))
    await markAuthenticated(db, principal.credential.id)
    return { ok: true as const }
  })

  bind(endpoints.listSessions, async ({ principal }) => {
    const sessions = await listSessions(db, principal.userId)
    return { sessions: sessions.map(session => sessionView(session, principal.credential.id)) }
  })

  bind(endpoints.endSession, async ({ principal, params }) => {
    await transact(context, async (trx, notify) => {
      const ended = isUuid(params.id) && (await deleteSession(trx, principal.userId, params.id))
      if (!ended) throw notFound('Session')
      notify({ about: 'account', userId: principal.userId })
    })
    const isCurrent = params.id === principal.credential.id
    return new Result({ ok: true as const }, isCurrent ? { session: 'ended' } : {})
  })

  bind(endpoints.endOtherSessions, async ({ principal }) => {
    await transact(context, async (trx, notify) => {
      await deleteOtherSessions(trx, principal.userId, principal.credential.id)
      notify({ about: 'account', userId: principal.userId })
    })
    return { ok: true as const }
  })
}

function sessionView({ id, user_agent, created_at, last_used_at }: SessionRow, currentId: string): SessionRecord {
  return {
    id,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    user_agent,
    current: id === currentId,
  }
}
