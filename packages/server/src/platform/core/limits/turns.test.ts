import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Turns } from './turns.ts'

const limit = (waitMs = 60_000) => ({ waitMs, rejection: () => new Error('too late') })

describe('turns', () => {
  it('go to each key in turn, however many tasks one of them has', async () => {
    const turns = new Turns(1, 1)
    const order: string[] = []
    const run = (key: string) => turns.run(key, 1, async () => void order.push(key), limit())
    await Promise.all([...'aaaabbc'].map(run))
    assert.equal(order.join(''), 'abcabaa')
  })

  it('are limited in all and for each key', async () => {
    const turns = new Turns(3, 2)
    const running: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const run = (key: string) => turns.run(key, 1, () => promise.finally(() => running.push(key)), limit())
    const all = Promise.all([...'aaabb'].map(run))
    await assert.rejects(
      turns.run('c', 1, async () => {}, limit(0)),
      /too late/,
    )
    resolve()
    await all
    assert.deepEqual(running.slice(0, 3), ['a', 'a', 'b'])
    await turns.run('c', 1, async () => {}, limit(0))
  })

  it('that do not come in time are rejected, and delay nobody afterwards', async () => {
    const turns = new Turns(1, 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = turns.run('a', 1, () => promise, limit())
    await assert.rejects(
      turns.run('a', 1, async () => {}, limit(1)),
      /too late/,
    )
    await assert.rejects(
      turns.run('b', 1, async () => {}, limit(1)),
      /too late/,
    )
    resolve()
    await first
    await turns.run('b', 1, async () => {}, limit())
  })
})
