import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { reconcilePayments } from '../../src/selling/events/reconcile-payments.ts'
import { FakeStripe } from '../support/payments/fake-stripe.ts'
import { stripeEnvironment } from '../support/payments/stripe-environment.ts'
import { PURCHASES, publishPaid, startPurchase } from '../support/posts/purchases.ts'
import { OperatorCommands } from '../support/processes/operator-commands.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let stripe: FakeStripe
let author: Person
let operator: OperatorCommands
const folder = mkdtempSync(join(tmpdir(), 'galley-legal-'))
before(async () => {
  stripe = await FakeStripe.start()
  const env = stripeEnvironment(folder, stripe.url)
  server = await startTestServer({ env })
  author = await server.person({ plan: 'pro_plus' })
  operator = new OperatorCommands({ DATABASE_URL: server.database.url, ...env })
})
after(async () => {
  await operator.end()
  await server.close()
  await stripe.close()
  rmSync(folder, { recursive: true })
})

async function start() {
  const buyer = await server.person()
  const post = await publishPaid(author, { price_jpy: 9000 })
  const { id } = (await startPurchase(buyer, post.id)).body.purchase
  const purchase = async () =>
    await server.context.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const state = async () => {
    const { access } = (await buyer.session.get(`/api/v1/reader/posts/${post.id}`)).body
    return [(await purchase()).status, access]
  }
  const paid = async () => {
    stripe.pay(id)
    assert.equal((await buyer.session.post(`${PURCHASES}/${id}/check`)).body.status, 'paid')
  }
  return { buyer, post, id, purchase, state, paid }
}

const deliver = async (...events: Parameters<FakeStripe['deliver']>[0][]) => {
  for (const event of events) assert.equal(await stripe.deliver(event, server.url), 200)
}

const unmatched = async (purchaseId: string) =>
  (await operator.json('purchases', 'unmatched')).payments.filter(
    ({ purchase }: { purchase: string }) => purchase === purchaseId,
  )

describe('a payment that is not the one of the purchase', () => {
  for (const [name, fields] of [
    ['names it in the address of a payment link', {}],
    ['has the full price', { amount_total: 9000 }],
    ['has the full price and our metadata', { amount_total: 9000, metadata: 'ours' }],
    ['has the full price in another currency', { amount_total: 9000, currency: 'usd' }],
    ['has no amount', { amount_total: null, currency: null }],
  ] as const) {
    it(`gives no access: it ${name}`, async () => {
      const { id, state, purchase } = await start()
      const before = await purchase()
      const metadata = 'metadata' in fields ? { purchase_id: id } : {}
      const { paid, received } = stripe.payElsewhere(id, { ...fields, metadata })
      await deliver(paid, received, paid)
      assert.deepEqual(await state(), ['pending', 'none'])
      assert.deepEqual(await purchase(), before)
      assert.equal((await unmatched(id)).length, 1, 'the operator sees it once')
    })
  }

  it('gives no access on the page of the purchase either, if it is not the full price in yen', async () => {
    for (const fields of [{ amount_total: 50 }, { currency: 'usd' }, { amount_total: 8999 }]) {
      const { buyer, id, state } = await start()
      const { id: page } = stripe.sessionOf(id)
      const { paid } = stripe.payElsewhere(id, { ...fields, id: page, metadata: { purchase_id: id } })
      await deliver({ ...paid, data: { object: { amount_total: 9000, ...paid.data.object, ...fields } } })
      assert.deepEqual(await state(), ['pending', 'none'])
      assert.equal((await unmatched(id)).length, 1)
      assert.equal((await buyer.session.post(`${PURCHASES}/${id}/check`)).status, 200)
    }
  })

  it('gives no access if Stripe is asked about the page, and stops neither the buyer nor the reconciler', async () => {
    const { buyer, id, state } = await start()
    Object.assign(stripe.sessionOf(id), { amount: 50 })
    stripe.pay(id)
    const checked = await buyer.session.post(`${PURCHASES}/${id}/check`)
    assert.deepEqual([checked.status, checked.body.status], [200, 'pending'])
    await server.context.db
      .updateTable('purchases')
      .set({ created_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await reconcilePayments(server.context)
    assert.deepEqual(await state(), ['pending', 'none'])
    assert.equal((await unmatched(id)).length, 1)
  })

  it('is accepted without metadata on the page of the purchase, in full', async () => {
    const { id, state } = await start()
    stripe.pay(id)
    const event = stripe.events.at(-1)!
    await deliver({ ...event, data: { object: { ...event.data.object, metadata: {} } } })
    assert.deepEqual(await state(), ['paid', 'buyer'])
  })

  it('neither closes the purchase nor ends the access when it fails, is paid back or disputed', async () => {
    const [open, sold] = [await start(), await start()]
    await sold.paid()
    for (const { id, state } of [open, sold]) {
      const before = await state()
      const { expired, failed, refunded, disputed } = stripe.payElsewhere(id)
      await deliver(expired, failed, refunded, disputed)
      assert.deepEqual(await state(), before)
    }
    assert.equal((await sold.purchase()).payment_ref, stripe.sessionOf(sold.id).id.replace('cs_', 'pi_'))
  })

  it('does not become the payment of another purchase whose page was paid', async () => {
    const [mine, other] = [await start(), await start()]
    stripe.pay(mine.id)
    const event = stripe.events.at(-1)!
    const object = { ...event.data.object, client_reference_id: other.id, metadata: { purchase_id: other.id } }
    await deliver({ ...event, id: 'evt_other', data: { object } })
    assert.deepEqual(await other.state(), ['pending', 'none'])
  })
})

describe('the list of payments without a purchase', () => {
  it('shows the operator what was paid, until it is resolved', async () => {
    const { buyer, id, post } = await start()
    const { paid } = stripe.payElsewhere(id)
    await deliver(paid)
    const [payment] = await unmatched(id)
    assert.deepEqual(
      { ...payment, reported_at: null },
      {
        reported_at: null,
        amount: '50 jpy',
        price: '9000 jpy',
        purchase: id,
        buyer: buyer.account.username,
        post_id: post.id,
        title: post.title,
        payment: paid.data.object['payment_intent'],
      },
    )
    const { stdout } = await operator.galley('doctor', '--json')
    assert.match(stdout, /purchases unmatched/)
    await operator.json('purchases', 'resolve', payment.payment)
    assert.deepEqual(await unmatched(id), [])
    await operator.assertRejected(['purchases', 'resolve', payment.payment], 1, 'NOT_FOUND', /no open payment/)
  })

  it('leaves out what was paid back, in any order of the reports', async () => {
    for (const reversed of [false, true]) {
      const { id } = await start()
      const { paid, refunded } = stripe.payElsewhere(id)
      await deliver(...(reversed ? [refunded, paid] : [paid, refunded]))
      assert.deepEqual(await unmatched(id), [])
    }
  })
})

it('a report that Stripe lists some minutes late is noticed by the next run', async () => {
  const { id, state } = await start()
  await reconcilePayments(server.context)
  stripe.pay(id)
  const paid = stripe.events.pop()!
  stripe.events.push({ ...paid, created: paid.created - 120 })
  await sql`update purchases set created_at = now() - interval '10 minutes'`.execute(server.context.db)
  // The purchase itself is not asked about.
  stripe.failing = '/v1/checkout/sessions/'
  await reconcilePayments(server.context)
  stripe.failing = undefined
  assert.deepEqual(await state(), ['paid', 'buyer'])
})
