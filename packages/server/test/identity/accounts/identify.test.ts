import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { PrincipalCache } from '../../../src/identity/accounts/sessions/identify.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import type { Principal } from '../../../src/platform/core/principal.ts'
import { Bus } from '../../../src/platform/db/bus.ts'
import { type Database, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
let opened: Database
let bus: Bus
let nowMs = 0
let cache: PrincipalCache
before(async () => {
  database = await createTestDatabase()
  bus = await startBus()
})
after(async () => {
  await bus.close()
  await opened.close()
  await database.drop()
})

async function startBus(): Promise<Bus> {
  const log = await createLogger('silent')
  opened ??= openDatabase(database.connection, { poolMax: 1 }, log)
  const started = new Bus(database.connection, opened.db, log)
  await started.start()
  return started
}

beforeEach(() => {
  cache = new PrincipalCache(bus, { now: () => new Date(nowMs) })
})

const principal = (userId: string): Principal => ({
  userId,
  username: userId,
  plan: 'premium',
  role: 'user',
  displayName: userId,
  avatarUrl: null,
  credential: { kind: 'session', id: `session of ${userId}` },
})
const alice = principal('alice')
const bob = principal('bob')

describe('a principal cache', () => {
  it('returns a cached credential until it expires', () => {
    cache.beginLookup('key')(alice, 1000)
    nowMs += 999
    assert.equal(cache.get('key'), alice)
    nowMs += 1
    assert.equal(cache.get('key'), undefined)
  })

  it('drops all credentials of the account that a message names, and no others', () => {
    cache.beginLookup('a1')(alice, 1000)
    cache.beginLookup('a2')(alice, 1000)
    cache.beginLookup('b')(bob, 1000)
    bus.deliver({ about: 'account', userId: 'alice' })
    assert.deepEqual(
      ['a1', 'a2', 'b'].map(key => cache.get(key)),
      [undefined, undefined, bob],
    )
    bus.deliver({ about: 'everything' })
    assert.equal(cache.get('b'), undefined)
  })

  it('does not store a look-up if its account changed meanwhile, because it may have read the old state', () => {
    const keep = cache.beginLookup('key')
    bus.deliver({ about: 'account', userId: 'alice' })
    keep(alice, 1000)
    assert.equal(cache.get('key'), undefined)
    cache.beginLookup('key')(alice, 1000)
    assert.equal(cache.get('key'), alice)
  })

  it('stores a look-up while other accounts change, until it cannot tell which', () => {
    const keep = cache.beginLookup('key')
    const keepOther = cache.beginLookup('other')
    bus.deliver({ about: 'account', userId: 'bob' })
    keep(alice, 1000)
    assert.equal(cache.get('key'), alice)
    for (let i = 0; i <= 10_000; i++) bus.deliver({ about: 'account', userId: `${i}` })
    keepOther(alice, 1000)
    assert.equal(cache.get('other'), undefined)
  })

  it('does not store a look-up if the whole cache was cleared meanwhile', () => {
    const keep = cache.beginLookup('key')
    bus.deliver({ about: 'everything' })
    keep(alice, 1000)
    assert.equal(cache.get('key'), undefined)
  })

  it('never holds more than 10,000 credentials', () => {
    for (let i = 0; i < 10_000; i++) cache.beginLookup(`${i}`)(principal(`${i}`), 1000)
    assert.ok(cache.get('0'))
    cache.beginLookup('one more')(alice, 1000)
    assert.equal(cache.get('0'), undefined)
    assert.equal(cache.get('one more'), alice)
  })

  it('returns and stores nothing while the listener is disconnected', async () => {
    const bus = await startBus()
    const cache = new PrincipalCache(bus, { now: () => new Date(nowMs) })
    cache.beginLookup('key')(alice, 1000)
    assert.equal(cache.get('key'), alice)
    await bus.close()
    assert.equal(cache.get('key'), undefined)
    cache.beginLookup('other')(alice, 1000)
    assert.equal(cache.get('other'), undefined)
  })
})
