import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { suspendAccount } from '../../src/identity/accounts/suspend-account.ts'
import { newId } from '../../src/platform/core/ids.ts'
import { createLogger } from '../../src/platform/core/logger.ts'
import { MarkdownRenderer } from '../../src/platform/rendering/markdown-renderer.ts'
import { reconcilePayments } from '../../src/selling/events/reconcile-payments.ts'
import { lockPostForSale } from '../../src/selling/purchase-store.ts'
import { assertError, Client } from '../support/client.ts'
import { LOCK_WAITERS } from '../support/database/lock-waiters.ts'
import { eventually } from '../support/eventually.ts'
import { changePost, createPost, eventsOf } from '../support/posts/posts.ts'
import { publish } from '../support/posts/public.ts'
import { buy, PURCHASES, payTest, publishPaid, startPurchase } from '../support/posts/purchases.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let author: Person
let buyer: Person
before(async () => {
  server = await startTestServer({ env: { PAYMENTS: 'test', AUTHOR_SHARE: '80', SELLER_TAX_ID: 'T1234567890123' } })
  author = await server.person({ plan: 'pro_plus' })
  buyer = await server.person({ plan: 'premium' })
})
after(() => server.close())

const read = (person: Person, id: string) => person.session.get(`/api/v1/reader/posts/${id}`)

