import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Semaphore } from './semaphore.ts'

describe('Semaphore', () => {
  it('never exceeds its capacity, starts in order, and runs a task that needs all of it alone', async () => {
    const semaphore = new Semaphore(4)
    const costs = [1, 3, 9, 2, 2, 1]
    let running = 0
    let most = 0
    const started: number[] = []
    await Promise.all(
      costs.map((cost, i) =>
        semaphore.run(cost, async () => {
          started.push(i)
          running += Math.min(cost, 4)
          most = Math.max(most, running)
          await new Promise(setImmediate)
          running -= Math.min(cost, 4)
        }),
      ),
    )
    assert.equal(most, 4)
    assert.deepEqual(started, [0, 1, 2, 3, 4, 5])
  })

  it('continues after a task that fails', async () => {
    const semaphore = new Semaphore(1)
    await assert.rejects(semaphore.run(1, () => Promise.reject(new Error('no'))))
    assert.equal(await semaphore.run(1, async () => 'yes'), 'yes')
  })
})
