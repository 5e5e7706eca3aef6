import type { AppContext } from '../../context.ts'
import { refuse } from '../../core/errors.ts'
import type { Principal } from '../../core/principal.ts'
import { currentPasswordFault } from '../sessions/current-password.ts'
import { markAuthenticated } from './proof-store.ts'

export async function confirmSession(context: AppContext, principal: Principal, password: string): Promise<void> {
  refuse(await currentPasswordFault(context, principal, password, 'password'))
  await markAuthenticated(context.db, principal.credential.id)
}
