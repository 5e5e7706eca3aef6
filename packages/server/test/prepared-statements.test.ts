import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createLogger } from '../src/core/logger.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { transact } from '../src/db/transact.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

describe('prepared statements', () => {
  let home: TestDatabase
  let database: Database

  before(async () => {
    home = await createTestDatabase()
    // One connection, so that what one statement leaves behind the next one meets.
    database = openDatabase(home.connection, 1, await createLogger('silent'))
  })
  after(async () => {
    await database.close()
    await home.drop()
  })

  it('PostgreSQL plans a statement once and then knows it by its name', async () => {
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

  it('answer what pg’s own queries answer, the first time and ever after', async () => {
    const prepared = await database.pool.connect()
    const plain = new pg.Client(home.connection)
    await plain.connect()
    try {
      await plain.query(
        'create table kinds (id int primary key, name text, at timestamptz, bytes bytea, tags text[], more jsonb)',
      )
      const values = [1, 'één', new Date(0), Buffer.from([0, 255]), ['a', 'b,"c"'], { deep: [null] }]
      const statements: [string, unknown[]][] = [
        ['insert into kinds values ($1, $2, $3, $4, $5, $6)', values],
        ['select * from kinds where id = $1', [1]],
        ['select * from kinds where id = $1', [2]],
        ['update kinds set name = $1, at = null returning *', [null]],
        ['select k.id, k.id as id, k.name from kinds k where id >= $1', [0]],
        ['select from kinds where id = $1', [1]],
        ['delete from kinds where id = $1', [1]],
      ]
      for (let round = 0; round < 3; round++) {
        for (const [text, values] of statements) {
          await prepared.query('begin')
          const answer = await prepared.query(text, values)
          await prepared.query('rollback')
          const { rows, rowCount, command } = await plain.query(text, values)
          assert.deepEqual({ ...answer, oid: 0, fields: [] }, { rows, rowCount, command, oid: 0, fields: [] }, text)
        }
      }
      const { rows } = await prepared.query('select statement from pg_prepared_statements')
      for (const [text] of statements)
        assert.ok(
          rows.some(({ statement }) => statement === text),
          text,
        )
    } finally {
      await plain.end()
      prepared.release()
    }
  })

  it('that fail say why, and leave the connection as good as before', async () => {
    const prepared = await database.pool.connect()
    const half = (by: unknown) => prepared.query('select 1 / $1::int as half', [by])
    try {
      for (let round = 0; round < 2; round++) {
        assert.deepEqual((await half(1)).rows, [{ half: 1 }])
        await assert.rejects(half(0), error => error instanceof pg.DatabaseError && error.code === '22012')
        await assert.rejects(half('x'), error => error instanceof pg.DatabaseError && error.code === '22P02')
        await assert.rejects(prepared.query('select nothing from nowhere where $1', [1]), /nowhere/)
        const circle: { self?: unknown } = {}
        circle.self = circle
        await assert.rejects(half(circle), /circular/)
        assert.deepEqual((await half(1)).rows, [{ half: 1 }])
      }
      await assert.rejects(half(0), error => /prepared-statements\.ts/.test((error as Error).stack ?? ''))
    } finally {
      prepared.release()
    }
  })

  it('a table that changes under a running node breaks neither its reads nor its writes', async () => {
    const { db } = database
    const context = { db, bus: { deliver: () => {} }, secretBox: undefined } as unknown as Parameters<
      typeof transact
    >[0]
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

  it('statements of ever new shapes do not fill the connections', async () => {
    const { db, close } = openDatabase(home.connection, 1, await createLogger('silent'))
    for (let i = 0; i < 300; i++) await sql`select ${i}::int as ${sql.ref(`shape_${i}`)}`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*)::int from pg_prepared_statements`.execute(db)
    assert.ok((rows[0]?.count ?? 0) <= 200, `${rows[0]?.count} statements are prepared`)
    await close()
  })
})