describe('buying a post', () => {
  it('gives access at once, and a refund ends it', async () => {
    const { id } = await publishPaid(author)
    const locked = await read(buyer, id)
    assert.deepEqual([locked.body.access, locked.body.paywalled], ['none', true])
    assert.doesNotMatch(JSON.stringify(locked.body), /HIDDENPART/)

    const started = await startPurchase(buyer, id)
    assert.equal(started.body.purchase.status, 'pending')
    assert.match(started.body.checkout_url, /\/checkout\//)
    assert.equal((await read(buyer, id)).body.access, 'none')

    await payTest(buyer, started.body.purchase.id, 'pay')
    const open = await read(buyer, id)
    assert.deepEqual([open.body.access, open.body.paywalled], ['buyer', false])
    assert.match(open.body.content, /HIDDENPART/)
    const page = await buyer.session.get(`/api/v1/reader/posts/${id}/html`)
    assert.match(page.body.html, /HIDDENPART/)
    assert.match((await buyer.session.get(`/api/v1/reader/posts/${id}/html`)).body.html, /HIDDENPART/)

    await payTest(buyer, started.body.purchase.id, 'refund')
    assert.equal((await read(buyer, id)).body.access, 'none')
    for (const path of [`/api/v1/reader/posts/${id}`, `/api/v1/reader/posts/${id}/html`]) {
      assert.doesNotMatch(JSON.stringify((await buyer.session.get(path)).body), /HIDDENPART/)
    }
  })

  it('answers the same purchase while it is pending or paid, also to requests at the same time', async () => {
    const { id } = await publishPaid(author)
    const started = await Promise.all(Array.from({ length: 5 }, () => startPurchase(buyer, id)))
    assert.equal(new Set(started.map(({ body }) => body.purchase?.id ?? body)).size, 1)
    const purchaseId = started[0]?.body.purchase.id
    await payTest(buyer, purchaseId, 'pay')
    const again = await startPurchase(buyer, id)
    assert.deepEqual(again.body, { purchase: { id: purchaseId, status: 'paid' }, checkout_url: null })
  })

  it('uses the current price: a later price does not change a sale, and ends an open checkout', async () => {
    const { id } = await publishPaid(author)
    const sold = await buy(buyer, id)
    const other = await server.person()
    const outdated = (await startPurchase(other, id)).body.purchase.id
    await changePost(author.bearer, id, { price_jpy: 900 })
    assert.equal((await buyer.session.get(`${PURCHASES}/${sold}`)).body.price_jpy, 300)
    assert.equal((await read(buyer, id)).body.access, 'buyer')
    const renewed = (await startPurchase(other, id)).body.purchase.id
    assert.notEqual(renewed, outdated)
    assert.equal((await payTest(other, outdated, 'pay')).body.status, 'expired')
    assert.equal((await read(other, id)).body.access, 'none')
    assert.equal((await other.session.get(`${PURCHASES}/${renewed}`)).body.price_jpy, 900)
  })

  it('is rejected for free, own, salon-only and unknown posts, and anonymously', async () => {
    const free = await publish(author.bearer)
    assertError(await startPurchase(buyer, free.id), 409, 'NOT_FOR_SALE')
    const paid = await publishPaid(author)
    assertError(await startPurchase(author, paid.id), 409, 'NOT_FOR_SALE')
    const draft = await createPost(author.bearer, { is_paid: true, price_jpy: 300 })
    for (const id of [draft.id, 'x', '00000000-0000-7000-8000-000000000000']) {
      assertError(await startPurchase(buyer, id), 404, 'NOT_FOUND')
    }
    assertError(await server.anyone.post(`/api/v1/reader/posts/${paid.id}/purchase`), 401, 'UNAUTHORIZED')
  })

  it('notifies the author’s programs without the reader', async () => {
    const { id } = await publishPaid(author)
    const purchaseId = await buy(buyer, id)
    const event = (await eventsOf(server, id)).find(({ name }) => name === 'post.purchased')
    assert.deepEqual(JSON.parse(event?.body ?? '{}').data.purchase, { id: purchaseId, price_jpy: 300 })
    assert.ok(!event?.body.includes(buyer.account.username) && !event?.body.includes(buyer.account.id))
  })

  it('is limited, because it makes pages at the provider', async () => {
    const limited = await startTestServer({
      env: { PAYMENTS: 'test', RATE_LIMIT_PURCHASES: '2' },
      database: server.database,
    })
    try {
      const person = await limited.person()
      const { id } = await publishPaid(author)
      for (let i = 0; i < 2; i++) assert.equal((await startPurchase(person, id)).status, 200)
      assertError(await startPurchase(person, id), 429, 'RATE_LIMITED')
    } finally {
      await limited.close()
    }
  })
})

describe('purchases', () => {
  it('are listed and read by their buyer only, with the fields of a receipt', async () => {
    const { id } = await publishPaid(author, { title: 'Sold' })
    const purchaseId = await buy(buyer, id)
    const { body } = await buyer.session.get(`${PURCHASES}/${purchaseId}`)
    const { receipt } = body
    assert.deepEqual(
      [receipt.amount_jpy, receipt.tax_jpy, receipt.tax_percent, receipt.seller_tax_id, receipt.is_test],
      [300, 27, 10, 'T1234567890123', true],
    )
    assert.match(receipt.number, /^\d{8}-[0-9A-F]{12}$/)
    assert.deepEqual([body.title, body.content, body.has_copy], ['Sold', null, false])
    const list = await buyer.session.get(PURCHASES)
    assert.equal(list.body.purchases[0].id, purchaseId)
    const other = await server.person()
    assertError(await other.session.get(`${PURCHASES}/${purchaseId}`), 404, 'NOT_FOUND')
    assertError(await payTest(other, purchaseId, 'refund'), 404, 'NOT_FOUND')
    assert.equal((await other.session.get(PURCHASES)).body.total, 0)
  })

  it('keep the last published text when the post is unpublished, changed and deleted', async () => {
    const { id } = await publishPaid(author)
    const purchaseId = await buy(buyer, id)
    const pending = await server.person()
    const late = (await startPurchase(pending, id)).body.purchase.id
    await changePost(author.bearer, id, { status: 'draft' })
    await changePost(author.bearer, id, { content: 'UNPUBLISHED change' })
    await author.bearer.delete(`/api/v1/posts/${id}`)
    assertError(await read(buyer, id), 404, 'NOT_FOUND')
    const kept = await buyer.session.get(`${PURCHASES}/${purchaseId}`)
    assert.match(kept.body.content, /HIDDENPART/)
    assert.deepEqual([kept.body.url, kept.body.has_copy], [null, true])
    assert.match((await buyer.session.get(`${PURCHASES}/${purchaseId}/html`)).body.html, /HIDDENPART/)
    // A payment that arrives after the deletion.
    assert.equal((await pending.session.get(`${PURCHASES}/${late}`)).body.content, null)
    assertError(await pending.session.get(`${PURCHASES}/${late}/html`), 404, 'NOT_FOUND')
    await payTest(pending, late, 'pay')
    assert.match((await pending.session.get(`${PURCHASES}/${late}`)).body.content, /HIDDENPART/)
  })

  it('show the kept text as plain paragraphs while too much is being rendered', async () => {
    const { id } = await publishPaid(author, { content: 'Free.\n\n<!-- paywall -->\n\n*HIDDENPART*' })
    const purchaseId = await buy(buyer, id)
    await author.bearer.delete(`/api/v1/posts/${id}`)
    const { renderer } = server.context
    const busy = new MarkdownRenderer(await createLogger('silent'), { readerWaitMs: 1 })
    Object.assign(server.context, { renderer: busy })
    // Takes seconds, and the texts of others are rendered after it.
    void busy.render('['.repeat(1_000_000), { owner: '' })
    try {
      const { status, body } = await buyer.session.get(`${PURCHASES}/${purchaseId}/html`)
      assert.equal(status, 200)
      assert.match(body.html, /<p>[*]HIDDENPART[*]<\/p>/)
    } finally {
      Object.assign(server.context, { renderer })
      await busy.close()
    }
  })

  it('are refunded when the author deletes the post and chooses so; access ends at once', async () => {
    const { id } = await publishPaid(author)
    const purchaseId = await buy(buyer, id)
    await author.bearer.delete(`/api/v1/posts/${id}?buyers=refund`)
    assert.equal((await buyer.session.get(`${PURCHASES}/${purchaseId}`)).body.content, null)
    await reconcilePayments(server.context)
    const { body } = await buyer.session.get(`${PURCHASES}/${purchaseId}`)
    assert.deepEqual([body.status, body.content], ['refunded', null])
  })

  it('end with the request of a refund: the post can be bought again, before the provider confirms it', async () => {
    const { id } = await publishPaid(author)
    const person = await server.person()
    const first = await buy(person, id)
    await sql`update purchases set refund_requested_at = now() where id = ${first}`.execute(server.context.db)
    assert.equal((await read(person, id)).body.access, 'none')
    const again = await startPurchase(person, id)
    assert.equal(again.body.purchase.status, 'pending')
    assert.notEqual(again.body.purchase.id, first)
  })

  it('that are started while the post is unpublished keep its text, or are rejected', async () => {
    const { id } = await publishPaid(author)
    const person = await server.person()
    const { db } = server.context
    const { unpublishing, purchaseId } = await db.transaction().execute(async trx => {
      await lockPostForSale(trx, id, person.account.id)
      const purchaseId = newId()
      await sql`
        insert into purchases (id, user_id, post_id, author_id, title, author_name, price_jpy, author_share_percent, provider)
        values (${purchaseId}, ${person.account.id}, ${id}, ${author.account.id}, '', '', 300, 85, 'test')`.execute(trx)
      let isDone = false
      const unpublishing = changePost(author.bearer, id, { status: 'draft' }).finally(() => {
        isDone = true
      })
      await eventually(async () => {
        const { rows } = await sql.raw(LOCK_WAITERS).execute(trx)
        assert.ok(isDone || rows.length > 0)
      })
      return { unpublishing, purchaseId }
    })
    await unpublishing
    await payTest(person, purchaseId, 'pay')
    assert.match((await person.session.get(`${PURCHASES}/${purchaseId}`)).body.content, /HIDDENPART/)
  })

  it('are all refunded at once, however many they are', async () => {
    const { id } = await publishPaid(author)
    const { db } = server.context
    await sql`
      insert into purchases (id, post_id, author_id, title, author_name, price_jpy, author_share_percent, provider, paid_at)
      select gen_random_uuid(), ${id}, ${author.account.id}, 'Sold', 'Author', 300, 85, 'test', now()
      from generate_series(1, 250)`.execute(db)
    await author.bearer.delete(`/api/v1/posts/${id}?buyers=refund`)
    await reconcilePayments(server.context)
    const rows = await db.selectFrom('purchases').select('status').where('post_id', '=', id).execute()
    assert.deepEqual([rows.length, new Set(rows.map(({ status }) => status))], [250, new Set(['refunded'])])
  })

  it('of a suspended author are hidden until the account is restored', async () => {
    const seller = await server.person({ plan: 'pro_plus' })
    const { id } = await publishPaid(seller)
    await buy(buyer, id)
    await suspendAccount(server.context.db as never, () => {}, seller.account.id, new Date())
    assertError(await read(buyer, id), 404, 'NOT_FOUND')
    assertError(await buyer.session.get(`/api/v1/reader/posts/${id}/html`), 404, 'NOT_FOUND')
  })
})

describe('a site without sales', () => {
  it('says so, and has no test payments', async () => {
    const { id } = await publishPaid(author)
    const { purchase } = (await startPurchase(buyer, id)).body
    const off = await startTestServer({ database: server.database })
    try {
      const person = await off.person()
      const rejected = await startPurchase(person, id)
      assertError(rejected, 409, 'NOT_FOR_SALE')
      assert.match(rejected.body.error.message, /disabled/)
      const { cookie } = buyer.session
      const same = new Client(off.url, cookie === undefined ? {} : { cookie })
      assertError(await same.post(`${PURCHASES}/${purchase.id}/test-payment`, { action: 'pay' }), 404, 'NOT_FOUND')
    } finally {
      await off.close()
    }
  })
})
