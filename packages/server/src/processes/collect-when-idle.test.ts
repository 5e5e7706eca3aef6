import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { eventually } from '../../test/support/eventually.ts'
import { collectWhenIdle } from './collect-when-idle.ts'

const CHECK_EVERY_MS = 20
const GARBAGE_BYTES = 128 * 1024 * 1024

it('an idle process collects once each time that much was allocated', async () => {
  let calls = 0
  const stop = collectWhenIdle(async () => ++calls, CHECK_EVERY_MS)
  const first = Buffer.alloc(GARBAGE_BYTES)
  await eventually(async () => assert.equal(calls, 1))
  const second = Buffer.alloc(GARBAGE_BYTES)
  await eventually(async () => assert.equal(calls, 2))
  stop()
  assert.equal(first.length, second.length)
})

it('a busy process does not collect', async () => {
  let calls = 0
  const stop = collectWhenIdle(async () => ++calls, CHECK_EVERY_MS)
  const garbage = Buffer.alloc(GARBAGE_BYTES)
  for (let round = 0; round < 100; round++) {
    const until = performance.now() + 5
    while (performance.now() < until);
    await turn()
  }
  stop()
  assert.equal(calls, 0)
  assert.equal(garbage.length, GARBAGE_BYTES)
})
