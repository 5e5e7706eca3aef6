import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { grantPurchase, revokePurchases } from '../../src/selling/change-access.ts'
import { recordPayment } from '../../src/selling/events/record-payment-or-refund.ts'
import type { PaymentChange } from '../../src/selling/providers/payment-provider.ts'
import { eventNames } from '../support/posts/posts.ts'
import { buy, payTest, publishPaid, startPurchase } from '../support/posts/purchases.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let author: Person
before(async () => {
  server = await startTestServer({ env: { PAYMENTS: 'test' } })
  author = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute))
const PAID = { id: 'paid', change: { paidAt: at(1), paymentRef: 'pay' } }
const EXPIRED = { id: 'expired', change: { expiredAt: at(2) } }
const REFUNDED = { id: 'refunded', change: { refundedAt: at(3) } }
const DISPUTED = { id: 'disputed', change: { disputedAt: at(4) } }
const WON = { id: 'won', change: { disputeWonAt: at(5) } }
const AGAIN = { id: 'again', change: { disputedAt: at(6) } }
const WON_AGAIN = { id: 'won again', change: { disputedAt: at(6), disputeWonAt: at(7) } }
const FIRST = { id: 'first', change: { disputeRef: 'a', disputedAt: at(4) } }
const FIRST_WON = { id: 'first won', change: { disputeRef: 'a', disputedAt: at(4), disputeWonAt: at(7) } }
const SECOND = { id: 'second', change: { disputeRef: 'b', disputedAt: at(6) } }
const SECOND_WON = { id: 'second won', change: { disputeRef: 'b', disputedAt: at(6), disputeWonAt: at(8) } }
const THIRD_WON = { id: 'third won', change: { disputeRef: 'c', disputedAt: at(9), disputeWonAt: at(10) } }

interface Report {
  readonly id: string
  readonly change: PaymentChange
}

/** The result of reports in this order. */
async function stateAfter(reports: readonly Report[]) {
  const buyer = await server.person()
  const post = await publishPaid(author)
  const { id } = (await startPurchase(buyer, post.id)).body.purchase
  for (const report of reports) {
    await recordPayment(server.context, 'test', {
      id: `${report.id}:${id}`,
      type: report.id,
      purchaseId: id,
      occurredAt: at(0),
      change: report.change,
    })
  }
  const { access } = (await buyer.session.get(`/api/v1/reader/posts/${post.id}`)).body
  const purchase = await server.context.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
  const events = await server.context.db
    .selectFrom('payment_events')
    .select('event_id')
    .where('purchase_id', '=', id)
    .execute()
  const sales = (await eventNames(server, post.id)).filter(name => name === 'post.purchased').length
  return { status: purchase?.status, paidAt: purchase?.paid_at, access, events: events.length, sales }
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map(rest => [item, ...rest]))

describe('reports of a payment provider', () => {
  for (const [name, reports, status, access] of [
    ['a payment', [PAID, EXPIRED], 'paid', 'buyer'],
    ['a refund', [PAID, REFUNDED, EXPIRED], 'refunded', 'none'],
    ['a dispute', [PAID, DISPUTED], 'refunded', 'none'],
    ['a dispute that was won', [PAID, DISPUTED, WON], 'paid', 'buyer'],
    ['a second dispute after one that was won', [PAID, DISPUTED, WON, AGAIN], 'refunded', 'none'],
    ['two disputes that were won', [PAID, DISPUTED, WON, WON_AGAIN], 'paid', 'buyer'],
    ['one of two open disputes that was won', [PAID, FIRST_WON, SECOND], 'refunded', 'none'],
    ['one of two open disputes that was lost', [PAID, FIRST, SECOND_WON], 'refunded', 'none'],
    ['two disputes at the same time that were won', [PAID, FIRST, FIRST_WON, SECOND_WON], 'paid', 'buyer'],
    ['two disputes one after the other that were won', [PAID, FIRST, FIRST_WON, THIRD_WON], 'paid', 'buyer'],
    ['a checkout that was left', [EXPIRED], 'expired', 'none'],
  ] as const) {
    it(`end in the same state in any order, each twice: ${name}`, async () => {
      for (const order of permutations<Report>(reports)) {
        const state = await stateAfter([...order, ...order.toReversed()])
        assert.deepEqual([state.status, state.access], [status, access])
        assert.equal(state.events, reports.length)
        assert.deepEqual(state.paidAt, reports.some(report => report === PAID) ? at(1) : null)
        assert.ok(state.sales <= 1)
      }
    })
  }

  it('are recorded if they concern no purchase, and a report of another provider changes nothing', async () => {
    const buyer = await server.person()
    const { id } = (await startPurchase(buyer, (await publishPaid(author)).id)).body.purchase
    const event = { type: 'paid', occurredAt: at(1), change: PAID.change }
    await recordPayment(server.context, 'stripe', { ...event, id: 'foreign', purchaseId: id })
    await recordPayment(server.context, 'test', { ...event, id: 'unknown', purchaseId: 'x' })
    const purchase = await server.context.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
    assert.equal(purchase?.status, 'pending')
    const rows = await server.context.db.selectFrom('payment_events').select('event_id').execute()
    for (const name of ['foreign', 'unknown']) assert.ok(rows.some(({ event_id }) => event_id === name))
  })
})

