import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeStripe } from '@galley/server/testing/payments/fake-stripe'
import { stripeEnvironment } from '@galley/server/testing/payments/stripe-environment'
import { openMarket, paymentsElsewhere } from '../../payments/buyers.ts'
import { withOwnServer } from '../own-server.ts'
import type { Abuse } from '../target.ts'

/**
 * No payment on another page of the same Stripe account pays a purchase, whatever it says about itself. This needs a server
 * with Stripe, so a quick run leaves it out.
 */
export async function abusePayments({ findings, isQuick }: Abuse): Promise<void> {
  if (isQuick) return
  const stripe = await FakeStripe.start()
  const folder = mkdtempSync(join(tmpdir(), 'galley-abuse-'))
  const env = { ...stripeEnvironment(folder, stripe.url), RATE_LIMIT_PURCHASES: '0', DEFAULT_PLAN: 'pro_plus' }
  await withOwnServer(env, async (server, db) => {
    const { buyers, posts } = await openMarket(server.url, 1, 1)
    const [{ client }] = buyers as [(typeof buyers)[0]]
    const post = `/api/v1/reader/posts/${posts[0]!.id}`
    const { purchase } = (await client.post(`${post}/purchase`)).body
    for (const [what, report] of Object.entries(paymentsElsewhere(stripe, purchase.id))) {
      const status = await stripe.deliver(report, server.url)
      findings.countAnswer({ status, ms: 0 })
      findings.check(status === 200, `a payment elsewhere ${what}: ${status}`)
      await client.post(`/api/v1/reader/purchases/${purchase.id}/check`)
      const { access, content } = (await client.get(post)).body
      const isHidden = access === 'none' && !content.includes('paid')
      findings.check(isHidden, `a payment elsewhere ${what} gives access: ${access}`)
      const stored = await db.selectFrom('purchases').select('status').where('id', '=', purchase.id).execute()
      findings.check(stored[0]?.status === 'pending', `a payment elsewhere ${what}: ${stored[0]?.status}`)
    }
  })
  await stripe.close()
  rmSync(folder, { recursive: true })
}
