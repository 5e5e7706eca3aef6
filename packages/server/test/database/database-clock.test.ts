import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createLogger, type Logger } from '../../src/core/logger.ts'
import { type Database, openDatabase } from '../../src/db/connection/database.ts'
import { DatabaseClock } from '../../src/db/connection/database-clock.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const TEN_MINUTES_MS = 600_000

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

for (const offsetMs of [TEN_MINUTES_MS, -TEN_MINUTES_MS, 0]) {
  it(`a node whose clock is off by ${offsetMs} ms uses the time of the database`, async () => {
    const clock = new DatabaseClock(database.db, log, { now: () => new Date(Date.now() + offsetMs) })
    await clock.start()
    clock.stop()
    // PostgreSQL runs on this machine. A slow answer makes the measurement less exact.
    assert.ok(Math.abs(clock.now().getTime() - Date.now()) < TEN_MINUTES_MS / 10)
  })
}
