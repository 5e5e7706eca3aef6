import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { CachedAnswer, Computed } from './cached-answer.ts'
import { ResponseCache } from './response-cache.ts'

let nowMs: number
let listening: boolean
let cache: ResponseCache
beforeEach(() => {
  nowMs = Date.parse('2030-01-01T00:00:00Z')
  listening = true
  cache = new ResponseCache({ now: () => new Date(nowMs) }, () => listening)
})

const MIB = 1024 * 1024

/** An answer, and how often it had to be computed. */
function source(body: string, about: string[] = []) {
  const calls = { count: 0 }
  const compute = async (): Promise<Computed> => {
    calls.count++
    return { body, about }
  }
  return { calls, compute }
}

const put = (key: string, body: string, about: string[] = []) => cache.fetch(key, source(body, about).compute)
const text = (answer: CachedAnswer | undefined) => answer?.body.toString()

/** A computation that ends when it is told to. */
function pending(about: string[] = []) {
  const { promise, resolve, reject } = Promise.withResolvers<Computed>()
  return { compute: () => promise, end: (body: string) => resolve({ body, about }), fail: reject }
}

describe('one computation', () => {
  it('serves all who ask while it runs, and all who ask after it', async () => {
    const { calls, compute } = source('answer')
    const answers = await Promise.all(Array.from({ length: 100 }, () => cache.fetch('question', compute)))
    assert.ok(answers.every(answer => text(answer) === 'answer'))
    assert.equal(text(await cache.fetch('question', compute)), 'answer')
    assert.equal(calls.count, 1)
  })

  it('that fails, fails for all who wait, and is not kept', async () => {
    const failing = pending()
    const waiting = [cache.fetch('question', failing.compute), cache.fetch('question', failing.compute)]
    failing.fail(new Error('no'))
    for (const result of await Promise.allSettled(waiting)) assert.equal(result.status, 'rejected')
    assert.equal(text(await put('question', 'now')), 'now')
  })

  it('is of one question alone', async () => {
    await put('a', 'of a')
    assert.equal(text(await put('b', 'of b')), 'of b')
  })
})

describe('a change', () => {
  it('makes what was said about it stale at once, and nothing else', async () => {
    await put('a', 'old', ['one', 'lists'])
    await put('b', 'kept', ['two'])
    cache.forget('one')
    assert.equal(cache.get('a'), undefined)
    assert.equal(text(cache.get('b')), 'kept')
    assert.equal(text(await put('a', 'new', ['one'])), 'new')
  })

  it('makes every answer about one subject stale', async () => {
    for (const key of ['a', 'b', 'c']) await put(key, key, ['lists'])
    cache.forget('lists')
    for (const key of ['a', 'b', 'c']) assert.equal(cache.get(key), undefined)
  })

  it('of unknown extent makes everything stale', async () => {
    await put('a', 'old', ['one'])
    await put('b', 'old', [])
    cache.clear()
    assert.equal(cache.get('a'), undefined)
    assert.equal(cache.get('b'), undefined)
  })

  for (const [how, change] of [
    ['about it', () => cache.forget('one')],
    ['of unknown extent', () => cache.clear()],
  ] as const) {
    it(`${how} during a computation keeps the result from being cached`, async () => {
      const slow = pending(['one'])
      const asked = cache.fetch('question', slow.compute)
      change()
      slow.end('old')
      assert.equal(text(await asked), 'old')
      assert.equal(cache.get('question'), undefined)
    })

    it(`${how} during a computation has those who ask afterwards not wait for the old result`, async () => {
      const slow = pending(['one'])
      const before = cache.fetch('question', slow.compute)
      change()
      const after = cache.fetch('question', source('new', ['one']).compute)
      assert.equal(text(await after), 'new')
      slow.end('old')
      assert.equal(text(await before), 'old')
      assert.equal(text(cache.get('question')), 'new')
    })
  }

  it('after an answer was replaced makes the newer one stale too', async () => {
    await put('question', 'first', ['one'])
    nowMs += 60_000
    await put('question', 'second', ['one', 'two'])
    cache.forget('two')
    assert.equal(cache.get('question'), undefined)
  })

  it('to what an answer was once about leaves it alone', async () => {
    await put('question', 'first', ['one'])
    nowMs += 60_000
    await put('question', 'second', ['two'])
    cache.forget('one')
    assert.equal(text(cache.get('question')), 'second')
  })
})

describe('the lifetime of an answer', () => {
  it('is 3 s, so that counters lag by less than 5', async () => {
    await put('question', 'answer')
    nowMs += 2999
    assert.equal(text(cache.get('question')), 'answer')
    nowMs += 1
    assert.equal(cache.get('question'), undefined)
  })

  it('is 1 s while changes elsewhere cannot be heard', async () => {
    listening = false
    await put('question', 'answer')
    nowMs += 999
    assert.equal(text(cache.get('question')), 'answer')
    nowMs += 1
    assert.equal(cache.get('question'), undefined)
  })

  it('shrinks for the answers at hand when the others fall silent', async () => {
    await put('question', 'answer')
    nowMs += 1500
    assert.equal(text(cache.get('question')), 'answer')
    listening = false
    assert.equal(cache.get('question'), undefined)
  })

  it('begins when the computation does: what it read may be as old as that', async () => {
    const slow = pending()
    const asked = cache.fetch('question', slow.compute)
    nowMs += 2000
    slow.end('answer')
    await asked
    nowMs += 1000
    assert.equal(cache.get('question'), undefined)
  })
})

