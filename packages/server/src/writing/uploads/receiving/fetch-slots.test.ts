import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FetchSlots } from './fetch-slots.ts'

describe('the slots for images that are fetched', () => {
  it('let few wait, refuse the rest at once, and are free again after a failure', async () => {
    const slots = new FetchSlots({ atOnce: 1, waiting: 1, perUser: 1, waitMs: 10_000 })
    const first = Promise.withResolvers<string>()
    const running = slots.run('a', () => first.promise)
    const waiting = slots.run('b', () => Promise.reject(new Error('it fails')))
    const code = (expected: string) => (error: { code?: string }) => error.code === expected
    await assert.rejects(
      slots.run('b', async () => 'b'),
      code('RATE_LIMITED'),
    )
    await assert.rejects(
      slots.run('c', async () => 'c'),
      code('UNAVAILABLE'),
    )
    first.resolve('a')
    assert.equal(await running, 'a')
    await assert.rejects(waiting, /it fails/)
    assert.equal(await slots.run('b', async () => 'b'), 'b')
  })

  it('refuse work that has to wait for too long, and do not begin it later', async () => {
    const slots = new FetchSlots({ atOnce: 1, waiting: 1, perUser: 1, waitMs: 10 })
    const first = Promise.withResolvers<string>()
    const running = slots.run('a', () => first.promise)
    const started: string[] = []
    const work = async (name: string) => started.push(name)
    await assert.rejects(
      slots.run('b', () => work('b')),
      (error: { code?: string }) => error.code === 'UNAVAILABLE',
    )
    first.resolve('a')
    assert.equal(await running, 'a')
    await slots.run('c', () => work('c'))
    assert.deepEqual(started, ['c'])
  })
})
