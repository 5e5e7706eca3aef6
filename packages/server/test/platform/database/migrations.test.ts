import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { MIGRATIONS, migrate } from '../../../src/platform/db/migrate.ts'
import { eventually } from '../../support/eventually.ts'
import { CommandProcess } from '../../support/processes/command-process.ts'
import { runGalley, until } from '../../support/processes/galley-process.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

const databases: TestDatabase[] = []
const commands = new CommandProcess()
after(async () => {
  await commands.end()
  for (const database of databases) await database.drop()
})

async function newDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template)
  databases.push(database)
  return database
}

async function query(database: TestDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const applied = async (database: TestDatabase) =>
  (await query(database, 'select name from kysely_migration order by name')).map(row => row['name'])

describe('migrations', () => {
  it('have a number of their own each', () => {
    const numbers = Object.keys(MIGRATIONS).map(name => name.slice(0, 4))
    assert.deepEqual(numbers, [...new Set(numbers)], 'two migrations have the same number')
  })

  it('run exactly once each when four processes start on an empty database at once', async () => {
    const database = await newDatabase('template0')
    const settings = { DATABASE_URL: database.url }
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => runGalley(['migrate', '--json'], settings)))
    for (const { code, stderr } of outcomes) assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    const reports: string[][] = outcomes.map(({ stdout }) => JSON.parse(stdout).applied)
    const names = await applied(await newDatabase())
    assert.ok(names.length > 0)
    assert.deepEqual(reports.flat(), names, 'one process has run all of them, the others none')
    assert.deepEqual(await applied(database), names)
  })

  it('report the error of the migration that failed', async () => {
    const database = await newDatabase()
    // The tables of the first one exist already.
    await query(database, 'delete from kysely_migration')
    const { code, stderr } = await commands.run(['migrate'], { DATABASE_URL: database.url })
    assert.equal(code, 1)
    assert.match(stderr, /relation "users" already exists/)
  })

  it('run although a migration with a higher number was merged and run before', async () => {
    const database = await newDatabase()
    await query(database, "drop table redirects; delete from kysely_migration where name = '0023-redirects'")
    assert.deepEqual(await migrate(database.connection, await createLogger('silent')), ['0023-redirects'])
    const tables = await query(database, "select to_regclass('redirects') is not null as found")
    assert.deepEqual(tables, [{ found: true }])
  })

  it('leave no lock behind when their process is killed: `galley migrate` runs them, and changes nothing the second time', async () => {
    const database = await newDatabase('template0')
    const holder = new pg.Client(database.connection)
    await holder.connect()
    // The first migration creates this table too, so it waits for the end of this transaction.
    await holder.query('begin; create table users (occupied int)')
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../../../galley.mjs'), 'migrate'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR: tmpdir() },
      stdio: 'ignore',
    })
    await until('it holds its lock', async () => {
      const { rows } = await holder.query(
        "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      )
      return rows.length > 0
    })
    child.kill('SIGKILL')
    await once(child, 'close')
    await holder.query('rollback')
    await holder.end()

    const migrateAgain = () => commands.run(['migrate'], { DATABASE_URL: database.url })
    const first = await migrateAgain()
    assert.deepEqual([first.code, first.stderr], [0, ''])
    assert.match(first.stdout, /^The database was migrated\.\n {2}applied {2}0001-accounts/)
    const before = await query(database, 'select * from kysely_migration order by name')
    const second = await migrateAgain()
    assert.deepEqual([second.code, second.stderr], [0, ''])
    assert.match(second.stdout, /^The database is up to date\./)
    assert.deepEqual(await query(database, 'select * from kysely_migration order by name'), before)
    const tables = await query(
      database,
      "select to_regclass('users') as users, to_regclass('graphile_worker.jobs') as jobs",
    )
    assert.deepEqual(tables, [{ users: 'users', jobs: 'graphile_worker.jobs' }])
  })

  it('of a later release are rejected with one message, by server and commands, and nothing is changed', async () => {
    const database = await newDatabase()
    await query(database, "insert into kysely_migration values ('9999-from-later', '2999-01-01T00:00:00.000Z')")
    const before = await applied(database)
    for (const args of [['serve'], ['migrate'], ['users', 'list']]) {
      const { code, stdout, stderr } = await commands.run(args, { DATABASE_URL: database.url, PORT: '0' })
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, args.join(' '))
      assert.match(stderr, /^The database is newer than this release of Galley: .*9999-from-later.* a later one\.\n$/)
    }
    assert.deepEqual(await applied(database), before)
  })

  it('that are pending make /readyz respond with 503 until they have run', async () => {
    const server = await startTestServer()
    const readyz = async () => {
      const { status, body } = await server.anyone.get('/readyz')
      return { status, migrations: body.checks.migrations }
    }
    try {
      assert.deepEqual(await readyz(), { status: 200, migrations: 'ok' })
      await query(server.database, 'create table kept as select * from kysely_migration')
      await query(server.database, 'delete from kysely_migration where name = (select max(name) from kysely_migration)')
      // The result of the last second's check may still be cached.
      await eventually(async () => assert.deepEqual(await readyz(), { status: 503, migrations: 'pending' }))
      await query(server.database, 'insert into kysely_migration select * from kept on conflict do nothing')
      await eventually(async () => assert.deepEqual(await readyz(), { status: 200, migrations: 'ok' }))
    } finally {
      await server.close()
    }
  })
})
