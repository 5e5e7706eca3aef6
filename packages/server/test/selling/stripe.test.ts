import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { purgeAccount } from '../../src/identity/accounts/deletion/purge-account.ts'
import { requestDeletion } from '../../src/identity/accounts/deletion/request-deletion.ts'
import { createHandlers } from '../../src/job-handlers.ts'
import { setListedUntil } from '../../src/selling/events/payment-event-store.ts'
import { reconcilePayments } from '../../src/selling/events/reconcile-payments.ts'
import { assertError } from '../support/client.ts'
import { FakeStripe } from '../support/payments/fake-stripe.ts'
import { stripeEnvironment } from '../support/payments/stripe-environment.ts'
import { changePost } from '../support/posts/posts.ts'
import { PURCHASES, publishPaid, startPurchase } from '../support/posts/purchases.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let stripe: FakeStripe
let author: Person
const folder = mkdtempSync(join(tmpdir(), 'galley-legal-'))
before(async () => {
  stripe = await FakeStripe.start()
  server = await startTestServer({ env: stripeEnvironment(folder, stripe.url) })
  author = await server.person({ plan: 'pro_plus' })
})
after(async () => {
  await server.close()
  await stripe.close()
  rmSync(folder, { recursive: true })
})

async function start() {
  const buyer = await server.person()
  const post = await publishPaid(author)
  const { status, body } = await startPurchase(buyer, post.id)
  assert.equal(status, 200, JSON.stringify(body))
  const { id } = body.purchase
  const access = async () => (await buyer.session.get(`/api/v1/reader/posts/${post.id}`)).body.access
  return { buyer, post, id, access, url: body.checkout_url }
}

type StripeEvent = FakeStripe['events'][number]

const eventsOf = (id: string) =>
  stripe.events.filter(event => JSON.stringify(event).includes(id) || isDisputeOf(event, id))
const isDisputeOf = (event: { data: { object: Record<string, unknown> } }, id: string) =>
  event.data.object['id'] === stripe.sessionOf(id).id.replace('cs_', 'dp_')

/** New purchases are checked after a minute. */
const makeOlder = (id: string) =>
  sql`update purchases set created_at = now() - interval '2 minutes' where id = ${id}`.execute(server.context.db)

