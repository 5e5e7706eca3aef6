import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Client, Pool } from 'pg'
import { databaseUserFor } from '../../../src/platform/db/embedded/database-user.ts'
import { openDatabaseFolder } from '../../../src/platform/db/embedded/files/database-folder.ts'
import { keepDatabaseRunning } from '../../../src/platform/db/embedded/keep-database-running.ts'
import { endPostmaster } from '../../../src/platform/db/embedded/postmaster.ts'
import { isAlive, isOnCluster, parentOf, processesOnCluster } from '../../../src/platform/db/embedded/processes.ts'
import { startDatabase } from '../../../src/platform/db/embedded/start-database.ts'
import { DatabaseStartError } from '../../../src/platform/db/embedded/start-error.ts'
import {
  clusterOf,
  EmbeddedDatabases,
  pidInFile,
  postmasterOf,
  query,
  until,
} from '../../support/database/embedded-databases.ts'

const root = process.getuid?.() === 0
const databases = new EmbeddedDatabases()

describe('an embedded database', { timeout: 120_000 }, () => {
  it('starts in an empty folder, keeps its data, and works in any path', async () => {
    const dataDir = join(databases.newFolder(), `it's "my", data $HOME – 日本語`)
    const lines: string[] = []
    const first = await databases.start(dataDir, { log: line => lines.push(line), settings: {} })
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
    const second = await databases.start(dataDir, { log: line => lines.push(line) })
    assert.deepEqual(await query(second, 'SELECT answer FROM kept'), { answer: 42 })
    await second.stop()
    assert.equal(lines.filter(line => line.includes('initialising')).length, 1)
  })

  it('puts its socket into a short private folder when the path is too long for one', async () => {
    const dataDir = join(databases.newFolder(), 'ü'.repeat(40))
    const database = await databases.start(dataDir)
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
      databases.start(dataDir),
      (error: Error) => error instanceof DatabaseStartError && error.message.includes(host),
    )
    rmSync(host, { recursive: true })
  })

  describe('of one folder', () => {
    const dataDir = databases.newFolder()

    it('runs in its own session, and has ended after stop, which may be called twice', async () => {
      const database = await databases.start(dataDir)
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

    it('is adopted when its server was killed, and restarts by itself when its postmaster is killed, whether started or adopted', async () => {
      const killed = databases.startElsewhere(dataDir, 'server', 'http://killed.test')
      const connection = await killed.first('up')
      const before = await query({ connection }, 'SELECT pg_postmaster_start_time()::text AS started')
      await killed.kill()
      const lines: string[] = []
      const database = await databases.start(dataDir, { log: line => lines.push(line) })
      assert.deepEqual(await query(database, 'SELECT pg_postmaster_start_time()::text AS started'), before)
      assert.deepEqual(lines, [`adopting the database that is already running (pid ${pidInFile(database)})`])
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

    it('is restarted if it was killed just before the server began to watch it', async () => {
      const stopping = new AbortController()
      const lines: string[] = []
      const request = {
        folder: await openDatabaseFolder(dataDir),
        settings: { fsync: 'off' },
        log: (line: string) => lines.push(line),
        signal: stopping.signal,
        mayInitialise: true,
        othersUseIt: () => false,
      }
      const running = await startDatabase(request)
      process.kill(running.postmasterPid, 'SIGKILL')
      await until(() => running.socket.closed)
      const guard = keepDatabaseRunning(request, running)
      await until(() => lines.some(line => line.includes('is up again')))
      assert.notEqual(guard.postmasterPid(), running.postmasterPid)
      stopping.abort()
      await guard.end()
      assert.ok(await endPostmaster(guard.postmasterPid(), request.folder))
    })

    it('that cannot be restarted is logged as an error, and is restarted as soon as that is possible', async () => {
      const lines: string[] = []
      const log = (line: string, level = 'info') => lines.push(`${level}: ${line}`)
      const database = await databases.start(dataDir, { log })
      const settings = join(clusterOf(database), 'postgresql.conf')
      const before = readFileSync(settings, 'utf8')
      writeFileSync(settings, `${before}\nno_such_setting = 1\n`)
      process.kill(await postmasterOf(database), 'SIGKILL')
      await until(() => lines.some(line => line.startsWith('error: Cannot start the embedded database')))
      writeFileSync(settings, before)
      await until(() => lines.some(line => line.startsWith('info: the database is up again')))
      assert.ok(lines.includes('warn: the database ended unexpectedly, starting it again'))
      await query(database, 'SELECT 1')
      await database.stop()
    })

    it('stays down when it is stopped during a restart', async () => {
      const database = await databases.start(dataDir)
      process.kill(await postmasterOf(database), 'SIGKILL')
      await database.stop()
      await until(() => processesOnCluster(clusterOf(database)).length === 0)
      const again = await databases.start(dataDir)
      await query(again, 'SELECT 1')
      await again.stop()
    })

    it('starts despite leftovers of a killed postmaster: sessions at work, and any pid file', async t => {
      const killed = databases.startElsewhere(dataDir, 'server', 'http://killed.test')
      const connection = await killed.first('up')
      const busy = new Client(connection)
      busy.on('error', () => {})
      await busy.connect()
      const { rows } = await busy.query('SELECT pg_backend_pid() AS pid')
      // A busy backend does not notice the death of the postmaster. It counts, so that a slow machine is busy for longer.
      const loop = 'DO $$BEGIN FOR i IN 1..60000000 LOOP END LOOP; END$$'
      busy.query(loop).catch(() => {})
      const cluster = join(connection.host, '..', 'cluster')
      const postmaster = parentOf(rows[0].pid) ?? 0
      await killed.kill()
      process.kill(postmaster, 'SIGKILL')
      await until(() => !isAlive(postmaster))
      assert.ok(isOnCluster(rows[0].pid, cluster), 'the session must outlive its postmaster here')
      const database = await databases.start(dataDir)
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
        const next = await databases.start(dataDir)
        await query(next, 'SELECT 1')
        await next.stop()
      }
    })

    it('rejects a second server and names the first', async () => {
      const first = databases.startElsewhere(dataDir, 'server', 'http://first.test:3000')
      await first.first('up')
      await assert.rejects(databases.start(dataDir), (error: Error) => {
        assert.ok(error instanceof DatabaseStartError)
        assert.match(error.message, new RegExp(`pid ${first.child.pid} at http://first\\.test:3000`))
        return true
      })
      await first.stop()
    })

    it('is shared by a server and commands, and stopped by the last of them', async () => {
      const command = databases.startElsewhere(dataDir, 'command')
      await command.first('up')
      const server = await databases.start(dataDir)
      const cluster = clusterOf(server)
      const pid = await postmasterOf(server)
      await command.stop()
      assert.equal(await postmasterOf(server), pid, 'the command that started it leaves it to the server')
      const late = await databases.start(dataDir, { as: { kind: 'command' } })
      await server.stop()
      assert.equal(await postmasterOf(late), pid, 'the server leaves it to the command that still works')
      await late.stop()
      assert.deepEqual(processesOnCluster(cluster), [])
    })

    it('refuses data of another version and folders that are not a database, with an explanation', async () => {
      const version = join(dataDir, 'database', 'cluster', 'PG_VERSION')
      const ours = readFileSync(version, 'utf8')
      writeFileSync(version, '12\n')
      await assert.rejects(databases.start(dataDir), {
        name: 'DatabaseStartError',
        message: /PostgreSQL 12.*DATABASE_URL/,
      })
      rmSync(version)
      await assert.rejects(databases.start(dataDir), {
        name: 'DatabaseStartError',
        message: /not a PostgreSQL database/,
      })
      writeFileSync(version, ours)
      const password = join(dataDir, 'database', 'password')
      const secret = readFileSync(password)
      rmSync(password)
      await assert.rejects(databases.start(dataDir), { name: 'DatabaseStartError', message: /password .* is missing/ })
      writeFileSync(password, secret)
    })

    it('reports PostgreSQL’s own reason when it does not start', async () => {
      await assert.rejects(databases.start(dataDir, { settings: { shared_buffers: 'plenty' } }), {
        name: 'DatabaseStartError',
        message: /invalid value for parameter "shared_buffers": "plenty"/,
      })
      assert.ok(!existsSync(join(dataDir, 'database', 'server.json')), 'the claim is given back')
    })
  })

  it('repeats an initialisation that was interrupted', async () => {
    const dataDir = databases.newFolder()
    const killed = databases.startElsewhere(dataDir, 'server', 'http://killed.test')
    const path = join(dataDir, 'database')
    const drafts = () => (existsSync(path) ? readdirSync(path).filter(name => name.startsWith('draft-')) : [])
    await until(() => drafts().some(draft => existsSync(join(path, draft, 'cluster', 'global', 'pg_control'))))
    await killed.kill()
    assert.ok(!existsSync(join(path, 'cluster')))
    const database = await databases.start(dataDir)
    await query(database, 'SELECT 1')
    await database.stop()
    await until(() => drafts().length === 0)
  })
})
