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
    limit(method, async callApi => {
      for (let i = 0; i < 2; i++) await callApi(async () => result)
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

  it('gives the place of a page that waits for the API to others, also of one that ends before its calls', async () => {
    const limit = createPageLimit()
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 10 }, (_, i) =>
      limit('GET', async callApi => {
        await callApi(async () => {})
        const called = callApi(() => promise)
        if (i > 4) await called
      }),
    )
    const other = () => limit('GET', callApi => callApi(async () => 'rendered'))
    assert.equal(await other(), 'rendered')
    resolve()
    await Promise.all(waiting)
    assert.equal(await other(), 'rendered')
  })

  it('does not limit forms', async () => {
    assert.equal(await handledAtOnce('POST', 1_000_000), 10)
  })
})
