import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connection/database.ts'

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 15 * 60_000

/**
 * What failures and attempts are counted by. `visible`: the login as it was typed, whether or not an account has it. `hidden`:
 * the account, whichever of its logins is typed. Only the first may be seen in a response: a limit that is shared by two logins
 * would tell which username belongs to an e-mail address. `device`: a browser with the cookie of an earlier log-in has counts
 * of its own, so that others who guess the password do not lock the owner out.
 */
export function attemptKeys(login: string, userId: string | undefined, device: Buffer | undefined) {
  const prefix = device === undefined ? '' : `device:${device.toString('base64url')} `
  const visible = loginKey(login)
  return {
    visible: prefix + visible,
    hidden: prefix + (userId === undefined ? `no account ${visible}` : accountKey(userId)),
  }
}

const loginKey = (login: string): string => `login:${login.toLowerCase()}`
const accountKey = (userId: string): string => `account:${userId}`

/** How long no further attempt is allowed after the last of these failures. The first ones, up to `free`, cost nothing. */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - free, 10), LONGEST_WAIT_MS)

/** In milliseconds, until the next attempt is allowed. Attempts meanwhile do not extend it. */
export async function remainingWait(db: Db, key: string, free: number, now: Date): Promise<number> {
  const found = await db
    .selectFrom('login_failures')
    .select(['failures', 'last_failed_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (found === undefined) return 0
  return Math.max(0, waitAfter(found.failures, free) - (now.getTime() - found.last_failed_at.getTime()))
}

/** If the last failure was more than a day ago, the count starts again. */
export async function recordFailures(db: Db, keys: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into login_failures as f (key, failures, last_failed_at)
    -- Always in the same order, so that two requests do not wait for each other.
    select key, 1, ${now} from unnest(${keys}::text[]) as key order by key
    on conflict (key) do update set last_failed_at = ${now},
      failures = case when f.last_failed_at < ${now}::timestamptz - interval '1 day' then 1 else f.failures + 1 end`.execute(
    db,
  )
}

export async function forgetFailures(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from login_failures where key = any(${keys})`.execute(db)
}

/** Forgets the failures of the account on all devices. */
export async function forgetFailuresOf(
  db: Db,
  account: { readonly id: string; readonly username: string; readonly email: string },
): Promise<void> {
  const keys = [accountKey(account.id), loginKey(account.username), loginKey(account.email)]
  await sql`delete from login_failures where regexp_replace(key, '^device:[^ ]* ', '') = any(${keys})`.execute(db)
}

export async function purgeFailures(db: Db): Promise<void> {
  await sql`delete from login_failures where last_failed_at < now() - interval '1 day'`.execute(db)
}
