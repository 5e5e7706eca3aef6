import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, Client } from '@galley/server/testing/client'
import { inParallel } from '@galley/server/testing/in-parallel'
import type { FakeStripe } from '@galley/server/testing/payments/fake-stripe'
import type { SeededRandom } from '@galley/server/testing/seeded-random'

export interface Buyer {
  readonly name: string
  readonly client: Client
}

export interface Market {
  readonly author: Buyer
  readonly buyers: readonly Buyer[]
  readonly posts: readonly { readonly id: string }[]
}

/** An author with paid posts, and readers. */
export async function openMarket(url: string, buyerCount: number, postCount: number): Promise<Market> {
  const signUp = async (name: string): Promise<Buyer> => {
    const client = new Client(url)
    const body = { username: name, email: `${name}@example.com`, password: 'correct horse battery' }
    await untilAnswered(() => client.post('/api/v1/signup', body), 201)
    return { name, client }
  }
  const author = await signUp('author')
  const buyers: Buyer[] = []
  await inParallel(
    Array.from({ length: buyerCount }, (_, i) => `buyer_${i}`),
    async name => {
      buyers.push(await signUp(name))
    },
  )
  const posts: { id: string }[] = []
  for (let i = 0; i < postCount; i++) {
    const post = {
      title: `Post ${i}`,
      content: 'free <!-- paywall --> paid',
      status: 'published',
      is_paid: true,
      price_jpy: 300,
    }
    posts.push((await untilAnswered(() => author.client.post('/api/v1/posts', post), 201)).body)
  }
  return { author, buyers, posts }
}

/** One reader buys one post, or leaves the page; some are paid back or disputed later, and some prices change meanwhile. */
export async function buyAndChange(
  { author }: Market,
  stripe: FakeStripe,
  { buyer, post }: { readonly buyer: Buyer; readonly post: { readonly id: string } },
  random: SeededRandom,
): Promise<void> {
  const start = async () =>
    (await untilAnswered(() => buyer.client.post(`/api/v1/reader/posts/${post.id}/purchase`), 200)).body
  let { purchase, checkout_url } = await start()
  if (random.chance(0.05)) {
    const price_jpy = random.between(100, 999)
    await untilAnswered(() => author.client.patch(`/api/v1/posts/${post.id}`, { price_jpy }), 200)
    ;({ purchase, checkout_url } = await start())
  }
  if (random.chance(0.1)) stripe.events.push(...Object.values(paymentsElsewhere(stripe, purchase.id)))
  if (checkout_url === null) return
  if (random.chance(0.1)) return stripe.expire(purchase.id)
  if (!stripe.pay(purchase.id)) return
  // Some buyers close the browser before they come back.
  if (random.chance(0.5))
    await untilAnswered(() => buyer.client.post(`/api/v1/reader/purchases/${purchase.id}/check`), 200)
  if (random.chance(0.15)) stripe.refund(purchase.id)
  else if (random.chance(0.1)) {
    stripe.dispute(purchase.id)
    if (random.chance(0.5)) stripe.winDispute(purchase.id)
  }
}

/** Reports of payments on other pages of the same Stripe account, all of which name this purchase. */
export function paymentsElsewhere(stripe: FakeStripe, purchaseId: string) {
  const amount_total = stripe.sessionOf(purchaseId).amount
  const metadata = { purchase_id: purchaseId }
  return {
    'for less': stripe.payElsewhere(purchaseId).paid,
    'at the full price': stripe.payElsewhere(purchaseId, { amount_total }).paid,
    'with our metadata': stripe.payElsewhere(purchaseId, { amount_total, metadata }).paid,
    'in another currency': stripe.payElsewhere(purchaseId, { amount_total, metadata, currency: 'vnd' }).paid,
    'that arrives later': stripe.payElsewhere(purchaseId, { amount_total, metadata }).received,
  }
}

const TRIES = 600

/** Repeats a request while the server is down or is being started. */
export async function untilAnswered(send: () => Promise<Answer>, status: number): Promise<Answer> {
  let last: unknown
  for (let i = 0; i < TRIES; i++) {
    const answer = await send().catch(error => {
      last = error
      return undefined
    })
    if (answer?.status === status) return answer
    if (answer !== undefined && answer.status < 500) throw new Error(JSON.stringify(answer.body))
    await pause(100)
  }
  throw new Error('the server did not answer', { cause: last })
}
