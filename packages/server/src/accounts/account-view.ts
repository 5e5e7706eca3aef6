import type { Me } from '@galley/contract/accounts'
import type { Account } from './account-store.ts'

export function meView(account: Account): Me {
  return {
    id: account.id,
    username: account.username,
    display_name: account.display_name,
    subscription_plan: account.plan,
    avatar_url: account.avatar_url,
  }
}
