import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '@galley/client'
import { RateGate } from '../src/server/rate-gate.ts'

const rejection = (retryAfterMs: number) =>
  new ApiError({
    method: 'GET',
    url: 'http://localhost',
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many requests.',
    fields: [],
    requestId: null,
    retryAfterMs,
  })

describe('calls that a rate limit rejects', () => {
  it('are repeated after the time that the server asks for, and others wait as well', async () => {
    const waits: number[] = []
    const gate = new RateGate(new AbortController().signal, ms => waits.push(ms))
    const order: string[] = []
    const first = gate.run(async () => {
      order.push(order.length === 0 ? 'rejected' : 'first')
      if (order.length === 1) throw rejection(1000)
    })
    // After this, the rejection has been dealt with.
    await setImmediate()
    const before = waits.length
    const second = gate.run(async () => void order.push('second'))
    assert.equal(waits.length, before + 1)
    await Promise.all([first, second])
    assert.deepEqual(order.toSorted(), ['first', 'rejected', 'second'])
    assert.equal(order[0], 'rejected')
  })

  it('stop at once when the command is interrupted', async () => {
    const controller = new AbortController()
    const gate = new RateGate(controller.signal)
    const waiting = gate.run(() => Promise.reject(rejection(60_000)))
    setTimeout(() => controller.abort(new Error('interrupted')), 10)
    await assert.rejects(waiting, /interrupted/)
  })

  it('are not repeated after other errors', async () => {
    const gate = new RateGate(new AbortController().signal)
    await assert.rejects(
      gate.run(() => Promise.reject(new Error('other'))),
      /other/,
    )
  })
})
