import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { requestLanguage } from '../transport/request-language.ts'
import type { BindRoute } from '../transport/route.ts'
import { readStorageUse } from './account-store.ts'
import { meView, principalView } from './account-view.ts'
import { changeMe, changeMeFaults } from './change-me.ts'
import { requestOwnDeletion } from './deletion/request-deletion.ts'
import { purgeTime } from './deletion-rules.ts'
import { browserOf } from './sessions/browser-of.ts'
import { logIn } from './sessions/log-in.ts'
import { clearSessionCookie, setLogInCookies } from './sessions/session-cookie.ts'
import { deleteSession } from './sessions/session-store.ts'
import { startSession } from './sessions/sessions.ts'
import { requireSetupToken, setUp } from './sign-up/set-up.ts'
import { type IsOwnPath, reservedFaults, signUp, signUpFaults } from './sign-up/sign-up.ts'

export function accountRoutes(bind: BindRoute, context: AppContext, isOwnPath: IsOwnPath): void {
  const { db, settings } = context

  bind(
    endpoints.signUp,
    async ({ body, request, reply }) => {
      const account = await signUp(context, body, requestLanguage(settings, request), isOwnPath)
      setLogInCookies(settings, reply, await startSession(context, account, browserOf(settings, request)))
      return meView(account)
    },
    async ({ body }) => [...(await signUpFaults(db, body)), ...(await reservedFaults(context, body, isOwnPath))],
  )

  bind(endpoints.checkSetup, async ({ body }) => {
    await requireSetupToken(context, body.token)
    return { ok: true as const }
  })

  bind(
    endpoints.setUp,
    async ({ body, request, reply }) => {
      const account = await setUp(context, body)
      setLogInCookies(settings, reply, await startSession(context, account, browserOf(settings, request)))
      return meView(account)
    },
    ({ body }) => signUpFaults(db, body),
  )

  bind(endpoints.logIn, async ({ body, request, reply }) => {
    const browser = browserOf(settings, request)
    const account = await logIn(context, body, browser.deviceSecret)
    setLogInCookies(settings, reply, await startSession(context, account, browser))
    return meView(account)
  })

  bind(endpoints.logOut, async ({ principal, reply }) => {
    await transact(context, async (trx, notify) => {
      await deleteSession(trx, principal.userId, principal.credential.id)
      notify({ about: 'account', userId: principal.userId })
    })
    clearSessionCookie(settings, reply)
    return { ok: true as const }
  })

  bind(endpoints.readMe, async ({ principal }) => principalView(principal))

  bind(endpoints.readStorage, async ({ principal }) => {
    const { texts_bytes, uploads_bytes } = await readStorageUse(db, principal.userId)
    const limit_bytes = settings.quotas[principal.plan] || null
    return { used_bytes: texts_bytes + uploads_bytes, limit_bytes, texts_bytes, uploads_bytes }
  })

  bind(endpoints.deleteMe, async ({ principal, body, reply }) => {
    const { deletion_requested_at } = await requestOwnDeletion(context, principal, body.current_password)
    clearSessionCookie(settings, reply)
    return { purge_at: purgeTime(deletion_requested_at ?? context.clock.now()).toISOString() }
  })

  bind(
    endpoints.changeMe,
    async ({ principal, body }) => meView(await changeMe(context, principal, body)),
    ({ principal, body }) => changeMeFaults(context, principal, body),
  )
}
