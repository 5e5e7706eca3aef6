import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { collectWhenIdle, IdleCollections } from '../../../src/platform/processes/collect-when-idle.ts'
import { eventually } from '../../support/eventually.ts'

const MUCH = 128 * 1024 * 1024
const IDLE = true
const BUSY = false

it('a process collects the garbage of its start as soon as it is idle', () => {
  const collections = new IdleCollections()
  assert.equal(collections.isDue(BUSY, MUCH), false)
  assert.equal(collections.isDue(IDLE, MUCH), true)
})

it('an idle process collects once each time that its memory has grown much', () => {
  const collections = afterStart(MUCH)
  assert.equal(collections.isDue(IDLE, MUCH), false)
  for (const bytes of [2 * MUCH, 3 * MUCH]) {
    assert.equal(collections.isDue(IDLE, bytes), true)
    collections.done(bytes)
    for (let check = 0; check < 10; check++) assert.equal(collections.isDue(IDLE, bytes), false)
  }
})

it('an idle process collects after growth from the least memory that it ever had', () => {
  const collections = afterStart(MUCH)
  assert.equal(collections.isDue(IDLE, 0), false)
  assert.equal(collections.isDue(IDLE, MUCH), true)
})

it('a process collects as soon as it is idle, and not while it is busy', async () => {
  const state = { bytes: 0, collections: 0 }
  const collect = async () => void state.collections++
  const stop = collectWhenIdle({ collect, residentBytes: () => state.bytes, everyMs: 20 })
  state.bytes = MUCH
  for (let round = 0; round < 100; round++) {
    const until = performance.now() + 5
    while (performance.now() < until);
    await turn()
  }
  assert.equal(state.collections, 0)
  await eventually(async () => assert.equal(state.collections, 1))
  stop()
})

it('a process that had to keep much during a load collects once more after its end', () => {
  const collections = afterStart(0)
  assert.equal(collections.isDue(IDLE, 2 * MUCH), true)
  collections.done(2 * MUCH)
  assert.equal(collections.isDue(BUSY, 2 * MUCH), false)
  const checks = Array.from({ length: 10 }, () => collections.isDue(IDLE, 2 * MUCH))
  assert.equal(checks.filter(Boolean).length, 1)
})

function afterStart(bytes: number): IdleCollections {
  const collections = new IdleCollections()
  collections.isDue(IDLE, bytes)
  collections.done(bytes)
  return collections
}
