import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WEBHOOK_RETRY_DELAYS_MS } from '@galley/contract/limits'
import fc from 'fast-check'
import { nextCount, nextState, type Outcome, outcomeOf, parseRetryAfter, storableText } from './retry-rules.ts'

const failed: Outcome = { httpStatus: 500, durationMs: 1, error: 'status', errorDetail: null, responseBody: '' }
const succeeded: Outcome = { httpStatus: 204, durationMs: 1, error: null, errorDetail: null, responseBody: '' }
const MINUTE = 60_000
const NOW = new Date('2030-01-02T03:04:05.000Z')

describe('the retry schedule', () => {
  it('is 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours; then the delivery has failed', () => {
    const delays = [1, 2, 3, 4, 5, 6].map(attempt => nextState(failed, attempt, WEBHOOK_RETRY_DELAYS_MS, 0))
    assert.deepEqual(delays, [
      { status: 'retrying', delayMs: 1 * MINUTE },
      { status: 'retrying', delayMs: 5 * MINUTE },
      { status: 'retrying', delayMs: 30 * MINUTE },
      { status: 'retrying', delayMs: 120 * MINUTE },
      { status: 'retrying', delayMs: 720 * MINUTE },
      { status: 'failed', delayMs: null },
    ])
  })

  it('is extended by a random tenth at most, never shortened', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(random, fc.integer({ min: 1, max: 5 }), (luck, attempt) => {
        const plan = WEBHOOK_RETRY_DELAYS_MS[attempt - 1]!
        const { delayMs } = nextState(failed, attempt, WEBHOOK_RETRY_DELAYS_MS, luck)
        return delayMs !== null && delayMs >= plan && delayMs <= plan * 1.1
      }),
    )
    assert.equal(nextState(failed, 1, [MINUTE], 0.5).delayMs, 63_000)
  })

  it('ends with the first success, whichever attempt that is', () => {
    for (const attempt of [1, 3, 6, 7]) {
      assert.deepEqual(nextState(succeeded, attempt, WEBHOOK_RETRY_DELAYS_MS, 0.9), {
        status: 'success',
        delayMs: null,
      })
    }
  })
})

describe('Retry-After', () => {
  const after = (header: string) => parseRetryAfter(header, NOW)

  it('is read as seconds or as a date, in every HTTP date format', () => {
    assert.equal(after('90'), 90_000)
    assert.equal(after(' 90 '), 90_000)
    for (const date of [
      'Wed, 02 Jan 2030 03:05:05 GMT',
      'Wednesday, 02-Jan-30 03:05:05 GMT',
      'Wed Jan  2 03:05:05 2030',
    ]) {
      assert.equal(after(date), MINUTE, date)
    }
  })

  it('is ignored if it is missing, not a time, negative, or in the past', () => {
    assert.equal(parseRetryAfter(undefined, NOW), undefined)
    for (const header of [
      '',
      '0',
      '-5',
      '1.5',
      '1e3',
      '0x10',
      'soon',
      '2030-01-02',
      '5 minutes',
      'Wed',
      'Sun, nonsense',
    ]) {
      assert.equal(after(header), undefined, header)
    }
    assert.equal(after('Wed, 02 Jan 2030 03:03:05 GMT'), undefined)
  })

  it('is used for 429 and 503 only', () => {
    for (const [status, expected] of [
      [429, 90_000],
      [503, 90_000],
      [500, undefined],
      [301, undefined],
      [200, undefined],
    ]) {
      const response = {
        responded: true,
        status: status!,
        retryAfter: '90',
        body: Buffer.alloc(0),
        durationMs: 7,
      } as const
      assert.equal(outcomeOf(response, NOW).retryAfterMs, expected)
    }
  })

  it('makes the delay longer, never shorter than the schedule, and at most twice as long, for any value', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    const ask = fc.oneof(fc.nat(), fc.constant(Number.MAX_VALUE), fc.constant(Number.POSITIVE_INFINITY))
    fc.assert(
      fc.property(random, fc.integer({ min: 1, max: 5 }), ask, (luck, attempt, retryAfterMs) => {
        const scheduled = WEBHOOK_RETRY_DELAYS_MS[attempt - 1]!
        const { delayMs } = nextState({ ...failed, retryAfterMs }, attempt, WEBHOOK_RETRY_DELAYS_MS, luck)
        assert.ok(delayMs !== null && delayMs >= scheduled && delayMs <= 2 * scheduled)
        assert.ok(delayMs >= Math.min(retryAfterMs, 2 * scheduled))
      }),
    )
  })
})

describe('the count of consecutive failures', () => {
  it('grows with deliveries that finally failed, and disables the webhook at five', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map(count => nextCount(count, 'failed')),
      [
        { count: 1, disable: false },
        { count: 2, disable: false },
        { count: 3, disable: false },
        { count: 4, disable: false },
        { count: 5, disable: true },
        { count: 6, disable: true },
      ],
    )
  })

  it('is 0 after a success, and unchanged by a retry', () => {
    assert.deepEqual(nextCount(4, 'success'), { count: 0, disable: false })
    assert.deepEqual(nextCount(4, 'retrying'), { count: 4, disable: false })
  })
})

describe('the outcome of an attempt', () => {
  it('is a success for every 2xx, and a failure for every other status', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), status => {
        const outcome = outcomeOf({ responded: true, status, body: Buffer.from('text'), durationMs: 7 }, NOW)
        const error = status >= 200 && status <= 299 ? null : 'status'
        const { retryAfterMs, ...rest } = outcome
        assert.equal(retryAfterMs, undefined)
        assert.deepEqual(rest, { httpStatus: status, durationMs: 7, error, errorDetail: null, responseBody: 'text' })
      }),
    )
  })

  it('without a response names the reason', () => {
    const detail = 'certificate_expired'
    const outcome = outcomeOf({ responded: false, failure: 'tls', detail, durationMs: 7 }, NOW)
    assert.deepEqual(outcome, {
      httpStatus: null,
      durationMs: 7,
      error: 'tls',
      errorDetail: detail,
      responseBody: null,
    })
  })
})

describe('the stored beginning of a response', () => {
  it('is text that can be stored, at most 4 KiB, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4096, size: 'max' }), bytes => {
        const text = storableText(Buffer.from(bytes))
        assert.ok(text.isWellFormed() && !text.includes('\0') && Buffer.byteLength(text) <= 4096)
      }),
    )
    assert.equal(Buffer.byteLength(storableText(Buffer.alloc(4096, 0xff))), 4095)
  })

  it('is unchanged valid text, without half a character at its end', () => {
    assert.equal(storableText(Buffer.from('grüße, 世界')), 'grüße, 世界')
    const cut = Buffer.from(`${'x'.repeat(4094)}世`).subarray(0, 4096)
    assert.equal(storableText(cut), 'x'.repeat(4094))
    assert.equal(storableText(Buffer.from('a\0b')), 'a\ufffdb')
  })
})
