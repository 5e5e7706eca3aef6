import { endpoints } from '@galley/contract/endpoints'
import type { Passkey } from '@galley/contract/schemas/identity/passkeys'
import type { AppContext } from '../../platform/context.ts'
import { AppError, invalid, notFound, rejectIssues } from '../../platform/core/errors.ts'
import { blankIssue } from '../../platform/core/field-rules.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { transact } from '../../platform/db/transact.ts'
import { type BindRoute, Result } from '../../platform/operation.ts'
import { findAccount, lockAccount } from '../accounts/account-store.ts'
import { meView } from '../accounts/account-view.ts'
import { AccountMails } from '../accounts/mails/account-mails.ts'
import { markAuthenticated } from '../accounts/reauthentication/proof-store.ts'
import { browserOf } from '../accounts/sessions/browser-of.ts'
import { startSession } from '../accounts/sessions/sessions.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { deletePasskey, listPasskeys, type PasskeyRow, renamePasskey } from './passkey-store.ts'
import { hasPasskeys } from './relying-party.ts'
import { startPasskeyUse, usePasskey } from './use-passkey.ts'

export function passkeyRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(endpoints.listPasskeys, async ({ principal }) => ({
    passkeys: (await listPasskeys(db, principal.userId)).map(passkeyView),
    available: hasPasskeys(settings.publicUrl),
  }))

  bind(endpoints.startPasskey, async ({ principal }) => ({ options: await startPasskey(context, principal) }))

  bind(endpoints.addPasskey, async ({ principal, body }) => passkeyView(await addPasskey(context, principal, body)))

  bind(endpoints.renamePasskey, async ({ principal, params, body }) => {
    rejectIssues(blankIssue('name', body.name))
    const renamed = isUuid(params.id)
      ? await renamePasskey(db, principal.userId, params.id, body.name.trim())
      : undefined
    if (renamed === undefined) throw notFound('Passkey')
    return passkeyView(renamed)
  })

  bind(endpoints.removePasskey, async ({ principal, params }) => {
    await transact(context, async (trx, notify) => {
      const account = await lockAccount(trx, principal.userId)
      const removed = isUuid(params.id) ? await deletePasskey(trx, account.id, params.id) : undefined
      if (removed === undefined) throw notFound('Passkey')
      await new AccountMails(context, trx, notify).passkeyRemoved(account, removed.name)
    })
    return { ok: true as const }
  })

  bind(endpoints.startPasskeyUse, async () => ({ options: await startPasskeyUse(context) }))

  bind(endpoints.logInWithPasskey, async ({ body, sender }) => {
    const passkey = await usePasskey(context, body.credential)
    const account = passkey && (await findAccount(db, passkey.user_id))
    if (account === undefined)
      throw new AppError('UNAUTHORIZED', 'This passkey is not known here, or was used too late.')
    return new Result(meView(account), { session: await startSession(context, account, browserOf(sender)) })
  })

  bind(endpoints.confirmWithPasskey, async ({ principal, body }) => {
    const passkey = await usePasskey(context, body.credential)
    if (passkey?.user_id !== principal.userId) {
      throw invalid({
        field: 'credential',
        code: 'INVALID_VALUE',
        message: 'This is not a passkey of this account, or it was used too late.',
      })
    }
    await markAuthenticated(db, principal.credential.id)
    return { ok: true as const }
  })
}

const passkeyView = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})
