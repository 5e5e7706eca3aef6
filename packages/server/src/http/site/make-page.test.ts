import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { CachedResponse } from '../../platform/cache/cached-response.ts'
import { SharedCache } from '../../platform/cache/shared-cache.ts'
import { createPageMaker } from './make-page.ts'

/** How many of ten requests with a session are handled at the same time, after each has read two parts of this size. */
async function handledAtOnce(method: string, bytes: number): Promise<number> {
  let now = 0
  let most = 0
  const makePage = createPageMaker(new SharedCache({ now: () => new Date() }, () => true, 1_000_000))
  const part = new CachedResponse('key', 0, { body: Buffer.alloc(bytes), about: [] }, () => {})
  const request = { method, url: '/', headers: { cookie: 'galley_session=x' } } as FastifyRequest
  const make = () =>
    makePage(request, async makeCall => {
      await Promise.all([makeCall(async () => part), makeCall(async () => part)])
      most = Math.max(most, ++now)
      for (let i = 0; i < 20; i++) await nextTurn()
      now--
      return { status: 200, headers: {}, cookies: [], body: '' }
    })
  await Promise.all(Array.from({ length: 10 }, make))
  return most
}

describe('pages with large parts', () => {
  it('are rendered one at a time', async () => {
    assert.equal(await handledAtOnce('GET', 1_000_000), 1)
  })

  it('delay neither other pages nor forms', async () => {
    assert.equal(await handledAtOnce('GET', 1000), 10)
    assert.equal(await handledAtOnce('POST', 1_000_000), 10)
  })
})
