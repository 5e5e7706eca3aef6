import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { SecretBox } from '../../../src/platform/core/secret-box.ts'
import { Bus } from '../../../src/platform/db/bus.ts'
import { type Database, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

/** A statement that is used more often gets a name. */
const UNNAMED_USES = 20

describe('prepared statements', () => {
  let testDatabase: TestDatabase
  let database: Database

  before(async () => {
    testDatabase = await createTestDatabase()
    // One connection, so that each statement meets the state left by the previous one.
    database = openDatabase(testDatabase.connection, { poolMax: 1 }, await createLogger('silent'))
  })
  after(async () => {
    await database.close()
    await testDatabase.drop()
  })

  it('are planned by PostgreSQL once and then executed by name, if they are frequent', async () => {
    const { db } = database
    for (let n = 1; n <= UNNAMED_USES + 3; n++) {
      const { rows } = await sql<{ twice: number }>`select ${n}::int * 2 as twice`.execute(db)
      assert.deepEqual(rows, [{ twice: 2 * n }])
    }
    const { rows } = await sql<{ calls: number }>`
      select (generic_plans + custom_plans)::int as calls from pg_prepared_statements where statement like '%as twice'`.execute(
      db,
    )
    assert.deepEqual(rows, [{ calls: 3 }])
  })

  it('that fail report the error, and leave the connection usable', async () => {
    const half = (by: unknown) => sql<{ half: number }>`select 1 / ${by}::int as half`.execute(database.db)
    for (let round = 0; round < UNNAMED_USES; round++) {
      assert.deepEqual((await half(1)).rows, [{ half: 1 }])
      await assert.rejects(half(0), error => error instanceof pg.DatabaseError && error.code === '22012')
      await assert.rejects(half('x'), error => error instanceof pg.DatabaseError && error.code === '22P02')
      await assert.rejects(sql`select nothing from nowhere where ${1}`.execute(database.db), /nowhere/)
      const circle: { self?: unknown } = {}
      circle.self = circle
      await assert.rejects(half(circle), /circular/)
      assert.deepEqual((await half(1)).rows, [{ half: 1 }])
    }
    await assert.rejects(half(0), error => /prepared-statements\.test\.ts/.test((error as Error).stack ?? ''))
  })

  it('are not used with the setting off', async () => {
    const { db, close } = openDatabase(
      testDatabase.connection,
      { poolMax: 1, prepared: false },
      await createLogger('silent'),
    )
    for (let n = 0; n <= UNNAMED_USES; n++) await sql`select ${n}::int`.execute(db)
    const { rows } = await sql`select name from pg_prepared_statements where ${true}::boolean`.execute(db)
    assert.deepEqual(rows, [])
    await close()
  })

  it('survive a table change under a running node, for reads and writes', async () => {
    const { db } = database
    const bus = new Bus(testDatabase.connection, db, await createLogger('silent'))
    const context = { db, bus, secretBox: new SecretBox('unused') }
    await sql`create table things (id int primary key)`.execute(db)
    const insert = (id: number) =>
      transact(context, async trx => (await sql`insert into things (id) values (${id}) returning *`.execute(trx)).rows)
    const read = async (id: number) => (await sql`select * from things where id = ${id}`.execute(db)).rows

    for (let id = 3; id <= UNNAMED_USES + 3; id++) {
      assert.deepEqual(await insert(id), [{ id }])
      assert.deepEqual(await read(id), [{ id }])
    }
    assert.deepEqual(await insert(1), [{ id: 1 }])
    await sql`alter table things add column colour text default 'red'`.execute(db)
    assert.deepEqual(await insert(2), [{ id: 2, colour: 'red' }])
    assert.deepEqual(await read(2), [{ id: 2, colour: 'red' }])
    await sql`alter table things add column size int default 1`.execute(db)
    assert.deepEqual(await read(2), [{ id: 2, colour: 'red', size: 1 }])
  })

  it('are limited in number for each connection; rare ones do not take the names of frequent ones', async () => {
    const { db, close } = openDatabase(testDatabase.connection, { poolMax: 1 }, await createLogger('silent'))
    const use = async (name: string, times: number) => {
      for (let i = 0; i < times; i++) await sql`select ${i}::int as ${sql.ref(name)}`.execute(db)
    }
    for (let i = 0; i < 300; i++) await use(`rare_${i}`, 1)
    await use('frequent', UNNAMED_USES + 1)
    const prepared = async () => (await sql<{ statement: string }>`table pg_prepared_statements`.execute(db)).rows
    assert.deepEqual(
      (await prepared()).map(({ statement }) => statement),
      ['select $1::int as "frequent"'],
    )
    for (let i = 0; i < 210; i++) await use(`usual_${i}`, UNNAMED_USES + 1)
    assert.equal((await prepared()).length, 200)
    await close()
  })
})
