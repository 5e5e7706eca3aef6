import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { notFound } from '../../../src/platform/core/errors.ts'
import { createLogger, type Logger } from '../../../src/platform/core/logger.ts'
import { type Database, type Db, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { hasReplayed, PublicReads } from '../../../src/platform/db/replica/public-reads.ts'
import { eventually } from '../../support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

let databases: [TestDatabase, TestDatabase]
let primary: Database
/** An ordinary database in the place of a replica; `state` says how far it would be. */
let replica: Database
let log: Logger
let state: { isCaughtUp: boolean; listening: boolean; isOneStepBehind: boolean }
let reads: PublicReads

before(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()]
  log = await createLogger('silent')
  primary = openDatabase(databases[0].connection, { poolMax: 2 }, log)
  replica = openDatabase(databases[1].connection, { poolMax: 2 }, log)
})
after(async () => {
  await primary.close()
  await replica.close()
  for (const database of databases) await database.drop()
})
afterEach(() => reads.stop())
beforeEach(() => {
  state = { isCaughtUp: true, listening: true, isOneStepBehind: false }
  let asked = ''
  const options = { maxLagMs: 60_000, listening: () => state.listening, log }
  const stub = {
    db: replica.db,
    hasReplayed: async (position: string) => {
      const isNew = position !== asked
      asked = position
      return state.isCaughtUp && !(state.isOneStepBehind && isNew)
    },
    close: async () => {},
  }
  reads = new PublicReads(primary.db, { ...options, replica: stub })
  reads.start()
})

const nameOf = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name === databases[0].connection.database ? 'primary' : 'replica'
}
const readAbout = async (...about: string[]) => (await reads.run(about, async db => ({ from: await nameOf(db) }))).from
const untilReplica = (...about: string[]) => eventually(async () => assert.equal(await readAbout(...about), 'replica'))

describe('public reads', () => {
  it('use the replica when it has caught up, and the primary without a replica', async () => {
    await untilReplica('lists')
    const without = new PublicReads(primary.db)
    without.start()
    assert.equal((await without.run([], async db => ({ from: await nameOf(db) }))).from, 'primary')
    await without.stop()
  })

  it('use the primary for what has changed, until the replica has the change', async () => {
    await untilReplica('post:1')
    state.isCaughtUp = false
    reads.changed('post:1')
    assert.equal(await readAbout('post:1'), 'primary')
    assert.equal(await readAbout('post:2'), 'replica')
    // What a response is about may be known only afterwards.
    const found = await reads.run([], async db => ({ from: await nameOf(db), about: ['post:1'] }))
    assert.equal(found.from, 'primary')
    reads.changed()
    assert.equal(await readAbout('post:2'), 'primary')
    state.isCaughtUp = true
    await untilReplica('post:1')
  })

  it('use a replica that is always a little behind, because others write all the time', async () => {
    state.isOneStepBehind = true
    const writing = setInterval(
      () => void sql`select pg_logical_emit_message(false, 'test', '')`.execute(primary.db),
      20,
    )
    try {
      reads.changed()
      assert.equal(await readAbout('lists'), 'primary')
      await untilReplica('lists')
    } finally {
      clearInterval(writing)
    }
  })

  it('use the primary while messages about changes do not arrive', async () => {
    await untilReplica('lists')
    state.listening = false
    assert.equal(await readAbout('lists'), 'primary')
  })

  it('ask the primary for what the replica lacks, and do not use the replica after an error', async () => {
    await untilReplica('lists')
    const found = await reads.run([], async db => {
      if (db === replica.db) throw notFound('Post')
      return { from: 'primary' }
    })
    assert.equal(found.from, 'primary')
    assert.equal(await readAbout('lists'), 'replica')
    state.isCaughtUp = false
    const response = await reads.run([], async db => {
      if (db === replica.db) await sql`select 1 / 0`.execute(db)
      return { from: 'primary' }
    })
    assert.equal(response.from, 'primary')
    assert.equal(await readAbout('lists'), 'primary')
  })

  it('do not use a server that is not a replica', async () => {
    assert.equal(await hasReplayed(replica.db, '0/0'), false)
  })
})
