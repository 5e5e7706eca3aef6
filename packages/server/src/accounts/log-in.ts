import type { LogIn } from '@galley/contract/schemas/accounts'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'
import { enforce } from '../core/limits/rate-limits.ts'
import { type Account, findAccountByLogin } from './account-store.ts'
import { isPendingDeletion } from './deletion/deletion-rules.ts'
import { isKnownDevice } from './devices.ts'
import { forgetFailures, loginKey, recordFailure, remainingWait } from './login-failures.ts'
import { verifyPassword } from './passwords.ts'

export async function logIn(context: AppContext, input: LogIn, device: Buffer): Promise<Account> {
  const { db, settings, limits } = context
  const account = await findAccountByLogin(db, input.login)
  const name = loginKey(input.login)
  // A device that was used before has a count of its own: others who guess the password do not lock the owner out.
  const key = (await isKnownDevice(db, account?.id, device)) ? `${name} ${device.toString('base64url')}` : name
  enforce(await limits.logins.count(key))
  const free = settings.rateLimits.loginsPerMinute
  if (free > 0) await requireNoWait(context, key, free)
  const matches = await verifyPassword(account?.password_hash, input.password)
  if (account === undefined || !matches) {
    if (free > 0) await recordFailure(db, key, context.clock.now())
    throw new AppError('UNAUTHORIZED', 'No account has this login and password.')
  }
  if (free > 0) await forgetFailures(db, [key])
  if (account.suspended_at !== null && !isPendingDeletion(account))
    throw new AppError('FORBIDDEN', 'This account is suspended.')
  return account
}

async function requireNoWait({ db, clock }: AppContext, key: string, free: number): Promise<void> {
  const seconds = Math.ceil((await remainingWait(db, key, free, clock.now())) / 1000)
  if (seconds === 0) return
  throw new AppError('RATE_LIMITED', `Too many failed attempts. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}
