import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { MIGRATIONS } from '../../src/platform/db/migrate.ts'
import { readCertificate } from '../support/network/certificates.ts'
import { CommandProcess } from '../support/processes/command-process.ts'
import { DataFolder, type Outcome, runGalley } from '../support/processes/galley-process.ts'
import type { ProcessSettings } from '../support/processes/isolated-environment.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** An empty database that no test changes. */
let empty: TestDatabase
const databases: TestDatabase[] = []
const commands = new CommandProcess()
before(async () => {
  empty = await newDatabase('template0')
})
after(async () => {
  // A refused start leaves nothing open that would keep the process alive.
  await commands.end()
  for (const database of databases) await database.drop()
})

async function newDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template)
  databases.push(database)
  return database
}

/** A start in a process that several tests share; a few starts below have their own. */
const serve = (settings: ProcessSettings) => commands.run(['serve'], { PORT: '0', ...settings })

function assertOneLine({ code, stderr }: Outcome, words: RegExp): void {
  assert.equal(code, 1)
  assert.match(stderr, words)
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
}

describe('a start with wrong settings', () => {
  const WRONG = {
    PORT: '70000',
    PUBLIC_URL: 'ftp://example.com',
    ROLE: 'boss',
    DATABASE_URL: 'mysql://localhost/galley',
    DATABASE_POOL_MAX: 'many',
    LOG_LEVEL: 'loud',
    SIGNUPS: 'perhaps',
    ALLOWED_ORIGINS: 'https://example.com/path',
    TRUST_PROXY: 'everyone',
    RATE_LIMIT_REQUESTS: '-1',
    RATE_LIMIT_LOGINS: '1.5',
    RATE_LIMIT_SIGNUPS: '20 a day',
  }

  it('exits 1 with one message that names every error, and starts nothing', async () => {
    const { code, stdout, stderr } = await runGalley(['serve'], WRONG)
    assert.equal(code, 1)
    assert.equal(stdout, '')
    const [first, ...issues] = stderr.trimEnd().split('\n')
    assert.match(first ?? '', /settings do not allow a start/)
    assert.deepEqual(issues.map(line => /^ {2}(\w+): /.exec(line)?.[1]).sort(), Object.keys(WRONG).sort())
  })

  it('is reported as JSON with --json', async () => {
    const { code, stdout, stderr } = await commands.run(['users', 'list', '--json'], WRONG)
    assert.equal(code, 1)
    assert.equal(stdout, '')
    const { error } = JSON.parse(stderr)
    assert.equal(error.code, 'FAILED')
    for (const name of Object.keys(WRONG)) assert.ok(error.message.includes(`${name}: `), name)
  })

  for (const role of ['api', 'worker']) {
    it(`refuses ROLE=${role} on the embedded database`, async () => {
      const folder = new DataFolder()
      const { code, stderr } = await serve({ ROLE: role, DATA_DIR: folder.path })
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`ROLE: ${role} needs DATABASE_URL`))
      assert.ok(!existsSync(join(folder.path, 'database')))
      await folder.remove()
    })
  }

  it('explains a data folder that cannot be used', async () => {
    const folder = new DataFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    const { code, stderr } = await serve({ DATA_DIR: file })
    assert.equal(code, 1)
    assert.match(stderr, /^Cannot keep the database in .*a file, not a folder.*DATA_DIR.*\n$/)
    await folder.remove()
  })
})

describe('a data folder where no folder can be created', { skip: process.platform !== 'linux' }, () => {
  it('is rejected in one line', async () => {
    const { code, stderr } = await serve({ DATA_DIR: '/proc/galley' })
    assert.equal(code, 1)
    assert.match(stderr, /^Cannot keep the database in \/proc\/galley: .*DATA_DIR.*\n$/)
  })
})

describe('a start without its database', () => {
  async function closedPort(): Promise<number> {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise(resolve => server.close(resolve))
    return port
  }

  it('reports in one line that nothing responds at DATABASE_URL', async () => {
    const DATABASE_URL = `postgres://me:secret-word@127.0.0.1:${await closedPort()}/galley`
    const outcomes = [
      await runGalley(['serve'], { DATABASE_URL, PORT: '0' }, { withinMs: 60_000 }),
      await commands.run(['users', 'list'], { DATABASE_URL }),
    ]
    for (const outcome of outcomes) {
      assertOneLine(outcome, /^The database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+\..*DATABASE_URL/)
      assert.doesNotMatch(outcome.stderr + outcome.stdout, /secret-word/)
    }
  })

  it('reports in one line that the host name is unknown', async () => {
    const DATABASE_URL = 'postgres://me:secret-word@no-such-host.invalid/galley'
    assertOneLine(
      await serve({ DATABASE_URL }),
      /^The database cannot be reached: .*no-such-host\.invalid.*DATABASE_URL/,
    )
  })

  it('reports in one line that the password is wrong, or that the database does not exist', async () => {
    const { password, database: name } = empty.connection
    assertOneLine(
      await serve({ DATABASE_URL: empty.url.replace(encodeURIComponent(password), 'wrong') }),
      /^The database rejects the connection: password authentication failed/,
    )
    assertOneLine(
      await serve({ DATABASE_URL: empty.url.replace(name, 'nowhere') }),
      /^The database rejects the connection: database "nowhere" does not exist/,
    )
  })
})

