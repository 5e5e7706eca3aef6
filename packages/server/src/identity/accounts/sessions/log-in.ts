import type { LogIn } from '@galley/contract/schemas/identity/accounts'
import type { AppContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/core/errors.ts'
import { enforce } from '../../../platform/core/limits/rate-limits.ts'
import { type Account, findAccountByLogin } from '../account-store.ts'
import { verifyPassword } from '../passwords.ts'
import { isKnownDevice, secretHash } from './devices.ts'
import { attemptKeys, forgetFailures, recordFailures, remainingWait } from './login-failures.ts'

export async function logIn(context: AppContext, input: LogIn, deviceSecret: string | undefined): Promise<Account> {
  const { db, settings } = context
  const account = await findAccountByLogin(db, input.login)
  const device = deviceSecret === undefined ? undefined : secretHash(deviceSecret)
  const isKnown = device !== undefined && (await isKnownDevice(db, account?.id, device))
  const keys = attemptKeys(input.login, account?.id, isKnown ? device : undefined)
  const isLimited = settings.rateLimits.loginsPerMinute > 0
  await requireFewAttempts(context, keys.visible)
  const isOpen = !isLimited || (await hasFewAttempts(context, keys.hidden))
  const matches = await verifyPassword(account?.password_hash, input.password)
  if (account === undefined || !matches || !isOpen) {
    if (isLimited) await recordFailures(db, isOpen ? [keys.visible, keys.hidden] : [keys.visible], context.clock.now())
    throw new AppError('UNAUTHORIZED', 'No account has this login and password.')
  }
  if (isLimited) await forgetFailures(db, [keys.visible, keys.hidden])
  return account
}

/** Throws above the limit, and while failures make the next attempt wait. */
export async function requireFewAttempts({ db, clock, settings, limits }: AppContext, key: string): Promise<void> {
  if (settings.rateLimits.loginsPerMinute === 0) return
  enforce(await limits.logins.count(key))
  const waitMs = await remainingWait(db, key, settings.rateLimits.loginsPerMinute, clock.now())
  const seconds = Math.ceil(waitMs / 1000)
  if (seconds === 0) return
  throw new AppError('RATE_LIMITED', `Too many failed attempts. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}

/** The same check for the count of the account, without an error: the caller then responds as to a wrong password. */
async function hasFewAttempts({ db, clock, settings, limits }: AppContext, key: string): Promise<boolean> {
  const allowance = await limits.logins.count(key)
  const waitMs = await remainingWait(db, key, settings.rateLimits.loginsPerMinute, clock.now())
  return allowance?.allowed !== false && waitMs === 0
}
