import assert from 'node:assert/strict'
import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/embedded-postgres.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../network/free-port.ts'
import { DataFolder } from './galley-process.ts'
import { isolatedEnvironment } from './isolated-environment.ts'
import { spawnDetached } from './spawn-detached.ts'

const root = join(import.meta.dirname, '../../../../..')
const program = join(root, 'galley.mjs')

export interface ServerProcess {
  readonly url: string
  start(): Promise<void>
  /** Kills the server with SIGKILL, and optionally its database, like a power failure. */
  kill(options?: { database?: boolean }): Promise<void>
  /** Runs an operator command on the same data. */
  operator(...args: string[]): Promise<void>
  query(text: string): Promise<Record<string, unknown>[]>
  /** Ends all processes and removes the data. */
  close(): Promise<void>
}

/** `galley serve` in a separate process, with the embedded database in its own folder. */
export async function createServerProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const folder = new DataFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = isolatedEnvironment({ PORT: String(port), DATA_DIR: folder.path, LOG_LEVEL: 'error', ...settings })
  let child: ChildProcess | undefined

  const kill = async ({ database = false } = {}) => {
    const pid = database ? folder.postmaster() : undefined
    if (child?.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  return {
    url,
    kill,
    start: async () => {
      const started = spawnDetached([program, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      child = started
      await eventually(async () => {
        assert.equal(started.exitCode, null, 'the server has ended')
        assert.equal((await fetch(`${url}/readyz`)).status, 200)
      }, 120_000)
    },
    operator: async (...args) => {
      await promisify(execFile)(process.execPath, [program, ...args], { env })
    },
    query: async text => {
      const database = await startEmbeddedPostgres({ dataDir: folder.path, as: { kind: 'command' }, log: () => {} })
      const client = new pg.Client(database.connection)
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
        await database.stop()
      }
    },
    close: async () => {
      await kill()
      folder.remove()
    },
  }
}
