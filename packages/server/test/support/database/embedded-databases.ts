import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { after, afterEach } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../src/platform/db/embedded/embedded-postgres.ts'
import { findPostmaster } from '../../../src/platform/db/embedded/files/pid-file.ts'

/** Embedded databases of one test file. They are stopped after each test, and their folders are deleted at the end. */
export class EmbeddedDatabases {
  readonly #folders: string[] = []
  readonly #databases = new Set<EmbeddedPostgres>()
  readonly #processes = new Set<OtherProcess>()

  constructor() {
    // A failed test must not leave a database running, for the next tests or on the machine.
    afterEach(() => this.#stopAll())
    after(() => {
      for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
  }

  /** A new folder that PostgreSQL's user can reach, even if we are root. */
  newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'galley-embedded-'))
    chmodSync(folder, 0o711)
    this.#folders.push(folder)
    return folder
  }

  async start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const as = { kind: 'server', url: 'http://first.test' } as const
    const database = await startEmbeddedPostgres({ dataDir, as, log: () => {}, settings: { fsync: 'off' }, ...options })
    this.#databases.add(database)
    return database
  }

  /** Starts it in another process, which can be killed. */
  startElsewhere(dataDir: string, ...as: string[]): OtherProcess {
    const other = new OtherProcess(dataDir, as)
    this.#processes.add(other)
    return other
  }

  async #stopAll(): Promise<void> {
    await Promise.all([...this.#processes].map(other => other.kill()))
    await Promise.all([...this.#databases].map(database => database.stop()))
    this.#processes.clear()
    this.#databases.clear()
    for (const folder of this.#folders) {
      const left = findPostmaster(join(folder, 'database', 'cluster'))
      if (left !== undefined) process.kill(left, 'SIGINT')
    }
  }
}

interface Message {
  up?: EmbeddedPostgres['connection']
  error?: string
  name?: string
  log?: string
  stopped?: boolean
}

export class OtherProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly said: Message[] = []
  readonly exited: Promise<unknown>

  constructor(dataDir: string, as: readonly string[]) {
    const script = join(import.meta.dirname, 'embedded-postgres.fixture.ts')
    this.child = spawn(process.execPath, [script, dataDir, ...as], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Settings for another PostgreSQL must have no effect on ours or on our connections.
      env: { PGDATA: '/nowhere', PGHOST: '127.0.0.1', PGPORT: '1', PGOPTIONS: '-c nonsense=1', PGUSER: 'nobody' },
    })
    this.exited = once(this.child, 'exit')
    createInterface({ input: this.child.stdout }).on('line', line => this.said.push(JSON.parse(line)))
  }

  first<K extends keyof Message>(key: K): Promise<NonNullable<Message[K]>> {
    return until(() => {
      const found = this.said.find(message => message[key] !== undefined)?.[key]
      if (found === undefined && key !== 'error') assert.equal(this.said.find(m => m.error)?.error, undefined)
      return found
    })
  }

  async stop(): Promise<void> {
    this.child.stdin.write('stop\n')
    await this.exited
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
  }
}

export async function query(
  database: Pick<EmbeddedPostgres, 'connection'>,
  sql: string,
): Promise<Record<string, unknown>> {
  const client = new Client(database.connection)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

/** The postmaster's pid, once the database answers. */
export async function postmasterOf(database: EmbeddedPostgres): Promise<number> {
  await query(database, 'SELECT 1')
  return pidInFile(database)
}

export function pidInFile(database: EmbeddedPostgres): number {
  return Number.parseInt(readFileSync(join(clusterOf(database), 'postmaster.pid'), 'utf8'), 10)
}

export function clusterOf(database: EmbeddedPostgres): string {
  return join(database.connection.host, '..', 'cluster')
}

/** Polls without a deadline of its own; the test runner's limit applies. */
export async function until<T>(what: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const value = await what()
    if (value) return value
    await delay(20)
  }
}
