import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { setImmediate as endOfComparison } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { CachedResponse, Computed } from './cached-response.ts'
import { SharedCache } from './shared-cache.ts'

let nowMs: number
let listening: boolean
let cache: SharedCache
beforeEach(() => {
  nowMs = Date.parse('2030-01-01T00:00:00Z')
  listening = true
  cache = new SharedCache({ now: () => new Date(nowMs) }, () => listening, BYTES_MAX)
})

const KIB = 1024
/** So that a few small responses are enough. */
const BYTES_MAX = 2 * 1024 * KIB
const LARGE = 64 * KIB

/** A response, and how often it had to be computed. */
function source(body: string, about: string[] = []) {
  const calls = { count: 0 }
  const compute = async (): Promise<Computed> => {
    calls.count++
    return { body, about }
  }
  return { calls, compute }
}

async function put(key: string, body: string, about: string[] = []): Promise<CachedResponse> {
  const response = await cache.fetchResponse(key, source(body, about).compute)
  assert.ok(response)
  return response
}
const text = (response: CachedResponse | undefined) => response?.plain.bytes.toString()

/** A computation that the test ends. */
function pending(about: string[] = []) {
  const { promise, resolve, reject } = Promise.withResolvers<Computed>()
  return { compute: () => promise, end: (body: string) => resolve({ body, about }), fail: reject }
}

describe('one computation', { timeout: 10_000 }, () => {
  it('serves all requests that arrive while it runs and until it expires', async () => {
    const { calls, compute } = source('response')
    const responses = await Promise.all(Array.from({ length: 100 }, () => cache.fetchResponse('key', compute)))
    assert.ok(responses.every(response => text(response) === 'response'))
    assert.equal(text(await cache.fetchResponse('key', compute)), 'response')
    assert.equal(calls.count, 1)
  })

  it('that fails rejects all waiting requests and is not cached', async () => {
    const failing = pending()
    const waiting = [cache.fetchResponse('key', failing.compute), cache.fetchResponse('key', failing.compute)]
    failing.fail(new Error('no'))
    for (const result of await Promise.allSettled(waiting)) assert.equal(result.status, 'rejected')
    assert.equal(text(await put('key', 'now')), 'now')
  })

  it('is not shared with another key', async () => {
    await put('a', 'of a')
    assert.equal(text(await put('b', 'of b')), 'of b')
  })
})

// Something that waits for a computation without an end fails.
describe('a change', { timeout: 10_000 }, () => {
  it('invalidates the responses about its subject at once, and no others', async () => {
    await put('a', 'old', ['one', 'lists'])
    await put('b', 'kept', ['two'])
    cache.forget(['one'])
    assert.equal(cache.get('a'), undefined)
    assert.equal(text(cache.get('b')), 'kept')
    assert.equal(text(await put('a', 'new', ['one'])), 'new')
  })

  it('invalidates every response about one subject', async () => {
    for (const key of ['a', 'b', 'c']) await put(key, key, ['lists'])
    cache.forget(['lists'])
    for (const key of ['a', 'b', 'c']) assert.equal(cache.get(key), undefined)
  })

  it('of unknown extent invalidates everything', async () => {
    await put('a', 'old', ['one'])
    await put('b', 'old', [])
    cache.clear()
    assert.equal(cache.get('a'), undefined)
    assert.equal(cache.get('b'), undefined)
  })

  for (const [how, change] of [
    ['of its subject', () => cache.forget(['one'])],
    ['of unknown extent', () => cache.clear()],
  ] as const) {
    it(`${how} during a computation keeps the result from being cached`, async () => {
      const slow = pending(['one'])
      const asked = cache.fetchResponse('key', slow.compute)
      change()
      slow.end('old')
      assert.equal(text(await asked), 'old')
      assert.equal(cache.get('key'), undefined)
    })

    it(`${how} during a computation makes later requests compute again, once for all of them`, async () => {
      const slow = pending(['one'])
      const before = cache.fetchResponse('key', slow.compute)
      change()
      const { calls, compute } = source('new', ['one'])
      const after = Array.from({ length: 10 }, () => cache.fetchResponse('key', compute))
      slow.end('old')
      assert.equal(text(await before), 'old')
      for (const response of await Promise.all(after)) assert.equal(text(response), 'new')
      assert.equal(text(cache.get('key')), 'new')
      assert.equal(calls.count, 1)
    })

    it(`${how} during a computation that fails makes later requests compute again`, async () => {
      const failing = pending(['one'])
      const before = cache.fetchResponse('key', failing.compute)
      change()
      const after = cache.fetchResponse('key', source('new', ['one']).compute)
      failing.fail(new Error('missing'))
      await assert.rejects(before, /missing/)
      assert.equal(text(await after), 'new')
    })
  }

  it('of another subject during a computation does not prevent that it is cached and shared', async () => {
    const slow = pending(['one'])
    const before = cache.fetchResponse('key', slow.compute)
    cache.forget(['two'])
    const after = cache.fetchResponse('key', source('new', ['one']).compute)
    slow.end('current')
    for (const response of await Promise.all([before, after])) assert.equal(text(response), 'current')
    assert.equal(text(cache.get('key')), 'current')
  })

  it('invalidates a response that replaced an older one', async () => {
    await put('key', 'first', ['one'])
    nowMs += 60_000
    await put('key', 'second', ['one', 'two'])
    cache.forget(['two'])
    assert.equal(cache.get('key'), undefined)
  })

  it('to a former subject of a response does not invalidate it', async () => {
    await put('key', 'first', ['one'])
    nowMs += 60_000
    await put('key', 'second', ['two'])
    cache.forget(['one'])
    assert.equal(text(cache.get('key')), 'second')
  })
})

