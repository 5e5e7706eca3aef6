import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { systemClock } from '../../src/platform/core/clock.ts'
import { RateLimiter } from '../../src/platform/core/limits/rate-limiter.ts'
import { createRateLimits, type RateLimits } from '../../src/platform/core/limits/rate-limits.ts'
import type { SharedCounts } from '../../src/platform/core/limits/shared-counts.ts'
import { createLogger, type Logger } from '../../src/platform/core/logger.ts'
import { type Database, openDatabase } from '../../src/platform/db/connection/database.ts'
import { purgeRateLimitWindows, shareRateLimits } from '../../src/platform/db/shared-rate-limits.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const PROCESSES = 5
const LIMITS = {
  requestsPerMinute: 1000,
  uploadsPerMinute: 30,
  pingsPerMinute: 20,
  loginsPerMinute: 10,
  signupsPerHour: 20,
  devicesPerMinute: 20,
  searchesPerMinute: 20,
  purchasesPerMinute: 20,
}

let testDatabase: TestDatabase
let database: Database
let log: Logger
const shared: SharedCounts[] = []

before(async () => {
  testDatabase = await createTestDatabase()
  log = await createLogger('silent')
  database = openDatabase(testDatabase.connection, { poolMax: 8 }, log)
})
after(async () => {
  for (const counts of shared) counts.close()
  await database.close()
  await testDatabase.drop()
})

/** The limits of one process. */
function newProcess(db = database.db): RateLimits {
  const limits = createRateLimits(LIMITS, systemClock)
  shared.push(shareRateLimits(db, limits, log))
  return limits
}

/** How many of these calls at the same time are allowed; they are spread over all processes. */
async function allowedOf(calls: number, limiters: readonly RateLimiter[], key: string): Promise<number> {
  const all = Array.from({ length: calls }, (_, i) => limiters[i % limiters.length]!.count(key))
  return (await Promise.all(all)).filter(allowance => allowance?.allowed).length
}

describe('rate limits of several processes', () => {
  it('hold within 10 %, for calls at the same time and one after the other', async () => {
    const processes = Array.from({ length: PROCESSES }, () => newProcess().requests)
    const atOnce = await allowedOf(5000, processes, 'at once')
    assert.ok(atOnce >= 1000 && atOnce <= 1100, `${atOnce} at once`)
    let inSteps = 0
    for (let i = 0; i < 40; i++) inSteps += await allowedOf(50, processes, 'in steps')
    assert.ok(inSteps >= 1000 && inSteps <= 1100, `${inSteps} in steps`)
  })

  it('of log-ins and sign-ups hold exactly', async () => {
    const processes = Array.from({ length: PROCESSES }, () => newProcess())
    for (const [name, limit] of [
      ['logins', 10],
      ['signups', 20],
    ] as const) {
      const limiters = processes.map(limits => limits[name])
      assert.equal(await allowedOf(200, limiters, 'address:192.0.2.1'), limit)
      assert.equal(await allowedOf(20, limiters, 'address:192.0.2.1'), 0)
      assert.equal(await allowedOf(1, limiters, 'address:192.0.2.2'), 1)
    }
  })

  it('report how many calls of all processes are left', async () => {
    const [one, other] = [newProcess(), newProcess()]
    assert.equal((await one.logins.count('left'))?.remaining, 9)
    assert.equal((await other.logins.count('left'))?.remaining, 8)
    const allowance = await one.logins.count('left')
    assert.equal(allowance?.remaining, 7)
    assert.ok(allowance.resetSeconds > 50 && allowance.resetSeconds <= 60)
  })

  it('do not wait for the database while a portion is left', () => {
    const { requests } = newProcess()
    for (let i = 0; i < 10; i++) assert.ok(!(requests.count('portion') instanceof Promise))
  })

  it('begin a new window together; old windows are deleted, and running ones stay', async () => {
    const { logins } = newProcess()
    assert.equal(await allowedOf(20, [logins], 'running'), 10)
    const [one, other] = [new RateLimiter(2, 500, systemClock), new RateLimiter(2, 500, systemClock)]
    const counts = shared[0]!
    for (const limiter of [one, other]) limiter.shareWith(counts, 'short')
    await eventually(async () => assert.equal((await one.count('k'))?.allowed, false))
    await eventually(async () => assert.equal((await other.count('k'))?.allowed, true))
    await eventually(async () => assert.ok((await purgeRateLimitWindows(database.db)) > 0))
    assert.equal(await allowedOf(20, [newProcess().logins], 'running'), 0)
  })

  it('begin a new window after the clock of the database was set back', async () => {
    const [one, other] = [newProcess().logins, newProcess().logins]
    assert.equal(await allowedOf(20, [one], 'set back'), 10)
    await database.pool.query("update rate_limit_windows set started_at = started_at + interval '1 hour'")
    assert.equal(await allowedOf(20, [other], 'set back'), 10)
  })

  it('begin a new window after the clock of the process was set back', async () => {
    const time = { nowMs: Date.now() + 3_600_000 }
    const limiter = new RateLimiter(2, 60_000, { now: () => new Date(time.nowMs) })
    limiter.shareWith(shared[0]!, 'set back')
    assert.equal(await allowedOf(3, [limiter], 'k'), 2)
    time.nowMs -= 3_600_000
    await database.pool.query('delete from rate_limit_windows')
    assert.equal(await allowedOf(3, [limiter], 'k'), 2)
  })

  it('count a key that is reported twice at the same time', async () => {
    const limiters = [new RateLimiter(10, 60_000, systemClock), new RateLimiter(10, 60_000, systemClock)]
    for (const limiter of limiters) limiter.shareWith(shared[0]!, 'twice')
    await Promise.all(limiters.map(limiter => limiter.count('k')))
    assert.equal((await limiters[0]!.count('k'))?.remaining, 7)
  })

  it('hold for each process alone while the database does not respond', async () => {
    const down = openDatabase(testDatabase.connection, { poolMax: 1 }, log)
    const { logins } = newProcess(down.db)
    await down.close()
    assert.equal(await allowedOf(30, [logins], 'down'), 10)
    assert.equal(await allowedOf(5, [logins], 'down'), 0)
  })
})

it('addresses of clients are not stored', async () => {
  const { rows } = await database.pool.query('select key from rate_limit_windows')
  assert.ok(rows.length > 0)
  for (const { key } of rows) assert.match(key, /^[\w-]{43}$/)
})
