import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 15 * 60_000

/**
 * Each login has its own count, whether or not an account has it. With one count for an account, others could find out which
 * username belongs to an e-mail address. An account has two logins, so twice the attempts of one.
 */
export const loginKey = (login: string): string => `login:${login.toLowerCase()}`

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

/** Failures of more than a day ago are forgotten. */
export async function recordFailure(db: Db, key: string, now: Date): Promise<void> {
  await sql`
    insert into login_failures as f (key, failures, last_failed_at) values (${key}, 1, ${now})
    on conflict (key) do update set last_failed_at = ${now},
      failures = case when f.last_failed_at < ${now}::timestamptz - interval '1 day' then 1 else f.failures + 1 end`.execute(
    db,
  )
}

export async function forgetFailures(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from login_failures where key = any(${keys})`.execute(db)
}

export async function purgeFailures(db: Db): Promise<void> {
  await sql`delete from login_failures where last_failed_at < now() - interval '1 day'`.execute(db)
}
