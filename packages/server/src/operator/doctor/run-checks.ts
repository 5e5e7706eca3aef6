import type { Environment, Settings } from '../../platform/config.ts'
import { errorCode } from '../../platform/core/errors.ts'
import { checkAddress } from './check-address.ts'
import { checkBackup } from './check-backup.ts'
import { checkClock } from './check-clock.ts'
import { checkData, OF_DATA } from './check-data.ts'
import { checkDatabase, checkLocale, MORE_CONNECTIONS } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkKey } from './check-key.ts'
import { checkPayments } from './check-payments.ts'
import { checkReplica } from './check-replica.ts'
import { checkSettings } from './check-settings.ts'
import { checkStorage } from './check-storage.ts'
import { type Finding, failed, reasonOf, skipped } from './finding.ts'
import { withExistingDatabase } from './with-existing-database.ts'

/** SQLSTATE. */
const TOO_MANY_CONNECTIONS = '53300'

const OF_DATABASE = ['database', 'key', 'replica', 'locale', 'clock', 'backup', 'payments']

/** Runs all checks. It changes nothing, except that it stores a file and deletes it again. `deep` looks at all data, too. */
export async function runChecks(
  env: Environment,
  fromFile: readonly string[],
  { deep = false } = {},
): Promise<Finding[]> {
  const { finding, settings } = checkSettings(env, fromFile)
  if (settings === undefined) {
    const others = [...OF_DATABASE, ...(deep ? OF_DATA : []), 'disk', 'storage', 'address', 'server', 'proxy']
    return [finding, ...others.map(name => skipped(name, 'Correct the settings first.'))]
  }
  return [
    finding,
    ...(await databaseFindings(settings, deep)),
    await attempt('disk', () => checkDisk(settings)),
    await attempt('storage', () => checkStorage(settings)),
    ...(await checkAddress(settings)),
  ]
}

async function databaseFindings(settings: Settings, deep: boolean): Promise<Finding[]> {
  try {
    return await withExistingDatabase(settings, async db => {
      const database = await checkDatabase(db, settings)
      // The other checks may ask for what this database does not have or allow.
      if (database.verdict === 'failed') return [database, ...(await withoutDatabase(deep))]
      return [
        database,
        await attempt('key', () => checkKey(db, settings)),
        await checkReplica(db, settings),
        await checkLocale(db),
        await checkClock(db),
        await checkBackup(db, settings),
        await checkPayments(db, settings),
        ...(deep ? await checkData(db, settings) : []),
      ]
    })
  } catch (error) {
    const database = failed('database', `It cannot be used: ${reasonOf(error)}.`, fixOf(error, settings))
    return [database, ...(await withoutDatabase(deep))]
  }
}

async function withoutDatabase(deep: boolean): Promise<Finding[]> {
  const unknown = (name: string) => skipped(name, 'The database cannot be used.')
  return [
    unknown('key'),
    unknown('replica'),
    unknown('locale'),
    await checkClock(undefined),
    unknown('backup'),
    unknown('payments'),
    ...(deep ? OF_DATA.map(unknown) : []),
  ]
}

function fixOf(error: unknown, { databaseUrl }: Settings): string {
  if (errorCode(error) === TOO_MANY_CONNECTIONS) return MORE_CONNECTIONS
  if (databaseUrl === undefined) return "See the log of PostgreSQL: postgres.log in the data folder's database."
  return 'Start the database, and check host, name, user and password in DATABASE_URL.'
}

async function attempt(name: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return failed(name, `It cannot be checked: ${reasonOf(error)}.`, 'See the documentation: docs/operating.md.')
  }
}
