import { type Environment, readSettings, type Settings } from '../../platform/config.ts'
import { SettingsError } from '../../platform/core/settings/environment-reader.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const NAME = 'settings'

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
    const [, ...faults] = error.message.split('\n').map(line => line.trim())
    const finding = failed(NAME, faults.join('; '), 'Correct these environment variables, or their lines in .env.')
    return { settings: undefined, finding }
  }
}

/** A misspelled name in `.env` has no effect, and nothing else would say so. */
function findUnknown(env: Environment, known: ReadonlySet<string>, fromFile: readonly string[]): Finding {
  const unknown = fromFile.filter(name => !known.has(name) && !name.startsWith('OTEL_') && !name.startsWith('NODE_'))
  if (unknown.length > 0) {
    return warning(
      NAME,
      `The file .env has names that are not settings: ${unknown.join(', ')}.`,
      'Correct or remove them; .env.example lists all settings.',
    )
  }
  const set = [...known].filter(name => env[name]?.trim()).toSorted()
  return ok(NAME, set.length === 0 ? 'All have their defaults.' : `Set: ${set.join(', ')}.`)
}