describe('the lifetime of a response', () => {
  it('is a minute', async () => {
    await put('key', 'response')
    nowMs += 59_999
    assert.equal(text(cache.get('key')), 'response')
    nowMs += 1
    assert.equal(cache.get('key'), undefined)
  })

  it('is 1 s while the listener is disconnected', async () => {
    listening = false
    await put('key', 'response')
    nowMs += 999
    assert.equal(text(cache.get('key')), 'response')
    nowMs += 1
    assert.equal(cache.get('key'), undefined)
  })

  it('is shortened for cached responses when the listener disconnects', async () => {
    await put('key', 'response')
    nowMs += 1500
    assert.equal(text(cache.get('key')), 'response')
    listening = false
    assert.equal(cache.get('key'), undefined)
  })

  it('is not longer if the clock is set back', async () => {
    await put('key', 'response')
    nowMs -= 3_600_000
    assert.equal(cache.get('key'), undefined)
    assert.equal(text(await put('key', 'new')), 'new')
    assert.equal(text(cache.get('key')), 'new')
  })

  it('begins when its computation starts, because the data is that old', async () => {
    const slow = pending()
    const asked = cache.fetchResponse('key', slow.compute)
    nowMs += 20_000
    slow.end('response')
    await asked
    nowMs += 40_000
    assert.equal(cache.get('key'), undefined)
  })
})

describe('a response with counters', { timeout: 10_000 }, () => {
  let isUnchanged: boolean
  let comparisons: number
  const withCounters = async () => ({
    body: 'old',
    about: [],
    isUnchanged: async () => {
      comparisons++
      return isUnchanged
    },
  })
  beforeEach(async () => {
    isUnchanged = true
    comparisons = 0
    await cache.fetchResponse('key', withCounters)
  })

  it('is compared in the background while it is used', async () => {
    for (let i = 0; i < 10; i++) {
      nowMs += 1500
      assert.equal(text(cache.get('key')), 'old')
      await endOfComparison()
    }
    assert.equal(comparisons, 10)
  })

  it('is compared before it is used again after 3 s', async () => {
    nowMs += 3000
    assert.equal(cache.get('key'), undefined)
    assert.equal(text(await cache.fetchResponse('key', source('new').compute)), 'old')
    assert.equal(comparisons, 1)
  })

  it('is compared once for a request, however long that takes', async () => {
    await cache.fetchResponse('slow', async () => ({
      body: 'old',
      about: [],
      isUnchanged: async () => {
        nowMs += 4000
        return ++comparisons < 20
      },
    }))
    nowMs += 3000
    assert.equal(text(await cache.fetchResponse('slow', source('new').compute)), 'old')
    assert.equal(comparisons, 1)
  })

  it('is computed again if they have changed', async () => {
    isUnchanged = false
    nowMs += 3000
    assert.equal(text(await cache.fetchResponse('key', source('new').compute)), 'new')
  })

  it('is not used if they cannot be compared', async () => {
    await cache.fetchResponse('other', async () => ({
      body: 'old',
      about: [],
      isUnchanged: () => Promise.reject(new Error('the database is down')),
    }))
    nowMs += 1500
    assert.equal(text(cache.get('other')), 'old')
    nowMs += 1500
    await assert.rejects(cache.fetchResponse('other', source('new').compute), /the database is down/)
  })
})

