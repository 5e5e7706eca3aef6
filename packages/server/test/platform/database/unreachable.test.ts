import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { isConnectionError, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

// Requests respond with 503 after such an error, and 500 after others.
describe('a temporary error is one of a connection', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  for (const [what, change] of [
    // The response for a machine that is off, in another network. No program can listen there.
    ['to a machine without a route', { host: '255.255.255.255', port: 5432 }],
    ['as a user whom the database does not know', { user: 'nobody_at_all' }],
    ['to a database that does not exist', { database: 'nowhere' }],
  ] as const) {
    it(what, async () => {
      const { db, close } = openDatabase(
        { ...database.connection, ...change },
        { poolMax: 1 },
        await createLogger('silent'),
      )
      await assert.rejects(sql`select 1`.execute(db), isConnectionError)
      await close()
    })
  }
})
