import type { Account } from '../../../identity/accounts/account-store.ts'

export const userRow = ({
  id,
  username,
  email,
  display_name,
  plan,
  role,
  is_verified,
  suspended_at,
  created_at,
}: Account) => ({
  id,
  username,
  email,
  display_name,
  plan,
  role,
  is_verified,
  suspended_at,
  created_at,
})
