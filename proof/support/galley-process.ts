import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findPostmaster } from '@galley/server/testing/installation'
import { isolatedEnvironment, type ProcessSettings } from '@galley/server/testing/processes/isolated-environment'
import { spawnDetached } from '@galley/server/testing/processes/spawn-detached'
import { RECEIVER_ENV } from '@galley/server/testing/receiver'

const PROGRAM = join(import.meta.dirname, '../../galley.mjs')
const START_WITHIN_MS = 60_000

/** Limits that are never reached but still checked, as in production. */
const UNREACHED = '1000000000'
const SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'info',
  RATE_LIMIT_REQUESTS: UNREACHED,
  RATE_LIMIT_UPLOADS: UNREACHED,
  RATE_LIMIT_LOGINS: UNREACHED,
  RATE_LIMIT_SIGNUPS: UNREACHED,
  RATE_LIMIT_DEVICES: UNREACHED,
  RATE_LIMIT_SEARCHES: UNREACHED,
  ...RECEIVER_ENV,
}

export interface Galley {
  readonly url: string
  readonly pid: number
  readonly postmasterPid: number
  /** Log lines of level warning or above. */
  readonly warnings: readonly string[]
  stop(): Promise<void>
}

/** `npm start` in a separate process, on the embedded database in `dataDir` and a port chosen by the system. */
export async function startGalley(dataDir: string, settings: ProcessSettings = {}): Promise<Galley> {
  const child = spawnDetached([PROGRAM, 'serve'], {
    // Options of Node such as --cpu-prof reach the server too.
    env: isolatedEnvironment({
      NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
      ...SETTINGS,
      ...settings,
      DATA_DIR: dataDir,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const warnings: string[] = []
  const url = await listening(child, warnings)
  return {
    url,
    warnings,
    pid: child.pid ?? 0,
    postmasterPid: findPostmaster(join(dataDir, 'database', 'cluster')) ?? 0,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

function listening(child: ChildProcess, warnings: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`the server did not start:\n${output}`))
    setTimeout(fail, START_WITHIN_MS).unref()
    child.on('exit', fail)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8000)
      warnings.push(...text.split('\n').filter(line => /"level":"(warn|error|fatal)"/.test(line)))
      const url = /listening on (http:\/\/[^,\s)]+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}
