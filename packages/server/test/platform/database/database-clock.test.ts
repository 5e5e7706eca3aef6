import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createLogger, type Logger } from '../../../src/platform/core/logger.ts'
import { type Database, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { DatabaseClock } from '../../../src/platform/db/connection/database-clock.ts'
import { eventually } from '../../support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

let testDatabase: TestDatabase
let database: Database
let log: Logger
before(async () => {
  log = await createLogger('silent')
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.connection, { poolMax: 1 }, log)
})
after(async () => {
  await database.close()
  await testDatabase.drop()
})

/** Replaces functions of PostgreSQL for the one connection of the test. */
async function pretend(functions: string): Promise<void> {
  await sql.raw(`set search_path = public, pg_catalog; ${functions}`).execute(database.db)
}
const isNear = (clock: DatabaseClock, expectedMs: number) =>
  assert.ok(Math.abs(clock.now().getTime() - expectedMs) < TEN_MINUTES_MS / 10)

for (const offsetMs of [TEN_MINUTES_MS, -TEN_MINUTES_MS, 0]) {
  it(`a node whose clock is off by ${offsetMs} ms uses the time of the database`, async () => {
    const clock = new DatabaseClock(database.db, log, { now: () => new Date(Date.now() + offsetMs) })
    await clock.start()
    clock.stop()
    // PostgreSQL runs on this machine. A slow answer makes the measurement less exact.
    isNear(clock, Date.now())
  })
}

describe('a jump of a clock by a day', () => {
  let jumpedMs = 0
  const local = { now: () => new Date(Date.now() + jumpedMs) }
  afterEach(async () => {
    jumpedMs = 0
    await sql
      .raw('reset search_path; drop function if exists public.inet_server_addr, public.clock_timestamp')
      .execute(database.db)
  })

  it('is followed at once if it is the clock of this machine and of the database on it', async () => {
    const clock = new DatabaseClock(database.db, log, local)
    await clock.start()
    clock.stop()
    jumpedMs = DAY_MS
    isNear(clock, Date.now() + DAY_MS)
  })

  it('has no effect if the database is elsewhere and only the clock of this machine jumps', async () => {
    await pretend(
      `create function public.inet_server_addr() returns inet language sql as $$ select inet '192.0.2.1' $$`,
    )
    const clock = new DatabaseClock(database.db, log, local)
    await clock.start()
    jumpedMs = DAY_MS
    isNear(clock, Date.now())
    clock.stop()
  })

  it('is followed after some seconds at most if it is the clock of the database', async () => {
    const clock = new DatabaseClock(database.db, log, local)
    await clock.start()
    await pretend(`create function public.clock_timestamp() returns timestamptz language sql as
      $$ select pg_catalog.clock_timestamp() + interval '1 day' $$`)
    await eventually(() => isNear(clock, Date.now() + DAY_MS), 5000)
    clock.stop()
  })
})