describe('a start on a database that cannot be used', () => {
  async function run(database: TestDatabase, ...statements: string[]): Promise<void> {
    const client = new pg.Client(database.connection)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  it('names the right that the user lacks, and how to give it', async () => {
    const { password, database: name, user } = empty.connection
    await run(empty, `create role guest_${name} login password 'guest'`)
    const url = empty.url.replace(`${user}:${encodeURIComponent(password)}`, `guest_${name}:guest`)
    assertOneLine(
      await serve({ DATABASE_URL: url }),
      new RegExp(`may not create tables.* alter database ${name} owner to guest_${name};`),
    )
    await run(empty, `drop role guest_${name}`)
  })

  it('says that it is read-only, before and after the first migration', async () => {
    for (const database of [await newDatabase('template0'), await newDatabase()]) {
      const name = database.connection.database
      await run(database, `alter database ${name} set default_transaction_read_only = on`)
      assertOneLine(
        await serve({ DATABASE_URL: database.url }),
        /^The database .*read-only.*default_transaction_read_only/,
      )
    }
  })

  it('says that the encoding lacks most characters, also if nothing is to be migrated or a backup is restored', async () => {
    const name = `${empty.connection.database}_latin1`
    await run(empty, `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`)
    const DATABASE_URL = empty.url.replace(/\/test_\w+/, `/${name}`)
    const words = /encoding is LATIN1.*create database/
    assertOneLine(await serve({ DATABASE_URL }), words)
    assertOneLine(await commands.run(['restore', import.meta.filename], { DATABASE_URL }), words)
    const migrated = new pg.Client(DATABASE_URL)
    await migrated.connect()
    await migrated.query('create table kysely_migration (name text)')
    await migrated.query('insert into kysely_migration select unnest($1::text[])', [Object.keys(MIGRATIONS)])
    await migrated.end()
    assertOneLine(await serve({ DATABASE_URL }), words)
    await run(empty, `drop database ${name} with (force)`)
  })

  it('says that the tables belong to another user', async () => {
    const database = await newDatabase()
    const { password, database: name, user } = database.connection
    await run(database, `create role guest_${name} login password 'guest'`)
    const url = database.url.replace(`${user}:${encodeURIComponent(password)}`, `guest_${name}:guest`)
    assertOneLine(await serve({ DATABASE_URL: url }), /permission denied for table .* must own .* its tables/)
    await run(database, `drop role guest_${name}`)
  })

  it('says that it does not offer TLS, or that its certificate is not accepted', async () => {
    const noTls = await serve({ DATABASE_URL: `${empty.url}&sslmode=verify-full` })
    assertOneLine(noTls, /^The database does not offer TLS.*sslmode/)
    const { url, close } = await startTlsDatabase()
    const unknown = await serve({ DATABASE_URL: `${url}?sslmode=verify-full` })
    assertOneLine(unknown, /^The certificate of the database.*sslrootcert/)
    await close()
  })

  /** Agrees to TLS as PostgreSQL does, with a certificate that nobody trusts. */
  async function startTlsDatabase() {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, ...readCertificate('self-signed') }).on('error', () => {})
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return {
      url: `postgres://me:secret-word@127.0.0.1:${port}/galley`,
      close: () => new Promise(resolve => server.close(resolve)),
    }
  }
})

describe('an address to listen on', () => {
  it('that this machine does not have is reported in one line', async () => {
    for (const HOST of ['192.0.2.1', 'no-such-host.invalid']) {
      const { code, stderr } = await serve({ DATABASE_URL: empty.url, HOST })
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`^Cannot listen on ${HOST.replaceAll('.', '\\.')} port 0: .*HOST.*\\n$`))
    }
  })

  it('that is in use is reported in one line, before a database is created', async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const folder = new DataFolder()
    const { code, stderr } = await runGalley(['serve'], { DATA_DIR: folder.path, PORT: String(port) })
    other.close()
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^Cannot listen on 127\\.0\\.0\\.1 port ${port}: .*Set PORT.*\\n$`))
    assert.equal(existsSync(join(folder.path, 'database')), false)
    folder.remove()
  })
})

describe('an old Node', () => {
  const old = oldNode()

  it('is rejected with one line that says what to install', {
    skip: old === undefined && 'there is none here',
  }, async () => {
    for (const args of [['serve'], ['users', 'list'], ['--require-node']]) {
      const { code, stdout, stderr } = await runGalley(args, {}, { node: old ?? '' })
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.match(stderr, /^Galley needs Node 24 or newer, and this is v\d+\.\d+\.\d+\..*npm ci.*\n$/)
    }
  })
})

/** The Node of the system, if it is older than the bundled one. */
function oldNode(): string | undefined {
  const places = (process.env['PATH'] ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  return places
    .map(folder => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .filter(path => existsSync(path))
    .find(path => Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1]) < 24)
}
