import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Allowance, RateLimiter } from './rate-limiter.ts'

function limiterAt(limit: number, windowMs: number) {
  const time = { nowMs: 0 }
  const limiter = new RateLimiter(limit, windowMs, { now: () => new Date(time.nowMs) })
  // Counts that are not shared with other processes are known at once.
  return { time, count: (key: string) => limiter.count(key) as Allowance | null }
}

describe('a rate limiter', () => {
  it('allows as many calls as the limit in a window, then starts a new window', () => {
    const { time, count } = limiterAt(2, 1000)
    assert.deepEqual(count('a'), { allowed: true, limit: 2, remaining: 1, resetSeconds: 1 })
    time.nowMs = 999
    assert.equal(count('a')?.remaining, 0)
    assert.deepEqual(count('a'), { allowed: false, limit: 2, remaining: 0, resetSeconds: 1 })
    time.nowMs = 1000
    assert.equal(count('a')?.allowed, true)
  })

  it('starts a new window if the clock is set back', () => {
    const { time, count } = limiterAt(1, 1000)
    time.nowMs = 3_600_000
    count('a')
    assert.equal(count('a')?.allowed, false)
    time.nowMs = 0
    assert.deepEqual(count('a'), { allowed: true, limit: 1, remaining: 0, resetSeconds: 1 })
  })

  it('with a limit of 0 counts nothing', () => {
    const { count } = limiterAt(0, 1000)
    for (let i = 0; i < 5; i++) assert.equal(count('a'), null)
  })

  it('never allows more than the limit from a window’s first call to its end, for any keys and order of calls', () => {
    const calls = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), waitMs: fc.nat(700) }), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), calls, (limit, calls) => {
        const { time, count } = limiterAt(limit, 1000)
        const windows = new Map<string, { startMs: number; allowed: number }>()
        for (const { key, waitMs } of calls) {
          time.nowMs += waitMs
          let window = windows.get(key)
          if (window === undefined || time.nowMs >= window.startMs + 1000) {
            window = { startMs: time.nowMs, allowed: 0 }
            windows.set(key, window)
          }
          const allowance = count(key)!
          assert.equal(allowance.allowed, window.allowed < limit)
          if (allowance.allowed) window.allowed++
          assert.equal(allowance.remaining, limit - window.allowed)
          assert.ok(allowance.resetSeconds >= 1)
        }
      }),
    )
  })

  it('drops the oldest keys when there are too many, so that its memory is limited', () => {
    const { time, count } = limiterAt(1, 1000)
    count('first')
    for (let i = 0; i < 99_999; i++) count(`flood ${i}`)
    assert.equal(count('first')?.allowed, false)
    count('one too many')
    assert.equal(count('first')?.allowed, true)
    time.nowMs = 500
    assert.equal(count('one too many')?.allowed, false)
  })
})
