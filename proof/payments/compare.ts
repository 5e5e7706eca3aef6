import { inParallel } from '@galley/server/testing/in-parallel'
import type { FakeStripe } from '@galley/server/testing/payments/fake-stripe'
import type { ServerProcess } from '@galley/server/testing/processes/server-process'
import { type Market, untilAnswered } from './buyers.ts'

type Checkout = ReturnType<FakeStripe['sessionOf']>

const isPaid = ({ paid, refundedAt, dispute }: Checkout): boolean =>
  paid && refundedAt === undefined && dispute !== 'open'

function statusAt(checkout: Checkout): string {
  if (checkout.paid) return isPaid(checkout) ? 'paid' : 'refunded'
  return checkout.status === 'expired' ? 'expired' : 'pending'
}

/** Where our ledger, or the access of a buyer, differs from the provider. */
export async function compare(market: Market, stripe: FakeStripe, server: ServerProcess): Promise<string[]> {
  const failures: string[] = []
  const rows = await server.query(`
    select b.id, b.status, b.price_jpy, b.post_id, u.username, b.checkout_ref from purchases b join users u on u.id = b.user_id`)
  const ours = new Map(rows.map(row => [String(row['id']), row]))
  const holders = new Map<string, number>()
  for (const checkout of stripe.sessions.values()) {
    const row = ours.get(checkout.purchaseId)
    if (row?.['status'] !== statusAt(checkout) || row['price_jpy'] !== checkout.amount) {
      failures.push(`${checkout.purchaseId}: ${JSON.stringify(row)}, but ${JSON.stringify(checkout)}`)
    }
    const key = `${row?.['username']} ${row?.['post_id']}`
    if (isPaid(checkout)) holders.set(key, (holders.get(key) ?? 0) + 1)
  }
  for (const row of rows) {
    const isKnown = [...stripe.sessions.values()].some(({ purchaseId }) => purchaseId === row['id'])
    if (!isKnown && row['status'] !== 'pending' && row['status'] !== 'expired')
      failures.push(`${row['id']}: no checkout`)
  }
  for (const [key, count] of holders) if (count > 1) failures.push(`${key} was paid ${count} times`)
  const pairs = market.buyers.flatMap(buyer => market.posts.map(post => ({ buyer, post })))
  await inParallel(pairs, async ({ buyer, post }) => {
    const { body } = await untilAnswered(() => buyer.client.get(`/api/v1/reader/posts/${post.id}`), 200)
    const expected = holders.has(`${buyer.name} ${post.id}`) ? 'buyer' : 'none'
    if (body.access !== expected) failures.push(`${buyer.name} ${post.id}: access ${body.access}, not ${expected}`)
    if (body.content.includes('paid') !== (expected === 'buyer')) failures.push(`${buyer.name} ${post.id}: wrong text`)
  })
  return failures
}
