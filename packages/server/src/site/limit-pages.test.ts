import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SiteRequest, SiteResponse } from '@galley/web/site'
import { createPageLimit } from './limit-pages.ts'

const PAGE: SiteResponse = { status: 200, headers: {}, cookies: [], body: '' }

/** How many of ten requests are handled at the same time, after each has read an answer of this size twice. */
async function handledAtOnce(method: string, bytes: number): Promise<number> {
  let now = 0
  let most = 0
  const limit = createPageLimit()
  const handle = limit(async ({ fetch }) => {
    for (let i = 0; i < 2; i++) await fetch('http://x/', {})
    most = Math.max(most, ++now)
    for (let i = 0; i < 20; i++) await nextTurn()
    now--
    return PAGE
  })
  const fetch = async () => new Response('', { headers: { 'content-length': String(bytes) } })
  await Promise.all(Array.from({ length: 10 }, () => handle({ method, fetch } as unknown as SiteRequest)))
  return most
}

describe('the limit of pages', () => {
  it('renders pages with large answers of the API one at a time', async () => {
    assert.equal(await handledAtOnce('GET', 1_000_000), 1)
  })

  it('renders four other pages at a time', async () => {
    assert.equal(await handledAtOnce('GET', 1000), 4)
  })

  it('does not limit forms', async () => {
    assert.equal(await handledAtOnce('POST', 1_000_000), 10)
  })
})
