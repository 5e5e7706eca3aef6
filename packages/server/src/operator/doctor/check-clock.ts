import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const NAME = 'clock'
const LARGE_MS = 30_000
const SMALL_MS = 1000
const FIX = 'Synchronise the clocks of all machines, for example with chrony or systemd-timesyncd.'

/** Compares this machine's clock with the database's, which decides what is due. */
export async function checkClock(db: Db | undefined): Promise<Finding> {
  const differenceMs = db === undefined ? 0 : await differenceTo(db)
  const seconds = `${(Math.abs(differenceMs) / 1000).toFixed(1)} s`
  const message = `This machine's clock is ${seconds} ${differenceMs > 0 ? 'ahead of' : 'behind'} the database's.`
  if (Math.abs(differenceMs) > LARGE_MS) return failed(NAME, message, FIX)
  if (Math.abs(differenceMs) > SMALL_MS) return warning(NAME, message, FIX)
  if ((await isSynchronised()) === false) return warning(NAME, 'The system does not synchronise its clock.', FIX)
  return ok(NAME, `It is ${new Date().toISOString()}${db === undefined ? '' : ', for the database too'}.`)
}

/** The difference beyond what the time of the query explains. */
async function differenceTo(db: Db): Promise<number> {
  const before = Date.now()
  const query = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
  const ms = (await query.execute(db)).rows[0]?.ms ?? before
  const after = Date.now()
  return ms < before ? before - ms : ms > after ? after - ms : 0
}

/** Undefined where systemd does not know. */
async function isSynchronised(): Promise<boolean | undefined> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value']
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 3000 })
    return stdout.trim() === 'no' ? false : undefined
  } catch {
    return undefined
  }
}
