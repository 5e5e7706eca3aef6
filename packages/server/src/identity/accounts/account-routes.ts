import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { transact } from '../../platform/db/transact.ts'
import { type BindRoute, Result } from '../../platform/operation.ts'
import { readStorageUse } from './account-store.ts'
import { meView, principalView } from './account-view.ts'
import { changeMe, changeMeIssues } from './change-me.ts'
import { requestOwnDeletion } from './deletion/request-deletion.ts'
import { purgeTime } from './deletion-rules.ts'
import { browserOf } from './sessions/browser-of.ts'
import { logIn } from './sessions/log-in.ts'
import { deleteSession } from './sessions/session-store.ts'
import { startSession } from './sessions/sessions.ts'
import { requireSetupToken, setUp } from './sign-up/set-up.ts'
import { type IsOwnPath, reservedIssues, signUp, signUpIssues } from './sign-up/sign-up.ts'

export function accountRoutes(bind: BindRoute, context: AppContext, isOwnPath: IsOwnPath): void {
  const { db, settings } = context

  bind(
    endpoints.signUp,
    async ({ body, sender }) => {
      const account = await signUp(context, body, sender.language, isOwnPath)
      return new Result(meView(account), { session: await startSession(context, account, browserOf(sender)) })
    },
    async ({ body }) => [...(await signUpIssues(db, body)), ...(await reservedIssues(context, body, isOwnPath))],
  )

  bind(endpoints.checkSetup, async ({ body }) => {
    await requireSetupToken(context, body.token)
    return { ok: true as const }
  })

  bind(
    endpoints.setUp,
    async ({ body, sender }) => {
      const account = await setUp(context, body)
      return new Result(meView(account), { session: await startSession(context, account, browserOf(sender)) })
    },
    ({ body }) => signUpIssues(db, body),
  )

  bind(endpoints.logIn, async ({ body, sender }) => {
    const browser = browserOf(sender)
    const account = await logIn(context, body, browser.deviceSecret)
    return new Result(meView(account), { session: await startSession(context, account, browser) })
  })

  bind(endpoints.logOut, async ({ principal }) => {
    await transact(context, async (trx, notify) => {
      await deleteSession(trx, principal.userId, principal.credential.id)
      notify({ about: 'account', userId: principal.userId })
    })
    return new Result({ ok: true as const }, { session: 'ended' })
  })

  bind(endpoints.readMe, async ({ principal }) => principalView(principal))

  bind(endpoints.readStorage, async ({ principal }) => {
    const { texts_bytes, uploads_bytes } = await readStorageUse(db, principal.userId)
    const limit_bytes = settings.quotas[principal.plan] || null
    return { used_bytes: texts_bytes + uploads_bytes, limit_bytes, texts_bytes, uploads_bytes }
  })

  bind(endpoints.deleteMe, async ({ principal, body }) => {
    const { deletion_requested_at } = await requestOwnDeletion(context, principal, body.current_password)
    const purge_at = purgeTime(deletion_requested_at ?? context.clock.now()).toISOString()
    return new Result({ purge_at }, { session: 'ended' })
  })

  bind(
    endpoints.changeMe,
    async ({ principal, body }) => meView(await changeMe(context, principal, body)),
    ({ principal, body }) => changeMeIssues(context, principal, body),
  )
}
