import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isOnCluster, processesOnCluster } from '../../../src/platform/db/embedded/processes.ts'
import { TEST_SECRET_KEY } from '../test-database.ts'
import { atExit } from './at-exit.ts'
import { databaseProcesses } from './database-processes.ts'
import { isolatedEnvironment, type ProcessSettings } from './isolated-environment.ts'
import { spawnDetached } from './spawn-detached.ts'

export const ENTRY = join(import.meta.dirname, '../../../../../galley.mjs')

/** For tests that send more requests than the limits allow. */
export const NO_RATE_LIMITS: ProcessSettings = Object.fromEntries(
  ['REQUESTS', 'UPLOADS', 'PINGS', 'LOGINS', 'SIGNUPS', 'DEVICES'].map(name => [`RATE_LIMIT_${name}`, '0']),
)

function spawnGalley(args: readonly string[], settings: ProcessSettings, node = process.execPath): ChildProcess {
  return spawnDetached([ENTRY, ...args], { env: environmentOf(settings), stdio: ['ignore', 'pipe', 'pipe'] }, node)
}

/** The environment of a command: these settings, and nothing of the person who runs the tests. */
export function environmentOf(settings: ProcessSettings): NodeJS.ProcessEnv {
  const besides = settings['DATABASE_URL'] ? { DATA_DIR: scratchFolder(), SECRET_KEY: TEST_SECRET_KEY } : {}
  return isolatedEnvironment({ ...besides, ...settings })
}

let scratch: string | undefined

/** For processes with an external database: their other data must not be stored in the project. */
function scratchFolder(): string {
  if (scratch === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'galley-run-'))
    atExit(() => rmSync(made, { recursive: true, force: true }))
    scratch = made
  }
  return scratch
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `galley <args>` to its end. */
export async function runGalley(
  args: readonly string[],
  settings: ProcessSettings,
  { node = process.execPath, withinMs = 110_000 } = {},
): Promise<Outcome> {
  const child = spawnGalley(args, settings, node)
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  const said = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', text => {
    said.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', text => {
    said.stderr += text
  })
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  assert.equal(signal, null, `galley ${args.join(' ')} was ended by ${signal}: ${said.stderr}`)
  return { code, ...said }
}

interface LogLine {
  readonly request_id?: string
  readonly level: string
  readonly time: string
  readonly msg: string
}

/** `galley serve` in a separate process, on a port chosen by the system. */
export class ServerProcess {
  readonly child: ChildProcess
  readonly lines: string[] = []
  readonly exited: Promise<number | NodeJS.Signals>
  #stderr = ''

  constructor(settings: ProcessSettings) {
    this.child = spawnGalley(['serve'], { PORT: '0', ...settings })
    this.exited = once(this.child, 'close').then(([code, signal]) => code ?? signal)
    if (this.child.stdout) createInterface({ input: this.child.stdout }).on('line', line => this.lines.push(line))
    this.child.stderr?.setEncoding('utf8').on('data', text => {
      this.#stderr += text
    })
  }

  /** Resolves when it is ready to serve. */
  static async ready(settings: ProcessSettings): Promise<ServerProcess> {
    const server = new ServerProcess(settings)
    await server.untilReady()
    return server
  }

  get pid(): number {
    return this.child.pid ?? assert.fail('the process did not start')
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  get stderr(): string {
    return this.#stderr
  }

  get log(): LogLine[] {
    return this.lines.map(line => JSON.parse(line))
  }

  get url(): string {
    return this.findUrl() ?? assert.fail('the server does not listen yet')
  }

  /** Undefined until it listens. */
  findUrl(): string | undefined {
    const line = this.lines.find(text => text.includes('Galley is ready at'))
    return line && /listening on (http:\/\/[^,)]+)/.exec(line)?.[1]
  }

  /** Fails at once if the process ends meanwhile. */
  async untilReady(): Promise<void> {
    await until('ready', async () => {
      if (!this.alive) {
        const code = await this.exited
        assert.fail(`the server ended with ${code}: ${this.lines.join('\n')}\n${this.stderr}`)
      }
      const url = this.findUrl()
      return url !== undefined && (await statusOf(`${url}/readyz`)) === 200
    })
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    if (this.alive) this.child.kill(signal)
    return this.exited
  }
}

/** Undefined if nothing answers. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

/** Polls until the value is true, or fails after the deadline. */
export async function until(what: string, check: () => unknown, withinMs = 100_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await check())) {
    if (performance.now() > deadline) assert.fail(`not within ${withinMs} ms: ${what}`)
    await delay(25)
  }
}

/** How long PostgreSQL may take to end and free its shared memory. */
const QUITS_WITHIN_MS = 5000
const GONE_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 50

/** A temporary data folder with an embedded database. It is removed when the process ends. */
export class DataFolder {
  readonly path: string
  #isKept = false

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'galley-run-')))
    atExit(() => this.#isKept || this.remove())
    // As root the database runs as another user, who must be able to enter the folder.
    chmodSync(this.path, 0o711)
  }

  get cluster(): string {
    return join(this.path, 'database', 'cluster')
  }

  /** Connection settings for queries from outside. */
  connection() {
    const folder = join(this.path, 'database')
    const password = readFileSync(join(folder, 'password'), 'utf8').trim()
    return { host: join(folder, 'sockets'), port: 5432, user: 'galley', password, database: 'galley' }
  }

  /** The same as a URL, for another process. */
  get databaseUrl(): string {
    const { user, password, database, host, port } = this.connection()
    const query = new URLSearchParams({ host, port: String(port) })
    return `postgres://${user}:${password}@localhost/${database}?${query}`
  }

  /** The running postmaster, verified to use this folder. */
  postmaster(): number | undefined {
    try {
      const pid = Number.parseInt(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8'), 10)
      return pid > 0 && isOnCluster(pid, this.cluster) ? pid : undefined
    } catch {
      return undefined
    }
  }

  processes(): number[] {
    return processesOnCluster(this.cluster)
  }

  /** Keeps the folder for an analysis. */
  keep(): void {
    this.#isKept = true
  }

  /** Ends the processes that still use this folder. Synchronous, so that it can run at process exit. */
  remove(): void {
    for (let waitedMs = 0; waitedMs < GONE_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
      const left = databaseProcesses(this.path)
      if (left.length === 0) break
      for (const pid of left) signalQuietly(pid, waitedMs < QUITS_WITHIN_MS ? 'SIGQUIT' : 'SIGKILL')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS)
    }
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 })
  }
}

export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}
