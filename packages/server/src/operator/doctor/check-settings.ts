import { type Environment, readSettings, type Settings } from '../../platform/config.ts'
import { SecretBox } from '../../platform/core/secret-box.ts'
import { SettingsError } from '../../platform/core/settings/environment-reader.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasTable } from '../../platform/db/has-table.ts'
import {
  findNextKey,
  findSecretKey,
  hasKeyProof,
  keyFile,
  nextKeyFile,
  opensDatabase,
} from '../../platform/db/secret-key.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

/** Reads the settings; undefined if they do not allow a start. `fromFile` has the names in the file `.env`. */
export function checkSettings(
  env: Environment,
  fromFile: readonly string[],
): { readonly finding: Finding; readonly settings: Settings | undefined } {
  const known = new Set<string>()
  const recorded = new Proxy(env, {
    get(values, name: string) {
      known.add(name)
      return values[name]
    },
  })
  try {
    const settings = readSettings(recorded)
    return { settings, finding: findUnknown(env, known, fromFile) }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const [, ...errors] = error.message.split('\n').map(line => line.trim())
    const finding = failed(
      'settings',
      errors.join('; '),
      'Correct these environment variables, or their lines in .env.',
    )
    return { settings: undefined, finding }
  }
}

/** A misspelled name in `.env` has no effect, and nothing else would say so. */
function findUnknown(env: Environment, known: ReadonlySet<string>, fromFile: readonly string[]): Finding {
  const unknown = fromFile.filter(name => !known.has(name) && !name.startsWith('OTEL_') && !name.startsWith('NODE_'))
  if (unknown.length > 0) {
    return warning(
      'settings',
      `The file .env has names that are not settings: ${unknown.join(', ')}.`,
      'Correct or remove them; .env.example lists all settings.',
    )
  }
  const set = [...known].filter(name => env[name]?.trim()).toSorted()
  return ok('settings', set.length === 0 ? 'All have their defaults.' : `Set: ${set.join(', ')}.`)
}

/** Whether the secret key is that of the database. With another one, the server does not start. */
export async function checkKey(db: Db | undefined, settings: Settings): Promise<Finding> {
  if (db === undefined || !(await hasTable(db, 'secret_key_proof')) || !(await hasKeyProof(db))) {
    return skipped('key', 'The database has no key yet. The first start makes one, or takes SECRET_KEY.')
  }
  const file = keyFile(settings.dataDir)
  const where = settings.secretKey === undefined ? file : 'SECRET_KEY'
  const key = findSecretKey(settings)
  if (key !== undefined && (await opensDatabase(db, new SecretBox(key)))) {
    return ok('key', `The key of the database is in ${where}.`)
  }
  if ((await findNextKey(db, settings.dataDir)) !== undefined) {
    const next = nextKeyFile(settings.dataDir)
    if (settings.secretKey === undefined)
      return warning('key', 'A change of the key was interrupted.', 'Start the server. It goes on.')
    return failed('key', `The key was changed: the new one is in ${next}.`, 'Set SECRET_KEY to it, in every process.')
  }
  const otherWay =
    settings.secretKey === undefined
      ? 'copy the former secret.key to the data folder'
      : `remove it if the former key is in ${file}`
  return failed(
    'key',
    key === undefined ? `There is no key in ${where}.` : `The key in ${where} is not that of the database.`,
    `Set SECRET_KEY to the former key, or ${otherWay}. docs/backup.md says where to look for it.`,
  )
}
