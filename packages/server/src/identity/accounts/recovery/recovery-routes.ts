import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../../platform/context.ts'
import type { BindRoute } from '../../../platform/operation.ts'
import { changeEmail, readEmail, sendVerification, verifyEmail } from './change-email.ts'
import { countCodes } from './recovery-code-store.ts'
import { applyRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { confirmPasswordReset, requestPasswordReset } from './reset-password.ts'

const DONE = { ok: true as const }

export function recoveryRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.requestPasswordReset, async ({ body }) => {
    await requestPasswordReset(context, body.email)
    return DONE
  })

  bind(endpoints.confirmPasswordReset, async ({ body }) => {
    await confirmPasswordReset(context, body)
    return DONE
  })

  bind(endpoints.readRecoveryCodes, ({ principal }) => countCodes(context.db, principal.userId))

  bind(endpoints.makeRecoveryCodes, async ({ principal }) => ({
    codes: await makeRecoveryCodes(context, principal.userId),
  }))

  bind(endpoints.useRecoveryCode, async ({ body }) => {
    await applyRecoveryCode(context, body)
    return DONE
  })

  bind(endpoints.verifyEmail, async ({ body }) => {
    await verifyEmail(context, body.token)
    return DONE
  })

  bind(endpoints.readEmail, ({ principal }) => readEmail(context, principal.userId))
  bind(endpoints.changeEmail, ({ principal, body }) => changeEmail(context, principal, body))
  bind(endpoints.sendVerification, ({ principal }) => sendVerification(context, principal.userId))
}
