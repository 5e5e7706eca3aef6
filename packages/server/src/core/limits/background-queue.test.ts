import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
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

  async function finishAll(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      finish()
      await new Promise(setImmediate)
    }
  }

  it('runs one task at a time, in order', async () => {
    for (const name of ['a', 'b', 'c']) add(name, 1)
    assert.deepEqual(started, ['a'])
    await finishAll(1)
    assert.deepEqual(started, ['a', 'b'])
    await finishAll(2)
    add('d', 1)
    assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  })

  it('skips what exceeds its capacity, unless nothing else waits', async () => {
    add('running', 1)
    add('larger than the capacity', 5)
    add('skipped', 1)
    await finishAll(1)
    add('waiting', 3)
    add('also skipped', 2)
    add('fits', 1)
    await finishAll(3)
    assert.deepEqual(started, ['running', 'larger than the capacity', 'waiting', 'fits'])
  })
})
