import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { RateLimiter } from './rate-limiter.ts'

function limiterAt(limit: number, windowMs: number) {
  const time = { nowMs: 0 }
  return { time, limiter: new RateLimiter(limit, windowMs, { now: () => new Date(time.nowMs) }) }
}

describe('a rate limiter', () => {
  it('allows as many calls as the limit in a window, then starts a new window', () => {
    const { time, limiter } = limiterAt(2, 1000)
    assert.deepEqual(limiter.consume('a'), { allowed: true, limit: 2, remaining: 1, resetSeconds: 1 })
    time.nowMs = 999
    assert.equal(limiter.consume('a')?.remaining, 0)
    assert.deepEqual(limiter.consume('a'), { allowed: false, limit: 2, remaining: 0, resetSeconds: 1 })
    time.nowMs = 1000
    assert.equal(limiter.consume('a')?.allowed, true)
  })

  it('starts a new window if the clock is set back', () => {
    const { time, limiter } = limiterAt(1, 1000)
    time.nowMs = 3_600_000
    limiter.consume('a')
    assert.equal(limiter.consume('a')?.allowed, false)
    time.nowMs = 0
    assert.deepEqual(limiter.consume('a'), { allowed: true, limit: 1, remaining: 0, resetSeconds: 1 })
  })

  it('with a limit of 0 counts nothing', () => {
    const { limiter } = limiterAt(0, 1000)
    for (let i = 0; i < 5; i++) assert.equal(limiter.consume('a'), null)
  })

  it('never allows more than the limit from a window’s first call to its end, for any keys and order of calls', () => {
    const calls = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), waitMs: fc.nat(700) }), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), calls, (limit, calls) => {
        const { time, limiter } = limiterAt(limit, 1000)
        const windows = new Map<string, { startMs: number; allowed: number }>()
        for (const { key, waitMs } of calls) {
          time.nowMs += waitMs
          let window = windows.get(key)
          if (window === undefined || time.nowMs >= window.startMs + 1000) {
            window = { startMs: time.nowMs, allowed: 0 }
            windows.set(key, window)
          }
          const allowance = limiter.consume(key)!
          assert.equal(allowance.allowed, window.allowed < limit)
          if (allowance.allowed) window.allowed++
          assert.equal(allowance.remaining, limit - window.allowed)
          assert.ok(allowance.resetSeconds >= 1)
        }
      }),
    )
  })

  it('drops the oldest keys when there are too many, so that its memory is limited', () => {
    const { time, limiter } = limiterAt(1, 1000)
    limiter.consume('first')
    for (let i = 0; i < 99_999; i++) limiter.consume(`flood ${i}`)
    assert.equal(limiter.consume('first')?.allowed, false)
    limiter.consume('one too many')
    assert.equal(limiter.consume('first')?.allowed, true)
    time.nowMs = 500
    assert.equal(limiter.consume('one too many')?.allowed, false)
  })
})
