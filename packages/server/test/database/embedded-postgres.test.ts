import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { after, afterEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { databaseUserFor } from '../../src/db/embedded/database-user.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/db/embedded/embedded-postgres.ts'
import { findPostmaster } from '../../src/db/embedded/files/pid-file.ts'
import { isAlive, isOnCluster, parentOf, processesOnCluster } from '../../src/db/embedded/processes.ts'
import { DatabaseStartError } from '../../src/db/embedded/start-error.ts'

const root = process.getuid?.() === 0
const folders: string[] = []
const databases = new Set<EmbeddedPostgres>()
const others = new Set<OtherProcess>()

// A failed test must not leave a database running, for the next tests or on the machine.
afterEach(async () => {
  await Promise.all([...others].map(other => other.kill()))
  await Promise.all([...databases].map(database => database.stop()))
  others.clear()
  databases.clear()
  for (const folder of folders) {
    const left = findPostmaster(join(folder, 'database', 'cluster'))
    if (left !== undefined) process.kill(left, 'SIGINT')
  }
})

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A new folder that PostgreSQL's user can reach, even if we are root. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-embedded-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

async function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const as = { kind: 'server', url: 'http://first.test' } as const
  const database = await startEmbeddedPostgres({ dataDir, as, log: () => {}, settings: { fsync: 'off' }, ...options })
  databases.add(database)
  return database
}