describe('a receipt', () => {
  it('is written to the outbox once, with the payment', async () => {
    const mailing = await startTestServer({
      env: { PAYMENTS: 'test', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Galley <noreply@example.com>' },
      database: server.database,
    })
    try {
      const buyer = await mailing.person()
      const purchaseId = await buy(buyer, (await publishPaid(author, { title: 'Sold' })).id)
      const mails = await mailing.context.db
        .selectFrom('mails')
        .selectAll()
        .where('user_id', '=', buyer.account.id)
        .execute()
      assert.deepEqual(
        mails.map(({ kind, address }) => [kind, address]),
        [['receipt', buyer.account.email]],
      )
      const content = mailing.context.secretBox.open(mails[0]!.content!)
      for (const words of ['Receipt: Sold', '¥300', `/purchases/${purchaseId}`])
        assert.ok(content.includes(words), words)

      // What is paid back at once gets no receipt.
      const withdrawn = await publishPaid(author)
      const late = (await startPurchase(buyer, withdrawn.id)).body.purchase.id
      await author.session.delete(`/api/v1/posts/${withdrawn.id}?buyers=refund`)
      await payTest(buyer, late, 'pay')
      const { count } = await mailing.context.db
        .selectFrom('mails')
        .select(eb => eb.fn.countAll<string>().as('count'))
        .where('user_id', '=', buyer.account.id)
        .executeTakeFirstOrThrow()
      assert.equal(Number(count), 1)
    } finally {
      await mailing.close()
    }
  })
})

const revoke = async (buyer: Person, postId: string) =>
  (await revokePurchases(server.context, buyer.account.id, postId)).map(({ status }) => status)

describe('the operator', () => {
  it('gives access without a payment, and ends it', async () => {
    const buyer = await server.person()
    const post = await publishPaid(author)
    const access = async () => (await buyer.session.get(`/api/v1/reader/posts/${post.id}`)).body.access
    assert.equal((await grantPurchase(server.context, buyer.account.id, post.id))?.status, 'paid')
    assert.equal(await grantPurchase(server.context, buyer.account.id, post.id), undefined)
    assert.equal(await access(), 'buyer')
    assert.ok(!(await eventNames(server, post.id)).includes('post.purchased'), 'nothing was sold')
    assert.deepEqual(await revoke(buyer, post.id), ['refunded'])
    assert.equal(await access(), 'none')
    assert.deepEqual(await revoke(buyer, post.id), [])
  })

  it('ends the access of a buyer, who gets the price back', async () => {
    const buyer = await server.person()
    const post = await publishPaid(author)
    await buy(buyer, post.id)
    assert.deepEqual(await revoke(buyer, post.id), ['refunded'])
    assert.equal((await buyer.session.get(`/api/v1/reader/posts/${post.id}`)).body.access, 'none')
  })
  it('ends all purchases of a reader: the access that was given, and one that was paid afterwards', async () => {
    const buyer = await server.person()
    const post = await publishPaid(author)
    const pending = (await startPurchase(buyer, post.id)).body.purchase.id
    await grantPurchase(server.context, buyer.account.id, post.id)
    await payTest(buyer, pending, 'pay')
    assert.deepEqual(await revoke(buyer, post.id), ['refunded', 'refunded'])
    assert.equal((await buyer.session.get(`/api/v1/reader/posts/${post.id}`)).body.access, 'none')
  })
})
