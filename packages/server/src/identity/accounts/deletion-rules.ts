import { DELETION_DAYS } from '@galley/contract/limits'
import type { Account } from './account-store.ts'

const DAY_MS = 24 * 3_600_000

type Times = Pick<Account, 'suspended_at' | 'deletion_requested_at'>
type Deletion = Pick<Account, keyof Times | 'deleted_by_operator'>

/**
 * Whether the account is hidden only because of the request to delete it. A later suspension by an operator has
 * a time of its own, and a log-in does not end it.
 */
export const isPendingDeletion = ({ suspended_at, deletion_requested_at }: Times): boolean =>
  deletion_requested_at !== null && suspended_at?.getTime() === deletion_requested_at.getTime()

/** Whether a log-in still brings back an account that its owner has deleted. After that it is purged, at least in part. */
export const mayComeBack = (account: Deletion, now: Date): boolean =>
  isPendingDeletion(account) && !account.deleted_by_operator && now < purgeTime(account.deletion_requested_at ?? now)

export const purgeTime = (requestedAt: Date): Date => new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS)
