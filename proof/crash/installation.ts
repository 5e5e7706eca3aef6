import { setTimeout as pause } from 'node:timers/promises'
import {
  createLogger,
  type Database,
  type Db,
  isConnectionError,
  openDatabase,
  type Tx,
} from '@galley/server/testing/installation'
import {
  DataFolder,
  NO_RATE_LIMITS,
  ServerProcess,
  signalQuietly,
  until,
} from '@galley/server/testing/processes/galley-process'
import type { ProcessSettings } from '@galley/server/testing/processes/isolated-environment'
import { RECEIVER_ENV } from '@galley/server/testing/receiver'
import { TEST_SECRET_KEY } from '@galley/server/testing/test-database'
import { childrenOf, commandOf } from '../support/process-usage.ts'
import type { RunRecord } from './run-record.ts'

const SETTINGS = {
  ...RECEIVER_ENV,
  SECRET_KEY: TEST_SECRET_KEY,
  // A dead worker's deliveries are due again 20 s after the time-out of an attempt.
  WEBHOOK_TIMEOUT: '2s',
  WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 12 }, () => '1s').join(','),
  ...NO_RATE_LIMITS,
}

const RENDERERS_KILLED_MS = 3000

/** A server with its embedded database, and a separate worker: three kinds of processes to kill. */
export class Installation {
  readonly folder = new DataFolder()
  readonly #record: RunRecord
  /** All servers so far, including killed ones, for their logs. */
  readonly #servers: ServerProcess[] = []
  #server: ServerProcess | undefined
  #worker: ServerProcess | undefined
  #database: Database | undefined
  #killedPostmaster: number | undefined

  constructor(record: RunRecord) {
    this.#record = record
  }

  /** Undefined while the server is not listening. */
  readonly url = (): string | undefined => (this.#server?.alive ? this.#server.findUrl() : undefined)

  get dataDir(): string {
    return this.folder.path
  }

  /** Starts what is not running and waits until all of it is ready. Returns the duration in milliseconds. */
  async bringUp(): Promise<number> {
    const begun = performance.now()
    const survivors = new Set([this.#server, this.#worker].filter(process => process?.alive))
    if (!this.#server?.alive) this.beginServer()
    // Backends of a killed postmaster still answer until they notice its death.
    await until('another postmaster', () => ![undefined, this.#killedPostmaster].includes(this.folder.postmaster()))
    await this.#server?.untilReady()
    if (!this.#worker?.alive) this.#worker = new ServerProcess(this.#settings('worker'))
    await this.#worker.untilReady()
    for (const process of [this.#server, this.#worker]) if (!survivors.has(process)) this.#checkLog(process)
    return performance.now() - begun
  }

  /** A start after a crash logs no error. */
  #checkLog(process: ServerProcess | undefined): void {
    const complaints = process?.lines.filter(line => /"level":"(error|fatal)"/.test(line)) ?? []
    this.#record.check('every start is clean', complaints.length === 0, () => complaints.join('\n'))
  }

  /** Starts the server without waiting for it. */
  beginServer(): void {
    this.#server = new ServerProcess(this.#settings('all'))
    this.#servers.push(this.#server)
  }

  /** The log lines of a request. */
  logOf(requestId: string): string {
    return this.#servers.flatMap(({ lines }) => lines.filter(line => line.includes(requestId))).join('\n')
  }

  async killServer(): Promise<void> {
    await this.#end('server', this.#server)
  }

  async killWorker(): Promise<void> {
    await this.#end('worker', this.#worker)
  }

  killPostmaster(): void {
    const pid = this.folder.postmaster()
    if (pid !== undefined) signalQuietly(pid, 'SIGKILL')
    this.#killedPostmaster = pid
  }

  /** The server starts others, which are killed too for a while: rendering a text takes a moment only. */
  async killRenderers(): Promise<void> {
    for (const endsAt = performance.now() + RENDERERS_KILLED_MS; performance.now() < endsAt; await pause(5)) {
      for (const pid of childrenOf(this.#server?.pid ?? 0)) {
        if (commandOf(pid).includes('render-in-child')) signalQuietly(pid, 'SIGKILL')
      }
    }
  }

  /** As systemd stops a service: each process of its group gets the signal. */
  async stopGroup(): Promise<void> {
    if (this.#server === undefined) return
    signalQuietly(-this.#server.pid, 'SIGTERM')
    const code = await this.#server.exited
    this.#record.check('server and worker stop gracefully', code === 0, () => `the server ended with ${code}`)
  }

  isRunning(pid: number): boolean {
    return [this.#server, this.#worker].some(process => process?.alive && process.pid === pid)
  }

  /** Neither process may exit when another one is killed. */
  assertAlive(): void {
    for (const [name, process] of Object.entries({ server: this.#server, worker: this.#worker })) {
      this.#record.check(
        'no process exits by itself',
        process?.alive === true,
        () => `the ${name} has exited: ${process?.stderr}`,
      )
    }
  }

  /** Runs a query, and repeats it while the database is down. */
  async query<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#database ??= openDatabase(this.folder.connection(), { poolMax: 2 }, await createLogger('silent'))
    for (let tries = 0; ; tries++) {
      try {
        return await work(this.#database.db)
      } catch (error) {
        if (!isConnectionError(error) || tries === 200) throw error
        await pause(50)
      }
    }
  }

  /** Runs queries on one snapshot of the database. */
  snapshot<T>(work: (trx: Tx) => Promise<T>): Promise<T> {
    return this.query(db =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    )
  }

  /** Stops worker and server gracefully and returns their exit codes. */
  async stop(): Promise<(number | NodeJS.Signals)[]> {
    await this.#database?.close()
    this.#database = undefined
    const codes: (number | NodeJS.Signals)[] = []
    for (const process of [this.#worker, this.#server]) if (process !== undefined) codes.push(await process.stop())
    return codes
  }

  /** Kills the remaining processes of this installation. */
  async destroy({ keepData }: { keepData: boolean }): Promise<void> {
    await this.#database?.close().catch(() => {})
    for (const process of [this.#worker, this.#server]) await process?.stop('SIGKILL')
    for (const pid of this.folder.processes()) signalQuietly(pid, 'SIGINT')
    await until('the database has ended', () => this.folder.processes().length === 0, 20_000)
    if (keepData) this.folder.keep()
    else this.folder.remove()
  }

  async #end(name: string, process: ServerProcess | undefined): Promise<void> {
    const outcome = await process?.stop('SIGKILL')
    this.#record.check(
      'no process exits by itself',
      outcome === 'SIGKILL',
      () => `the ${name} ended with ${outcome} before`,
    )
  }

  #settings(role: 'all' | 'worker'): ProcessSettings {
    const common = { ...SETTINGS, DATA_DIR: this.folder.path, ROLE: role }
    return role === 'all' ? common : { ...common, DATABASE_URL: this.folder.databaseUrl }
  }
}
