import type { Role } from '@galley/contract/identity/roles'
import type { Me } from '@galley/contract/schemas/identity/accounts'
import type { Principal } from '../../platform/core/principal.ts'
import type { Account } from './account-store.ts'

export function meView(account: Account): Me {
  return {
    id: account.id,
    username: account.username,
    display_name: account.display_name,
    subscription_plan: account.plan,
    avatar_url: account.avatar_url,
    ...ifAdmin(account.role),
  }
}

/** Ordinary accounts have only the fields of the contract. */
const ifAdmin = (role: Role) => (role === 'admin' ? { role } : {})

/** The same for an authenticated principal. */
export function principalView(principal: Principal): Me {
  return {
    id: principal.userId,
    username: principal.username,
    display_name: principal.displayName,
    subscription_plan: principal.plan,
    avatar_url: principal.avatarUrl,
    ...ifAdmin(principal.role),
  }
}