describe('cache memory', () => {
  const kept = (count: number) => Array.from({ length: count }, (_, i) => cache.get(`q${i}`)).filter(Boolean).length

  it('is limited by dropping the oldest responses first', async () => {
    for (let i = 0; i < 80; i++) await put(`q${i}`, 'x'.repeat(LARGE))
    assert.ok(cache.bytes <= BYTES_MAX)
    assert.ok(kept(80) >= 25, 'most of the allowed memory is used')
    assert.equal(cache.get('q0'), undefined)
    assert.ok(cache.get('q79'))
  })

  it('keeps what is used', async () => {
    await put('used', 'x'.repeat(LARGE))
    for (let i = 0; i < 200; i++) {
      assert.ok(cache.get('used'), `after ${i}`)
      await put(`q${i}`, 'x'.repeat(LARGE))
    }
  })

  it('includes compressed variants, and older responses are dropped for them', async () => {
    const random = () => randomBytes(LARGE / 2).toString('hex')
    for (let i = 0; i < 40; i++) await (await put(`q${i}`, random())).ready('br')
    assert.ok(cache.bytes <= BYTES_MAX)
    // Hexadecimal text compresses to about half, so two of three fit.
    assert.ok(kept(40) < 25, `${kept(40)} are kept`)
  })

  it('is limited for objects and responses together', async () => {
    const part = (key: string) => cache.fetch(key, async sinceMs => ({ value: key, about: [], sinceMs, bytes: LARGE }))
    for (let i = 0; i < 40; i++) {
      await put(`q${i}`, 'x'.repeat(LARGE))
      await part(`part ${i}`)
    }
    assert.ok(cache.bytes <= BYTES_MAX)
    assert.ok(kept(40) > 10 && kept(40) < 20, `${kept(40)} responses are kept`)
    assert.equal((await part('part 39'))?.value, 'part 39')
    assert.equal(cache.get('part 0'), undefined)
  })

  it('is limited for many small responses too, by counting an overhead for each', async () => {
    for (let i = 0; i < 5000; i++) await put(`q${i}`, '{}', ['lists', `post:${i}`])
    assert.ok(cache.bytes <= BYTES_MAX)
    assert.ok(kept(5000) <= BYTES_MAX / KIB)
  })

  it('holds no subjects of responses that were dropped', async () => {
    for (let i = 0; i < 80; i++) await put(`q${i}`, 'x'.repeat(LARGE), ['lists', `post:${i}`])
    assert.ok(cache.subjects <= kept(80) + 1)
    cache.forget(['lists'])
    assert.deepEqual([cache.bytes, cache.subjects], [0, 0])
  })

  it('is freed by every change', async () => {
    await put('a', 'x'.repeat(LARGE), ['one'])
    cache.forget(['one'])
    assert.equal(cache.bytes, 0)
    await put('a', 'x'.repeat(LARGE), ['one'])
    nowMs += 60_000
    await put('a', 'y', ['one'])
    assert.ok(cache.bytes < LARGE)
    cache.clear()
    assert.deepEqual([cache.bytes, cache.subjects], [0, 0])
  })

  it('is limited for the URLs of a response too, and freed with it', async () => {
    await put('key', 'response', ['one'])
    const { bytes } = cache
    const url = (i: number) => `/api/v1/public/posts?unknown=${'y'.repeat(400)}${i}`
    for (let i = 0; i < 20_000; i++) cache.rememberUrl(url(i), 'key')
    assert.ok(cache.bytes > bytes + 2 * KIB && cache.bytes < bytes + 8 * KIB, `${cache.bytes - bytes} bytes`)
    assert.deepEqual([cache.getByUrl(url(0)), text(cache.getByUrl(url(19_999)))], [undefined, 'response'])
    cache.forget(['one'])
    assert.equal(cache.bytes, 0)
    await put('key', 'response')
    assert.equal(cache.getByUrl(url(19_999)), undefined)
  })

  it('does not hold overlong URLs', async () => {
    const url = `/api/v1/public/posts?x=${'y'.repeat(5000)}`
    await put('key', 'response')
    cache.rememberUrl(url, 'key')
    assert.equal(cache.getByUrl(url), undefined)
  })
})

