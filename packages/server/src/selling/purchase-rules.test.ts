import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Purchase } from './providers/payment-provider.ts'
import { isReusable } from './purchase-rules.ts'

it('a checkout page is used again for twelve hours, with the same price and provider', () => {
  const created_at = new Date('2030-01-01T00:00:00Z')
  const pending = { refund_requested_at: null, price_jpy: 300, provider: 'stripe', created_at } as Purchase
  const after = (seconds: number) => new Date(created_at.getTime() + seconds * 1000)
  const twelveHours = 43_200
  assert.equal(isReusable(pending, 300, 'stripe', after(twelveHours - 1)), true)
  assert.equal(isReusable(pending, 300, 'stripe', after(twelveHours + 1)), false)
  assert.equal(isReusable(pending, 301, 'stripe', after(0)), false)
  assert.equal(isReusable(pending, 300, 'test', after(0)), false)
  assert.equal(isReusable({ ...pending, refund_requested_at: created_at }, 300, 'stripe', after(0)), false)
})
