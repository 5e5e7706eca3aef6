import { readSettings } from '../../../src/platform/config.ts'

export type ProcessSettings = Readonly<Record<string, string>>

/** The names of all settings: those that are looked up when settings are read. */
export function settingNames(): readonly string[] {
  const names = new Set<string>()
  const recorder = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name))
        return undefined
      },
    },
  )
  readSettings(recorder)
  return [...names]
}

/** An empty setting counts as not set, which overrides the environment and `.env` of the person who runs the tests. */
const BLANK = Object.fromEntries(settingNames().map(name => [name, '']))

const TEST_WORKERS = process.env['GALLEY_TEST_WORKERS'] ?? ''

/** How many processes a server that tests start has, each with its own database connections. */
export const SERVER_PROCESSES = Number(TEST_WORKERS) > 1 ? Number(TEST_WORKERS) + 1 : 1

/**
 * The environment of a child process: these settings, and defaults for everything else. With GALLEY_TEST_WORKERS=2,
 * servers that tests start have two processes for requests.
 */
export function isolatedEnvironment(settings: ProcessSettings): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...BLANK, WORKERS: TEST_WORKERS, ...settings }
}