describe('a URL', () => {
  it('finds the response of its key while that is cached', async () => {
    cache.rememberUrl('/a?b', 'key')
    assert.equal(cache.getByUrl('/a?b'), undefined)
    await put('key', 'response', ['one'])
    cache.rememberUrl('/a?b', 'key')
    assert.deepEqual([text(cache.getByUrl('/a?b')), cache.getByUrl('/a')], ['response', undefined])
    cache.forget(['one'])
    assert.equal(cache.getByUrl('/a?b'), undefined)
  })

  it('is dropped when there are too many, and found again after the next request for it', async () => {
    await put('key', 'response')
    for (let i = 0; i <= 20_000; i++) cache.rememberUrl(`/${i}`, 'key')
    assert.equal(cache.getByUrl('/0'), undefined)
    cache.rememberUrl('/0', 'key')
    assert.ok(cache.getByUrl('/0'))
  })
})

describe('a private response', () => {
  it('is not cached, and computed again for the next request', async () => {
    let count = 0
    const compute = async () => {
      count++
      return undefined
    }
    assert.equal(await cache.fetchResponse('key', compute), undefined)
    assert.equal(await cache.fetchResponse('key', compute), undefined)
    assert.equal(count, 2)
  })
})

describe('a response built from cached parts', () => {
  it('is as old as the oldest of them', async () => {
    await cache.fetchResponse('page', async () => ({ body: 'page', about: [], sinceMs: nowMs - 59_000 }))
    nowMs += 999
    assert.ok(cache.get('page'))
    nowMs += 1
    assert.equal(cache.get('page'), undefined)
  })
})

describe('the encodings of a response', () => {
  const long = JSON.stringify({ words: 'many words '.repeat(500) })
  const compressed = async (accepts: string) => {
    const response = await put('long', long)
    await response.ready(accepts)
    return { response, ...response.formFor(accepts, assert.ifError) }
  }

  it('decompress to the same bytes', async () => {
    const gzip = await compressed('gzip')
    assert.deepEqual([gzip.encoding, gunzipSync(gzip.bytes).toString()], ['gzip', long])
    const br = await compressed('gzip, deflate, br')
    assert.deepEqual([br.encoding, brotliDecompressSync(br.bytes).toString()], ['br', long])
    assert.ok(br.bytes.length < long.length && gzip.bytes.length < long.length)
  })

  it('are identity until compression is done, for a short response, and for clients that accept nothing else', async () => {
    assert.equal((await put('long', long)).formFor('br', assert.ifError).encoding, null)
    assert.equal((await put('short', 'short')).formFor('br', assert.ifError).encoding, null)
    const { response } = await compressed('gzip')
    assert.equal(response.formFor(undefined, assert.ifError).encoding, null)
    assert.equal(response.formFor('identity', assert.ifError).encoding, null)
  })

  it('have different strong ETags, and If-None-Match recognises each of them', async () => {
    const { response } = await compressed('br')
    const tags = ([null, 'br', 'gzip'] as const).map(encoding => response.headers(encoding)['etag']!)
    assert.equal(new Set(tags).size, 3)
    for (const tag of tags) {
      assert.match(tag, /^"[\w-]+"$/)
      for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) assert.ok(response.isKnown(sent), sent)
    }
    for (const sent of [undefined, '', '"other"']) assert.ok(!response.isKnown(sent))
  })

  it('have another ETag when one byte differs', async () => {
    const tag = async (key: string, body: string) => (await put(key, body)).headers(null)['etag']
    assert.notEqual(await tag('1', '{"a":1}'), await tag('2', '{"a":2}'))
    assert.equal(await tag('3', '{"a":1}'), await tag('1', '{"a":1}'))
  })
})
