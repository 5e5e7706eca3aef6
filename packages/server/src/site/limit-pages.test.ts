import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CachedAnswer } from '../cache/cached-answer.ts'
import { createPageLimit } from './limit-pages.ts'

/** How many of ten requests are handled at the same time, after each has read a result of this size twice. */
async function handledAtOnce(method: string, bytes: number): Promise<number> {
  let now = 0
  let most = 0
  const limit = createPageLimit()
  const result = new CachedAnswer('key', 0, { body: Buffer.alloc(bytes), about: [] }, () => {})
  const render = () =>
    limit(method, async beforeUse => {
      for (let i = 0; i < 2; i++) await beforeUse(result)
      most = Math.max(most, ++now)
      for (let i = 0; i < 20; i++) await nextTurn()
      now--
    })
  await Promise.all(Array.from({ length: 10 }, render))
  return most
}

describe('the limit of pages', () => {
  it('renders pages with large results of the API one at a time', async () => {
    assert.equal(await handledAtOnce('GET', 1_000_000), 1)
  })

  it('renders four other pages at a time', async () => {
    assert.equal(await handledAtOnce('GET', 1000), 4)
  })

  it('does not limit forms', async () => {
    assert.equal(await handledAtOnce('POST', 1_000_000), 10)
  })
})
