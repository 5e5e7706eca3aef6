import type { IssuedToken } from '@galley/contract/schemas/identity/tokens'
import type { AppContext } from '../../platform/context.ts'
import { hashSecret } from '../../platform/core/credentials.ts'
import { AppError } from '../../platform/core/errors.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockAccount } from '../accounts/account-store.ts'
import { issueTokenIn } from '../tokens/issue-token.ts'
import { pollDevice, takeApprovedDevice } from './device-store.ts'
import { POLL_INTERVAL_SECONDS } from './request-device.ts'

/** A program that waits for exactly the interval must not be too early because of the network. */
const TOLERANCE_SECONDS = 1

/** The token of an approved request, once. All other states are errors that the program acts on. */
export async function fetchDeviceToken(context: AppContext, deviceCode: string): Promise<IssuedToken> {
  const hash = hashSecret(deviceCode)
  const device = await pollDevice(context.db, hash, POLL_INTERVAL_SECONDS - TOLERANCE_SECONDS)
  if (device?.status === 'refused') throw new AppError('ACCESS_DENIED', 'The request was rejected.')
  if (device?.status === 'pending') {
    if (device.too_soon) {
      throw new AppError('SLOW_DOWN', `Ask at most every ${POLL_INTERVAL_SECONDS} seconds.`, {
        retryAfterSeconds: POLL_INTERVAL_SECONDS,
      })
    }
    throw new AppError('AUTHORIZATION_PENDING', 'The request was not decided on yet. Ask again later.')
  }
  const expired = new AppError('EXPIRED_TOKEN', 'The code is unknown, was used or has expired. Begin again.')
  if (device === undefined) throw expired
  return transact(context, async (trx, notify) => {
    const taken = await takeApprovedDevice(trx, hash)
    if (taken === undefined || taken.user_id === null) throw expired
    // As issuing the token does: two transactions that share a lock first would wait for each other.
    const account = await lockAccount(trx, taken.user_id)
    if (account.suspended_at !== null) throw new AppError('ACCESS_DENIED', 'The account is suspended.')
    return issueTokenIn(context, trx, notify, taken.user_id, { name: taken.client_name, scopes: taken.scopes })
  })
}