async function query(database: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<Record<string, unknown>> {
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
async function postmasterOf(database: EmbeddedPostgres): Promise<number> {
  await query(database, 'SELECT 1')
  return pidInFile(database)
}

function pidInFile(database: EmbeddedPostgres): number {
  return Number.parseInt(readFileSync(join(clusterOf(database), 'postmaster.pid'), 'utf8'), 10)
}

function clusterOf(database: EmbeddedPostgres): string {
  return join(database.connection.host, '..', 'cluster')
}

/** Polls without a deadline of its own; the test runner's limit applies. */
async function until<T>(what: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const value = await what()
    if (value) return value
    await delay(20)
  }
}

interface Message {
  up?: EmbeddedPostgres['connection']
  error?: string
  name?: string
  log?: string
  stopped?: boolean
}

class OtherProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly said: Message[] = []
  readonly exited: Promise<unknown>

  constructor(dataDir: string, ...as: string[]) {
    const script = join(import.meta.dirname, 'embedded-postgres.fixture.ts')
    this.child = spawn(process.execPath, [script, dataDir, ...as], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Settings for another PostgreSQL must have no effect on ours or on our connections.
      env: { PGDATA: '/nowhere', PGHOST: '127.0.0.1', PGPORT: '1', PGOPTIONS: '-c nonsense=1', PGUSER: 'nobody' },
    })
    this.exited = once(this.child, 'exit')
    others.add(this)
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

describe('an embedded database', { timeout: 120_000 }, () => {
  it('starts in an empty folder, keeps its data, and works in any path', async () => {
    const dataDir = join(newFolder(), `it's "my", data $HOME – 日本語`)
    const lines: string[] = []
    const first = await start(dataDir, { log: line => lines.push(line), settings: {} })
    assert.match(lines.join('\n'), /initialising the database in .*日本語/)
    assert.deepEqual(
      await query(
        first,
        `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
                current_setting('listen_addresses') AS tcp, current_setting('TimeZone') AS zone,
                datlocprovider AS provider, datlocale AS locale, pg_encoding_to_char(encoding) AS encoding
         FROM pg_database WHERE datname = current_database()`,
      ),
      { checksums: 'on', fsync: 'on', tcp: '', zone: 'UTC', provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' },
    )
    const password = join(dataDir, 'database', 'password')
    assert.equal(statSync(password).mode & 0o777, 0o600)
    assert.equal(statSync(first.connection.host).mode & 0o777, 0o700)
    await assert.rejects(query({ connection: { ...first.connection, password: 'wrong' } }, 'SELECT 1'), {
      code: '28P01',
    })
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const second = await start(dataDir, { log: line => lines.push(line) })
    assert.deepEqual(await query(second, 'SELECT answer FROM kept'), { answer: 42 })
    await second.stop()
    assert.equal(lines.filter(line => line.includes('initialising')).length, 1)
  })

  it('puts its socket into a short private folder when the path is too long for one', async () => {
    const dataDir = join(newFolder(), 'ü'.repeat(40))
    const database = await start(dataDir)
    const { host } = database.connection
    const owner = lstatSync(host)
    assert.ok(!host.startsWith(dataDir))
    assert.equal(owner.mode & 0o777, 0o700)
    assert.equal(owner.uid, statSync(join(dataDir, 'database', 'cluster')).uid)
    await query(database, 'SELECT 1')
    await database.stop()
    assert.ok(!existsSync(host))
    // Another user could have created it.
    mkdirSync(host)
    chmodSync(host, 0o777)
    await assert.rejects(
      start(dataDir),
      (error: Error) => error instanceof DatabaseStartError && error.message.includes(host),
    )
    rmSync(host, { recursive: true })
  })

  describe('of one folder', () => {
    const dataDir = newFolder()

    it('runs in its own session, and has ended after stop, which may be called twice', async () => {
      const database = await start(dataDir)
      const pid = await postmasterOf(database)
      const cluster = clusterOf(database)
      assert.equal(isOnCluster(pid, cluster), true)
      if (process.platform === 'linux') {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
        assert.equal(Number(fields?.[3]), pid, 'leads its own session')
      }
      await Promise.all([database.stop(), database.stop()])
      await database.stop()
      assert.deepEqual(processesOnCluster(cluster), [])
    })

    it('is adopted when its server was killed', async () => {
      const killed = new OtherProcess(dataDir, 'server', 'http://killed.test')
      const connection = await killed.first('up')
      const before = await query({ connection }, 'SELECT pg_postmaster_start_time()::text AS started')
      await killed.kill()
      const lines: string[] = []
      const database = await start(dataDir, { log: line => lines.push(line) })
      assert.deepEqual(await query(database, 'SELECT pg_postmaster_start_time()::text AS started'), before)
      assert.deepEqual(lines, [`adopting the database that is already running (pid ${pidInFile(database)})`])
      await database.stop()
      assert.deepEqual(processesOnCluster(clusterOf(database)), [])
    })

    it('restarts by itself when its postmaster is killed, whether started or adopted', async () => {
      const left = new OtherProcess(dataDir, 'server', 'http://killed.test')
      await left.first('up')
      await left.kill()
      const database = await start(dataDir)
      const pool = new Pool({ ...database.connection, max: 2 })
      pool.on('error', () => {})
      for (let round = 0; round < 2; round++) {
        await pool.query('SELECT 1')
        const pid = await postmasterOf(database)
        process.kill(pid, 'SIGKILL')
        await until(() =>
          pool.query('SELECT 1').then(
            () => pidInFile(database) !== pid,
            () => false,
          ),
        )
      }
      await pool.end()
      await database.stop()
      assert.deepEqual(processesOnCluster(clusterOf(database)), [])
    })

    it('stays down when it is stopped during a restart', async () => {
      const database = await start(dataDir)
      process.kill(await postmasterOf(database), 'SIGKILL')
      await database.stop()
      await until(() => processesOnCluster(clusterOf(database)).length === 0)
      const again = await start(dataDir)
      await query(again, 'SELECT 1')
      await again.stop()
    })

    it('starts despite leftovers of a killed postmaster: sessions at work, and any pid file', async t => {
      const killed = new OtherProcess(dataDir, 'server', 'http://killed.test')
      const connection = await killed.first('up')
      const busy = new Client(connection)
      busy.on('error', () => {})
      await busy.connect()
      const { rows } = await busy.query('SELECT pg_backend_pid() AS pid')
      // A busy backend does not notice the death of the postmaster.
      const loop = "DO $$BEGIN WHILE clock_timestamp() < now() + interval '2 s' LOOP END LOOP; END$$"
      busy.query(loop).catch(() => {})
      const cluster = join(connection.host, '..', 'cluster')
      const postmaster = parentOf(rows[0].pid) ?? 0
      await killed.kill()
      process.kill(postmaster, 'SIGKILL')
      await until(() => !isAlive(postmaster))
      assert.ok(isOnCluster(rows[0].pid, cluster), 'the session must outlive its postmaster here')
      const database = await start(dataDir)
      assert.ok(!isAlive(rows[0].pid), 'never two generations at once')
      await database.stop()
      await busy.end().catch(() => {})

      const pidFile = join(cluster, 'postmaster.pid')
      const owner = root ? databaseUserFor(cluster) : undefined
      const unrelated = spawn('sleep', ['100'], { stdio: 'ignore', ...(owner && { uid: owner.uid, gid: owner.gid }) })
      t.after(() => unrelated.kill())
      const leftOvers = [
        '',
        'garbage\n\u0000',
        '999999\n',
        `${unrelated.pid}\n${cluster}\n1700000000\n5432\n`,
        `${process.pid}\n`,
      ]
      for (const leftOver of leftOvers) {
        writeFileSync(pidFile, leftOver)
        if (owner !== undefined) chownSync(pidFile, owner.uid, owner.gid)
        const next = await start(dataDir)
        await query(next, 'SELECT 1')
        await next.stop()
      }
    })

    it('refuses a second server and names the first', async () => {
      const first = new OtherProcess(dataDir, 'server', 'http://first.test:3000')
      await first.first('up')
      await assert.rejects(start(dataDir), (error: Error) => {
        assert.ok(error instanceof DatabaseStartError)
        assert.match(error.message, new RegExp(`pid ${first.child.pid} at http://first\\.test:3000`))
        return true
      })
      await first.stop()
    })

    it('is shared by a server and commands, and stopped by the last of them', async () => {
      const command = new OtherProcess(dataDir, 'command')
      await command.first('up')
      const server = await start(dataDir)
      const cluster = clusterOf(server)
      const pid = await postmasterOf(server)
      await command.stop()
      assert.equal(await postmasterOf(server), pid, 'the command that started it leaves it to the server')
      const late = await start(dataDir, { as: { kind: 'command' } })
      await server.stop()
      assert.equal(await postmasterOf(late), pid, 'the server leaves it to the command that still works')
      await late.stop()
      assert.deepEqual(processesOnCluster(cluster), [])
    })

    it('refuses data of another version and folders that are not a database, with an explanation', async () => {
      const version = join(dataDir, 'database', 'cluster', 'PG_VERSION')
      const ours = readFileSync(version, 'utf8')
      writeFileSync(version, '12\n')
      await assert.rejects(start(dataDir), { name: 'DatabaseStartError', message: /PostgreSQL 12.*DATABASE_URL/ })
      rmSync(version)
      await assert.rejects(start(dataDir), { name: 'DatabaseStartError', message: /not a PostgreSQL database/ })
      writeFileSync(version, ours)
      const password = join(dataDir, 'database', 'password')
      const secret = readFileSync(password)
      rmSync(password)
      await assert.rejects(start(dataDir), { name: 'DatabaseStartError', message: /password .* is missing/ })
      writeFileSync(password, secret)
    })

    it('reports PostgreSQL’s own reason when it does not start', async () => {
      await assert.rejects(start(dataDir, { settings: { shared_buffers: 'plenty' } }), {
        name: 'DatabaseStartError',
        message: /invalid value for parameter "shared_buffers": "plenty"/,
      })
      assert.ok(!existsSync(join(dataDir, 'database', 'server.json')), 'the claim is given back')
    })
  })

  it('is created by one of two servers that start at the same time on an empty folder', async () => {
    const dataDir = newFolder()
    const servers = [
      new OtherProcess(dataDir, 'server', 'http://a.test'),
      new OtherProcess(dataDir, 'server', 'http://b.test'),
    ]
    const outcome = await Promise.all(servers.map(s => until(() => s.said.find(m => m.up ?? m.error))))
    const winner = servers[outcome.findIndex(message => message.up !== undefined)]
    const loser = outcome.find(message => message.error !== undefined)
    assert.ok(winner !== undefined && loser !== undefined, JSON.stringify(outcome))
    assert.match(loser.error ?? '', new RegExp(`pid ${winner.child.pid} at http://[ab]\\.test`))
    await Promise.all(servers.map(server => server.stop()))
  })

  it('serves ten simultaneous commands on an empty folder, and is stopped after the last', async () => {
    const dataDir = newFolder()
    const commands = Array.from({ length: 10 }, () => new OtherProcess(dataDir, 'command'))
    await Promise.all(
      commands.map(async command => {
        const connection = await command.first('up')
        await query({ connection }, 'SELECT 1')
        await command.stop()
        assert.deepEqual(command.said.at(-1), { stopped: true })
      }),
    )
    const initialised = commands
      .flatMap(command => command.said)
      .filter(message => message.log?.includes('initialising'))
    assert.equal(initialised.length, 1)
    assert.deepEqual(processesOnCluster(join(dataDir, 'database', 'cluster')), [])
  })

  it('repeats an initialisation that was interrupted', async () => {
    const dataDir = newFolder()
    const killed = new OtherProcess(dataDir, 'server', 'http://killed.test')
    const path = join(dataDir, 'database')
    const drafts = () => (existsSync(path) ? readdirSync(path).filter(name => name.startsWith('draft-')) : [])
    await until(() => drafts().some(draft => existsSync(join(path, draft, 'cluster', 'global', 'pg_control'))))
    await killed.kill()
    assert.ok(!existsSync(join(path, 'cluster')))
    const database = await start(dataDir)
    await query(database, 'SELECT 1')
    await database.stop()
    await until(() => drafts().length === 0)
  })
})
