import type { FakeStripe } from '@galley/server/testing/payments/fake-stripe'
import { median } from '../support/report.ts'
import { type Buyer, untilAnswered } from './buyers.ts'

/**
 * The milliseconds from a payment to the first answer with the paid text: in turns after the provider's report, and after
 * the buyer has come back without a report.
 */
export async function measureAccess(
  url: string,
  stripe: FakeStripe,
  pairs: readonly { readonly buyer: Buyer; readonly post: { readonly id: string } }[],
): Promise<Record<string, number>> {
  const times: number[] = []
  for (const [i, { buyer, post }] of pairs.entries()) {
    const { body } = await untilAnswered(() => buyer.client.post(`/api/v1/reader/posts/${post.id}/purchase`), 200)
    const { id } = body.purchase
    stripe.pay(id)
    const paidAt = performance.now()
    const report = stripe.events.at(-1)
    if (i % 2 === 0 && report !== undefined) await stripe.deliver(report, url)
    else await untilAnswered(() => buyer.client.post(`/api/v1/reader/purchases/${id}/check`), 200)
    const read = await untilAnswered(() => buyer.client.get(`/api/v1/reader/posts/${post.id}`), 200)
    if (read.body.access !== 'buyer') throw new Error(`${id}: paid, but ${read.body.access}`)
    times.push(Math.round(performance.now() - paidAt))
  }
  return { access_ms_median: median(times), access_ms_max: Math.max(...times) }
}
