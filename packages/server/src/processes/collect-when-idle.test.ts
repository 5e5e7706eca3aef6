import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { eventually } from '../../test/support/eventually.ts'
import { collectWhenIdle } from './collect-when-idle.ts'

const MUCH = 128 * 1024 * 1024

/** A process that checks often. Nothing is collected for good, so `inUse` only grows. */
function start() {
  const state = { inUse: 0, collections: 0, checks: 0 }
  const collect = async () => void state.collections++
  const inUse = () => {
    state.checks++
    return state.inUse
  }
  const stop = collectWhenIdle({ collect, inUse, everyMs: 20 })
  return { state, stop }
}

it('an idle process collects once each time that much was allocated', async () => {
  const { state, stop } = start()
  state.inUse += MUCH
  await eventually(async () => assert.ok(state.collections > 0 && state.checks > 10))
  assert.equal(state.collections, 1)
  state.inUse += MUCH
  await eventually(async () => assert.equal(state.collections, 2))
  stop()
})

it('a busy process does not collect', async () => {
  const { state, stop } = start()
  state.inUse += MUCH
  for (let round = 0; round < 100; round++) {
    const until = performance.now() + 5
    while (performance.now() < until);
    await turn()
  }
  stop()
  assert.equal(state.collections, 0)
})
