import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BackgroundQueue } from './background-queue.ts'

describe('BackgroundQueue', () => {
  let queue: BackgroundQueue
  let started: string[]
  let finish: () => void

  beforeEach(() => {
    queue = new BackgroundQueue(4)
    started = []
  })

  const add = (name: string, cost: number) =>
    queue.add(cost, () => {
      started.push(name)
      return new Promise(resolve => {
        finish = resolve
      })
    })

  async function finishTask(): Promise<void> {
    const before = started.length
    finish()
    for (let turn = 0; turn < 5 && started.length === before; turn++) await nextTurn()
  }

  it('runs one task at a time, in order', async () => {
    for (const name of ['a', 'b', 'c']) add(name, 1)
    await nextTurn()
    assert.deepEqual(started, ['a'])
    await finishTask()
    assert.deepEqual(started, ['a', 'b'])
    await finishTask()
    await finishTask()
    add('d', 1)
    await nextTurn()
    assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  })

  it('skips what exceeds its capacity, unless nothing else waits', async () => {
    add('running', 1)
    await nextTurn()
    add('larger than the capacity', 5)
    add('skipped', 1)
    await finishTask()
    add('waiting', 3)
    add('also skipped', 2)
    add('fits', 1)
    for (let i = 0; i < 3; i++) await finishTask()
    assert.deepEqual(started, ['running', 'larger than the capacity', 'waiting', 'fits'])
  })
})
