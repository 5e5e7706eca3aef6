import { readSettings } from '../../../src/config.ts'

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

/**
 * The environment of a child process: these settings, and defaults for everything else. With GALLEY_TEST_WORKERS=2,
 * servers that tests start have two processes for requests.
 */
export function isolatedEnvironment(settings: ProcessSettings): NodeJS.ProcessEnv {
  const WORKERS = process.env['GALLEY_TEST_WORKERS'] ?? ''
  return { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...BLANK, WORKERS, ...settings }
}
