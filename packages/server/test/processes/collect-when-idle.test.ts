import assert from 'node:assert/strict'
import { it } from 'node:test'
import { IdleCollections } from '../../src/processes/collect-when-idle.ts'

const MUCH = 128 * 1024 * 1024
const IDLE = true
const BUSY = false

it('an idle process collects once each time that its memory has grown much', () => {
  const collections = new IdleCollections(MUCH)
  assert.equal(collections.isDue(IDLE, MUCH), false)
  for (const bytes of [2 * MUCH, 3 * MUCH]) {
    assert.equal(collections.isDue(IDLE, bytes), true)
    collections.done(bytes)
    for (let check = 0; check < 10; check++) assert.equal(collections.isDue(IDLE, bytes), false)
  }
})

it('an idle process collects after growth from the least memory that it ever had', () => {
  const collections = new IdleCollections(MUCH)
  assert.equal(collections.isDue(IDLE, 0), false)
  assert.equal(collections.isDue(IDLE, MUCH), true)
})

it('a busy process runs no garbage collection', () => {
  const collections = new IdleCollections(0)
  for (let check = 0; check < 10; check++) assert.equal(collections.isDue(BUSY, MUCH), false)
})

it('a process that had to keep much during a load collects once more after its end', () => {
  const collections = new IdleCollections(0)
  assert.equal(collections.isDue(IDLE, 2 * MUCH), true)
  collections.done(2 * MUCH)
  assert.equal(collections.isDue(BUSY, 2 * MUCH), false)
  const checks = Array.from({ length: 10 }, () => collections.isDue(IDLE, 2 * MUCH))
  assert.equal(checks.filter(Boolean).length, 1)
})
