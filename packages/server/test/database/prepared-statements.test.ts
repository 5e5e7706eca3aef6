import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createLogger } from '../../src/core/logger.ts'
import { SecretBox } from '../../src/core/secret-box.ts'
import { Bus } from '../../src/db/bus.ts'
import { type Database, openDatabase } from '../../src/db/connection/database.ts'
import { transact } from '../../src/db/transact.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

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

  it('are planned by PostgreSQL once and then executed by name', async () => {
    const { db } = database
    for (const n of [1, 2, 3]) {
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
    for (let round = 0; round < 2; round++) {
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
    for (const n of [1, 2]) await sql`select ${n}::int`.execute(db)
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

    assert.deepEqual(await insert(1), [{ id: 1 }])
    await sql`alter table things add column colour text default 'red'`.execute(db)
    assert.deepEqual(await insert(2), [{ id: 2, colour: 'red' }])
    assert.deepEqual(await read(2), [{ id: 2, colour: 'red' }])
    await sql`alter table things add column size int default 1`.execute(db)
    assert.deepEqual(await read(2), [{ id: 2, colour: 'red', size: 1 }])
  })

  it('are limited in number for each connection, however many different statements run', async () => {
    const { db, close } = openDatabase(testDatabase.connection, { poolMax: 1 }, await createLogger('silent'))
    for (let i = 0; i < 300; i++) await sql`select ${i}::int as ${sql.ref(`shape_${i}`)}`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*)::int from pg_prepared_statements`.execute(db)
    assert.ok((rows[0]?.count ?? 0) <= 200, `${rows[0]?.count} statements are prepared`)
    await close()
  })
})
