import { DELETION_DAYS } from '@galley/contract/limits'
import type { Account } from './account-store.ts'

const DAY_MS = 24 * 3_600_000

type Times = Pick<Account, 'suspended_at' | 'deletion_requested_at'>

/**
 * Whether the account is hidden only because its owner has requested its deletion. A later suspension by an operator has
 * a time of its own, and a log-in does not end it.
 */
export const isPendingDeletion = ({ suspended_at, deletion_requested_at }: Times): boolean =>
  deletion_requested_at !== null && suspended_at?.getTime() === deletion_requested_at.getTime()

/** Whether a log-in still brings the account back. After that it is purged, or a part of it is gone already. */
export const mayComeBack = (account: Times, now: Date): boolean =>
  isPendingDeletion(account) && now < purgeTime(account.deletion_requested_at ?? now)

export const purgeTime = (requestedAt: Date): Date => new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS)