describe('Stripe', () => {
  it('opens one checkout for a purchase, at the price in yen', async () => {
    const { buyer, post, id, url } = await start()
    assert.match(url, /^https:\/\/checkout\.stripe\.com\//)
    assert.equal(stripe.sessionOf(id).amount, 300)
    const again = await startPurchase(buyer, post.id)
    assert.equal(stripe.sessionOf(id).isConverted, false)
    assert.equal(again.body.checkout_url, url)
  })

  it('reports payments, refunds and disputes, in any order and repeatedly', async () => {
    for (const [reversed, ending] of [
      [false, 'won'],
      [true, 'won'],
      [false, 'warning_closed'],
    ] as const) {
      const { id, access } = await start()
      stripe.pay(id)
      stripe.dispute(id)
      stripe.winDispute(id, ending)
      const reports = eventsOf(id)
      assert.equal(reports.length, 3)
      for (const event of [...(reversed ? reports.toReversed() : reports), ...reports]) {
        assert.equal(await stripe.deliver(event, server.url), 200)
      }
      assert.equal(await access(), 'buyer')
      stripe.refund(id)
      await stripe.deliver(eventsOf(id).at(-1)!, server.url)
      assert.equal(await access(), 'none')
    }
  })

  it('gives access back when all disputes of a payment are won, not only one of them', async () => {
    const { id, access } = await start()
    stripe.pay(id)
    stripe.dispute(id)
    stripe.winDispute(id)
    const [paid, disputed, won] = eventsOf(id) as [StripeEvent, StripeEvent, StripeEvent]
    const ofAnother = (event: StripeEvent) => {
      const object = { ...event.data.object, id: 'dp_another' }
      return { ...event, id: `${event.id}_another`, data: { object } }
    }
    for (const event of [paid, disputed, ofAnother(disputed), won]) await stripe.deliver(event, server.url)
    assert.equal(await access(), 'none')
    await stripe.deliver(ofAnother(won), server.url)
    assert.equal(await access(), 'buyer')
  })

  it('refunds a payment that arrives after the buyer’s account was purged, and closes the checkout of such a purchase', async () => {
    const [paying, left] = [await start(), await start()]
    for (const { buyer, id } of [paying, left]) {
      await requestDeletion(server.context, buyer.account.id)
      await purgeAccount(server.context, buyer.account.id)
      await makeOlder(id)
    }
    stripe.pay(paying.id)
    await stripe.deliver(eventsOf(paying.id)[0]!, server.url)
    await reconcilePayments(server.context)
    assert.notEqual(stripe.sessionOf(paying.id).refundedAt, undefined)
    assert.equal(stripe.pay(left.id), false, 'the page is closed')
  })

  it('keeps a purchase whose payment is pending, even if the price has changed', async () => {
    const { buyer, post, id, url, access } = await start()
    stripe.payLater(id)
    await changePost(author.bearer, post.id, { price_jpy: 500 })
    const again = await startPurchase(buyer, post.id)
    assert.deepEqual([again.status, again.body], [200, { purchase: { id, status: 'pending' }, checkout_url: url }])
    stripe.receive(id)
    for (const event of eventsOf(id)) await stripe.deliver(event, server.url)
    assert.equal(await access(), 'buyer')
  })

  it('opens no second checkout before the first is closed', async () => {
    const { buyer, post, id } = await start()
    await changePost(author.bearer, post.id, { price_jpy: 500 })
    stripe.failing = '/expire'
    assert.notEqual((await startPurchase(buyer, post.id)).status, 200)
    stripe.failing = undefined
    assert.notEqual((await startPurchase(buyer, post.id)).body.purchase.id, id)
    assert.equal(stripe.pay(id), false)
  })

  it('may fail: buyers get 503, and the return page shows the stored purchase', async () => {
    const { buyer, id } = await start()
    const other = await publishPaid(author)
    stripe.pay(id)
    stripe.failing = '/v1'
    assertError(await startPurchase(buyer, other.id), 503, 'UNAVAILABLE')
    assertError(await buyer.session.post(`${PURCHASES}/${id}/check`), 503, 'UNAVAILABLE')
    const back = await buyer.session.get(`/purchases/${id}/return`)
    assert.deepEqual([back.status, back.headers.get('location')], [302, `/purchases/${id}`])
    stripe.failing = undefined
    assert.equal((await startPurchase(buyer, other.id)).status, 200)
  })

  it('sends reports that are accepted only with a valid signature', async () => {
    const { id, access } = await start()
    stripe.pay(id)
    assert.equal(await stripe.deliver(eventsOf(id)[0]!, server.url, 'whsec_wrong'), 400)
    const unsigned = await fetch(`${server.url}/payments/stripe`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(unsigned.status, 400)
    await unsigned.text()
    assert.equal(await access(), 'none')
  })

  it('is asked when the buyer comes back, so that access does not wait for a report', async () => {
    const { buyer, id, access } = await start()
    stripe.pay(id)
    assert.equal((await buyer.session.post(`${PURCHASES}/${id}/check`)).body.status, 'paid')
    assert.equal(await access(), 'buyer')
  })

  it('is asked about pending purchases, so that a lost report is made up for', async () => {
    const [paid, left, open] = [await start(), await start(), await start()]
    stripe.pay(paid.id)
    stripe.expire(left.id)
    for (const { id } of [paid, left, open]) await makeOlder(id)
    await reconcilePayments(server.context)
    const statusOf = async ({ buyer, id }: typeof paid) => (await buyer.session.get(`${PURCHASES}/${id}`)).body.status
    assert.deepEqual(await Promise.all([paid, left, open].map(statusOf)), ['paid', 'expired', 'pending'])
  })

  it('is asked by one run at a time', async () => {
    await start()
    const lists = () => stripe.requests.filter(path => path.startsWith('/v1/events')).length
    const before = lists()
    const handlers = createHandlers(server.context)
    await Promise.all([handlers['reconcile-payments']({}), handlers['reconcile-payments']({})])
    const once = lists() - before
    await handlers['reconcile-payments']({})
    assert.equal(lists() - before, 2 * once)
  })

  it('lists its events, so that refunds and disputes whose reports were lost are noticed', async () => {
    const [refunded, disputed, won] = [await start(), await start(), await start()]
    for (const { id } of [refunded, disputed, won]) {
      stripe.pay(id)
      assert.equal(await stripe.deliver(eventsOf(id)[0]!, server.url), 200)
    }
    stripe.refund(refunded.id)
    stripe.dispute(disputed.id)
    stripe.dispute(won.id)
    stripe.winDispute(won.id)
    stripe.failing = '?payment_intent='
    await reconcilePayments(server.context)
    stripe.failing = undefined
    await reconcilePayments(server.context)
    const accesses = await Promise.all([refunded, disputed, won].map(({ access }) => access()))
    assert.deepEqual(accesses, ['none', 'none', 'buyer'])
    assert.equal(await reconcilePayments(server.context), 0, 'nothing is recorded twice')
  })

  it('is asked again about an event that cannot be recorded, less often, and not about what came before it', async () => {
    const disputed = await start()
    stripe.pay(disputed.id)
    await stripe.deliver(eventsOf(disputed.id)[0]!, server.url)
    stripe.dispute(disputed.id)
    const { db } = server.context
    const listedUntil = async () =>
      (await db.selectFrom('payment_listings').selectAll().executeTakeFirst())?.listed_until
    await setListedUntil(db, 'stripe', new Date(Date.now() - 24 * 3_600_000))
    stripe.failing = '?payment_intent='
    for (const _ of [1, 2, 3]) await reconcilePayments(server.context)
    const [failed, ...more] = await db.selectFrom('failed_payment_events').selectAll().execute()
    assert.deepEqual([failed?.attempts, more.length], [2, 0])
    assert.ok((await listedUntil())! > new Date(Date.now() - 3_600_000))
    stripe.failing = undefined
    await sql`update failed_payment_events set due_at = now()`.execute(db)
    assert.equal(await reconcilePayments(server.context), 1)
    assert.equal(await disputed.access(), 'none')
    assert.deepEqual(await db.selectFrom('failed_payment_events').selectAll().execute(), [])
  })

  it('sends reports that are stored without personal data, and without any content if the purchase is not ours', async () => {
    const { id } = await start()
    stripe.pay(id)
    const ours = eventsOf(id)[0]!
    const customer_details = { name: 'Hanako', email: 'hanako@example.com' }
    const object: Record<string, unknown> = { ...ours.data.object, customer_details }
    const foreign = { ...object, client_reference_id: 'other', metadata: { purchase_id: 'other' } }
    const reports = [
      { ...ours, id: 'evt_ours', data: { object } },
      { ...ours, id: 'evt_foreign', data: { object: foreign } },
    ]
    for (const report of reports) assert.equal(await stripe.deliver(report, server.url), 200)
    const rows = await server.context.db
      .selectFrom('payment_events')
      .select(['event_id', 'purchase_id', 'body'])
      .where(
        'event_id',
        'in',
        reports.map(report => report.id),
      )
      .orderBy('event_id', 'desc')
      .execute()
    const paidAt = new Date(ours.created * 1000).toISOString()
    const paymentRef = object['payment_intent']
    assert.deepEqual(rows, [
      {
        event_id: 'evt_ours',
        purchase_id: id,
        body: { amount: '300 jpy', checkoutRef: object['id'], paidAt, paymentRef },
      },
      { event_id: 'evt_foreign', purchase_id: null, body: {} },
    ])
  })

  it('closes a checkout with an outdated price; one that was just paid counts', async () => {
    const outdated = await start()
    await changePost(author.bearer, outdated.post.id, { price_jpy: 500 })
    const renewed = await startPurchase(outdated.buyer, outdated.post.id)
    assert.notEqual(renewed.body.purchase.id, outdated.id)
    assert.equal(stripe.pay(outdated.id), false)

    const paid = await start()
    stripe.pay(paid.id)
    await changePost(author.bearer, paid.post.id, { price_jpy: 500 })
    assert.deepEqual((await startPurchase(paid.buyer, paid.post.id)).body.purchase, { id: paid.id, status: 'paid' })
  })

  it('closes a checkout that was made just before the server was killed, although its address was not stored', async () => {
    const { buyer, post, id } = await start()
    await server.context.db
      .updateTable('purchases')
      .set({ checkout_ref: null, checkout_url: null })
      .where('id', '=', id)
      .execute()
    await changePost(author.bearer, post.id, { price_jpy: 500 })
    assert.notEqual((await startPurchase(buyer, post.id)).body.purchase.id, id)
    assert.equal(stripe.sessionOf(id).status, 'expired')
    assert.equal((await buyer.session.get(`${PURCHASES}/${id}`)).body.status, 'expired')
  })

  it('pays back once when a deleted post is refunded, also after failures', async () => {
    const { buyer, post, id } = await start()
    stripe.pay(id)
    await stripe.deliver(eventsOf(id)[0]!, server.url)
    await author.bearer.delete(`/api/v1/posts/${post.id}?buyers=refund`)
    stripe.failing = '/refunds'
    await reconcilePayments(server.context)
    stripe.failing = undefined
    assert.equal((await buyer.session.get(`${PURCHASES}/${id}`)).body.status, 'paid')
    await reconcilePayments(server.context)
    await reconcilePayments(server.context)
    assert.equal((await buyer.session.get(`${PURCHASES}/${id}`)).body.status, 'refunded')
    assert.equal(eventsOf(id).filter(({ type }) => type === 'charge.refunded').length, 1)
  })
})