describe('memory', () => {
  const kept = (count: number) => Array.from({ length: count }, (_, i) => cache.get(`q${i}`)).filter(Boolean).length

  it('is bounded by dropping the oldest answers first', async () => {
    for (let i = 0; i < 80; i++) await put(`q${i}`, 'x'.repeat(MIB))
    assert.ok(cache.bytes <= 32 * MIB)
    assert.ok(kept(80) >= 25, 'most of the allowed memory is used')
    assert.equal(cache.get('q0'), undefined)
    assert.ok(cache.get('q79'))
  })

  it('counts compressed forms, and drops older answers for them', async () => {
    const random = () => randomBytes(MIB / 2).toString('hex')
    for (let i = 0; i < 40; i++) await (await put(`q${i}`, random())).ready('br')
    assert.ok(cache.bytes <= 32 * MIB)
    // A hexadecimal text compresses to about half, so two of three fit.
    assert.ok(kept(40) < 25, `${kept(40)} are kept`)
  })

  it('is bounded for small answers as well, each of which takes more than its bytes', async () => {
    for (let i = 0; i < 70_000; i++) await put(`q${i}`, '{}', ['lists', `post:${i}`])
    assert.ok(cache.bytes <= 32 * MIB)
    assert.ok(kept(70_000) <= 32_768)
  })

  it('holds no names of answers that have gone', async () => {
    for (let i = 0; i < 80; i++) await put(`q${i}`, 'x'.repeat(MIB), ['lists', `post:${i}`])
    assert.ok(cache.subjects <= kept(80) + 1)
    cache.forget('lists')
    assert.deepEqual([cache.bytes, cache.subjects], [0, 0])
  })

  it('is given back by every change', async () => {
    await put('a', 'x'.repeat(MIB), ['one'])
    cache.forget('one')
    assert.equal(cache.bytes, 0)
    await put('a', 'x'.repeat(MIB), ['one'])
    nowMs += 60_000
    await put('a', 'y', ['one'])
    assert.ok(cache.bytes < MIB)
    cache.clear()
    assert.deepEqual([cache.bytes, cache.subjects], [0, 0])
  })

  it('takes no address that is longer than any sensible one', async () => {
    const url = `/api/v1/public/posts?x=${'y'.repeat(5000)}`
    await put('question', 'answer')
    cache.rememberUrl(url, 'question')
    assert.equal(cache.getByUrl(url), undefined)
  })
})

describe('an address', () => {
  it('finds the answer of its key as long as there is one', async () => {
    cache.rememberUrl('/a?b', 'question')
    assert.equal(cache.getByUrl('/a?b'), undefined)
    await put('question', 'answer', ['one'])
    assert.deepEqual([text(cache.getByUrl('/a?b')), cache.getByUrl('/a')], ['answer', undefined])
    cache.forget('one')
    assert.equal(cache.getByUrl('/a?b'), undefined)
  })

  it('is forgotten when there are too many, and found again after the next request for it', async () => {
    await put('question', 'answer')
    for (let i = 0; i <= 20_000; i++) cache.rememberUrl(`/${i}`, 'question')
    assert.equal(cache.getByUrl('/0'), undefined)
    cache.rememberUrl('/0', 'question')
    assert.ok(cache.getByUrl('/0'))
  })
})

describe('what is not for everybody', () => {
  it('is not kept, and computed anew for the next request', async () => {
    let count = 0
    const compute = async () => {
      count++
      return undefined
    }
    assert.equal(await cache.fetchIfCacheable('question', compute), undefined)
    assert.equal(await cache.fetchIfCacheable('question', compute), undefined)
    assert.equal(count, 2)
  })
})

describe('an answer that is made of older parts', () => {
  it('is as old as the oldest of them', async () => {
    await cache.fetch('page', async () => ({ body: 'page', about: [], sinceMs: nowMs - 2000 }))
    nowMs += 999
    assert.ok(cache.get('page'))
    nowMs += 1
    assert.equal(cache.get('page'), undefined)
  })
})

describe('an answer’s forms', () => {
  const long = JSON.stringify({ words: 'many words '.repeat(500) })
  const compressed = async (accepts: string) => {
    const answer = await put('long', long)
    await answer.ready(accepts)
    return { answer, ...answer.formFor(accepts) }
  }

  it('are the same bytes once decompressed', async () => {
    const gzip = await compressed('gzip')
    assert.deepEqual([gzip.encoding, gunzipSync(gzip.body).toString()], ['gzip', long])
    const br = await compressed('gzip, deflate, br')
    assert.deepEqual([br.encoding, brotliDecompressSync(br.body).toString()], ['br', long])
    assert.ok(br.body.length < long.length && gzip.body.length < long.length)
  })

  it('are plain until the compressed one is ready, for a short answer, and for clients that accept no other', async () => {
    assert.equal((await put('long', long)).formFor('br').encoding, null)
    assert.equal((await put('short', 'short')).formFor('br').encoding, null)
    const { answer } = await compressed('gzip')
    assert.equal(answer.formFor(undefined).encoding, null)
    assert.equal(answer.formFor('identity').encoding, null)
  })

  it('have strong tags of their own, and any of them is recognised', async () => {
    const { answer } = await compressed('br')
    const tags = ([null, 'br', 'gzip'] as const).map(encoding => answer.headers(encoding)['etag']!)
    assert.equal(new Set(tags).size, 3)
    for (const tag of tags) {
      assert.match(tag, /^"[\w-]+"$/)
      for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) assert.ok(answer.isKnown(sent), sent)
    }
    for (const sent of [undefined, '', '"other"']) assert.ok(!answer.isKnown(sent))
  })

  it('have another tag when the bytes differ by one', async () => {
    const tag = async (key: string, body: string) => (await put(key, body)).headers(null)['etag']
    assert.notEqual(await tag('1', '{"a":1}'), await tag('2', '{"a":2}'))
    assert.equal(await tag('3', '{"a":1}'), await tag('1', '{"a":1}'))
  })
})
