import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from '../eventually.ts'
import { TEST_SECRET_KEY, type TestDatabase } from '../test-database.ts'
import { ENTRY } from './galley-process.ts'
import { isolatedEnvironment } from './isolated-environment.ts'

export interface NodeProcess {
  readonly url: string
  /** Its output so far. */
  log(): string
  /** Pauses or resumes the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Sends a signal and waits for the process to end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** A server in a separate process, on a database that others may share. */
export async function startNodeProcess(database: TestDatabase, env: Record<string, string> = {}): Promise<NodeProcess> {
  const child: ChildProcess = spawn(process.execPath, [ENTRY, 'serve'], {
    env: {
      ...process.env,
      ...isolatedEnvironment({ PORT: '0', DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, ...env }),
    },
  })
  let log = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', chunk => {
      log += chunk
    })
  }
  const url = await eventually(() => {
    assert.equal(child.exitCode, null, log)
    const found = /listening on (http:[^, ]+)/.exec(log)?.[1]
    assert.ok(found, log || 'it has printed nothing')
    return found
  }, 100_000)
  return {
    url,
    log: () => log,
    signal: signal => void child.kill(signal),
    end: async signal => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
  }
}
