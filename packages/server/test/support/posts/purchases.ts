import assert from 'node:assert/strict'
import type { Person } from '../test-server.ts'
import { publish } from './public.ts'

export const HIDDEN = 'HIDDENPART'
export const PURCHASES = '/api/v1/reader/purchases'

/** A published post with a free part, for 300 yen. */
export const publishPaid = (author: Person, fields: Record<string, unknown> = {}) =>
  publish(author.bearer, {
    is_paid: true,
    price_jpy: 300,
    content: `# Free\n\nopen text\n\n<!-- paywall -->\n\n${HIDDEN} text`,
    ...fields,
  })

export const startPurchase = (buyer: Person, postId: string) =>
  buyer.session.post(`/api/v1/reader/posts/${postId}/purchase`)

export const payTest = (buyer: Person, purchaseId: string, action: 'pay' | 'cancel' | 'refund') =>
  buyer.session.post(`${PURCHASES}/${purchaseId}/test-payment`, { action })

/** Buys a post with the test provider; returns the id of the purchase. */
export async function buy(buyer: Person, postId: string): Promise<string> {
  const { status, body } = await startPurchase(buyer, postId)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await payTest(buyer, body.purchase.id, 'pay')).body.status, 'paid')
  return body.purchase.id
}
