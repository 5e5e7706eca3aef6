import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { collectWhenIdle } from '../../src/processes/collect-when-idle.ts'
import { eventually } from '../support/eventually.ts'

const MUCH = 128 * 1024 * 1024

/** A process that checks often. Its memory changes only as the test says. */
function start() {
  const state = { bytes: MUCH, collections: 0, checks: 0 }
  const collect = async () => void state.collections++
  const residentBytes = () => {
    state.checks++
    return state.bytes
  }
  const stop = collectWhenIdle({ collect, residentBytes, everyMs: 20 })
  return { state, stop }
}

it('an idle process collects once each time that its memory has grown much', async () => {
  const { state, stop } = start()
  state.bytes += MUCH
  await eventually(async () => assert.ok(state.collections > 0 && state.checks > 10))
  assert.equal(state.collections, 1)
  state.bytes += MUCH
  await eventually(async () => assert.equal(state.collections, 2))
  stop()
})

it('an idle process collects after growth from the least memory that it ever had', async () => {
  const { state, stop } = start()
  state.bytes = 0
  const { checks } = state
  await eventually(async () => assert.ok(state.checks > checks + 2))
  assert.equal(state.collections, 0)
  state.bytes = MUCH
  await eventually(async () => assert.equal(state.collections, 1))
  stop()
})

it('a busy process runs no garbage collection', async () => {
  const { state, stop } = start()
  state.bytes += MUCH
  for (let round = 0; round < 100; round++) {
    const until = performance.now() + 5
    while (performance.now() < until);
    await turn()
  }
  stop()
  assert.equal(state.collections, 0)
})
