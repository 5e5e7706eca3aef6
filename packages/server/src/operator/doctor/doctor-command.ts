import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, readDotEnv, readEnvironment, type Settings } from '../../platform/config.ts'
import { errorCode } from '../../platform/core/errors.ts'
import { createLogger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { databasePath } from '../../platform/db/embedded/files/database-folder.ts'
import { command } from '../command.ts'
import { connect } from '../with-database.ts'
import { checkAddress } from './check-address.ts'
import { checkData, checkPayments, OF_DATA } from './check-data.ts'
import { checkClock, checkDatabase, checkLocale, checkReplica, MORE_CONNECTIONS } from './check-database.ts'
import { checkKey, checkSettings } from './check-settings.ts'
import { checkBackup, checkDisk, checkStorage } from './check-storage.ts'
import { type Finding, failed, reasonOf, skipped } from './finding.ts'

export function doctorCommand() {
  return command(
    'doctor',
    'check settings, database, clock, disk, storage, address and proxy, and say how to fix what is wrong',
    async (_args, options, output) => {
      const checks = await runChecks(readEnvironment(), Object.keys(readDotEnv()), { deep: options['deep'] === true })
      const isOk = checks.every(({ verdict }) => verdict !== 'failed')
      output.lines(checks.flatMap(toLines), { ok: isOk, checks })
      if (!isOk) process.exitCode = 1
    },
  ).option('--deep', 'also read all rows, stored pages and images, which may take long')
}

const toLines = ({ name, verdict, message, fix }: Finding): string[] => {
  const indent = ' '.repeat(19)
  return [`${verdict.padEnd(8)} ${name.padEnd(9)} ${message}`, ...(fix === null ? [] : [`${indent}Fix: ${fix}`])]
}

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

/**
 * Connects without creating or migrating anything. The database is undefined if the embedded one does not exist yet.
 */
async function withExistingDatabase<T>(settings: Settings, work: (db: Db | undefined) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = settings
  const isMissing = databaseUrl === undefined && !existsSync(join(databasePath(dataDir), 'cluster'))
  if (isMissing) return work(undefined)
  const log = await createLogger('silent')
  return connect(settings, { log, as: { kind: 'command' }, poolMax: 1, prepared: false }, ({ db }) => work(db))
}
