import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { MIGRATIONS, migrate } from '../../../src/platform/db/migrate.ts'
import { openPool } from '../../support/database/open-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

const databases: TestDatabase[] = []
const clients: pg.Client[] = []
after(async () => {
  for (const client of clients) await client.end()
  for (const database of databases) await database.drop()
})

async function newDatabase(template?: string): Promise<{ database: TestDatabase; client: pg.Client }> {
  const database = await createTestDatabase(template)
  databases.push(database)
  const client = new pg.Client(database.connection)
  await client.connect()
  clients.push(client)
  return { database, client }
}

const runMigrations = async ({ connection }: TestDatabase) => migrate(connection, await createLogger('silent'))

async function migrateTo(last: string, { connection }: TestDatabase): Promise<void> {
  const pool = openPool(connection, 1)
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateTo(last)
  await db.destroy()
  assert.equal(error, undefined)
}

/** Every function and trigger as PostgreSQL prints it, and the recorded files. */
async function definitions(client: pg.Client): Promise<unknown> {
  const { rows: functions } = await client.query(
    "select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  )
  const { rows: triggers } = await client.query(
    'select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal order by 1',
  )
  const { rows: files } = await client.query('select * from sql_files order by name')
  return { functions, triggers, files }
}

describe('the functions and triggers of the database', () => {
  it('are the same after an upgrade as in a new installation', async () => {
    const fresh = await newDatabase()
    // The state left by the last release whose migrations created them.
    const upgraded = await newDatabase('template0')
    await migrateTo('0009-undelivered', upgraded.database)
    const former = await readFile(
      join(import.meta.dirname, '../../support/database/functions-of-migrations.sql'),
      'utf8',
    )
    await upgraded.client.query(former)
    const later = Object.keys(MIGRATIONS).filter(name => name >= '0010')
    assert.deepEqual(await runMigrations(upgraded.database), later)
    assert.deepEqual(await definitions(upgraded.client), await definitions(fresh.client))
  })

  it('are not applied again while their files are unchanged', async () => {
    const { database, client } = await newDatabase()
    const oids = async () =>
      (await client.query("select oid, xmin from pg_proc where pronamespace = 'public'::regnamespace order by 1")).rows
    const before = await oids()
    assert.ok(before.length > 10)
    await runMigrations(database)
    assert.deepEqual(await oids(), before)
  })

  it('follow their files: a changed one is applied, a removed one is dropped', async () => {
    const { database, client } = await newDatabase()
    const before = await definitions(client)
    await client.query(`
      create function former() returns integer language sql as 'select 1';
      insert into sql_files values ('former.sql', 'x', '{former()}');
      create or replace function post_popularity(post posts) returns integer language sql immutable as 'select 0';
      update sql_files set sha256 = 'y' where name = 'engagement.sql'`)
    await runMigrations(database)
    assert.deepEqual(await definitions(client), before)
  })
})
