import type { Plan } from '@galley/contract/identity/plans'
import type { Role } from '@galley/contract/identity/roles'
import type { TokenScope } from '@galley/contract/identity/scopes'
import { AppError } from './errors.ts'

/** The authenticated account of a request, with the fields of its profile. */
export interface Principal {
  readonly userId: string
  readonly username: string
  readonly displayName: string
  readonly avatarUrl: string | null
  readonly plan: Plan
  readonly role: Role
  readonly credential: Credential
}

/** A session may do everything, a token what its scopes say. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'token'; readonly id: string; readonly name: string; readonly scopes: readonly TokenScope[] }

/** Throws unless the credential has one of the scopes. An empty list means that none is needed. */
export function requireScope({ credential }: Principal, scopes: readonly TokenScope[]): void {
  if (credential.kind === 'session' || scopes.length === 0) return
  if (scopes.some(scope => credential.scopes.includes(scope))) return
  throw new AppError(
    'SCOPE_REQUIRED',
    `This API token lacks the scope ${scopes.join(' or ')}. Issue a token with that scope.`,
  )
}
