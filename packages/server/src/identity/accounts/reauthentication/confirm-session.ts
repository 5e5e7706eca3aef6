import type { AppContext } from '../../../platform/context.ts'
import { rejectIssues } from '../../../platform/core/errors.ts'
import type { Principal } from '../../../platform/core/principal.ts'
import { currentPasswordIssue } from '../sessions/current-password.ts'
import { markAuthenticated } from './proof-store.ts'

export async function confirmSession(context: AppContext, principal: Principal, password: string): Promise<void> {
  rejectIssues(await currentPasswordIssue(context, principal, password, 'password'))
  await markAuthenticated(context.db, principal.credential.id)
}
