/** What buyers can read of a post that is hidden, whose author is suspended or leaving, or that is gone. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { purgeAccount } from '../../src/identity/accounts/deletion/purge-account.ts'
import { requestDeletion } from '../../src/identity/accounts/deletion/request-deletion.ts'
import { suspendAccount } from '../../src/identity/accounts/suspend-account.ts'
import { grantPurchase } from '../../src/selling/change-access.ts'
import { reconcilePayments } from '../../src/selling/events/reconcile-payments.ts'
import { assertError } from '../support/client.ts'
import { changePost, eventNames } from '../support/posts/posts.ts'
import { buy, PURCHASES, payTest, publishPaid, startPurchase } from '../support/posts/purchases.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let admin: Person
let buyer: Person
before(async () => {
  server = await startTestServer({ env: { PAYMENTS: 'test' } })
  admin = await server.person({ role: 'admin' })
  buyer = await server.person()
})
after(() => server.close())

const newSeller = () => server.person({ plan: 'pro_plus' })
const hide = (id: string) => admin.session.post(`/api/v1/admin/posts/${id}/hide`, { reason: 'A reason' })
const unhide = (id: string) => admin.session.post(`/api/v1/admin/posts/${id}/restore`, {})
const suspend = ({ account }: Person, at: Date | null) =>
  server.context.db.transaction().execute(trx => suspendAccount(trx, () => {}, account.id, at))
const read = async (id: string, reader = buyer) => (await reader.session.get(`${PURCHASES}/${id}`)).body
const storedText = (postId: string) =>
  server.context.db.selectFrom('sold_copies').select('content').where('post_id', '=', postId).execute()

async function purge({ account }: Person): Promise<void> {
  await requestDeletion(server.context, account.id)
  await purgeAccount(server.context, account.id)
}

describe('the text of a purchase', () => {
  it('that an admin hid is withheld until it is shown again, and is not kept when the account is purged', async () => {
    const seller = await newSeller()
    const [unpublished, published] = [await publishPaid(seller), await publishPaid(seller)]
    const shown = await publishPaid(seller)
    const ids = [await buy(buyer, unpublished.id), await buy(buyer, published.id)]
    const shownAgain = await buy(buyer, shown.id)
    for (const { id } of [unpublished, published, shown]) assert.equal((await hide(id)).status, 200)
    for (const { id } of [unpublished, shown]) await changePost(seller.bearer, id, { status: 'draft' })
    for (const id of [...ids, shownAgain]) assert.equal((await read(id)).content, null)
    assert.equal((await unhide(shown.id)).status, 200)
    assert.match((await read(shownAgain)).content, /HIDDENPART/)
    await purge(seller)
    for (const id of ids) {
      assert.deepEqual([(await read(id)).content, (await read(id)).has_copy], [null, false])
      assertError(await buyer.session.get(`${PURCHASES}/${id}/html`), 404, 'NOT_FOUND')
    }
    for (const { id } of [unpublished, published]) assert.deepEqual(await storedText(id), [])
  })

  it('of a suspended author is not kept when the account is purged', async () => {
    const seller = await newSeller()
    const [unpublished, published] = [await publishPaid(seller), await publishPaid(seller)]
    const ids = [await buy(buyer, unpublished.id), await buy(buyer, published.id)]
    await changePost(seller.bearer, unpublished.id, { status: 'draft' })
    await suspend(seller, new Date('2030-01-01'))
    await purge(seller)
    for (const id of ids) assert.equal((await read(id)).content, null)
  })

  it('of an author who leaves stays readable, before and after the account is purged', async () => {
    const seller = await newSeller()
    const [unpublished, published] = [await publishPaid(seller), await publishPaid(seller)]
    const ids = [await buy(buyer, unpublished.id), await buy(buyer, published.id)]
    await changePost(seller.bearer, unpublished.id, { status: 'draft' })
    await requestDeletion(server.context, seller.account.id)
    for (const id of ids) {
      const { content, url, has_copy } = await read(id)
      assert.match(content, /HIDDENPART/)
      assert.deepEqual([url, has_copy], [null, true])
    }
    await purgeAccount(server.context, seller.account.id)
    for (const id of ids) {
      assert.match((await read(id)).content, /HIDDENPART/)
      assert.match((await buyer.session.get(`${PURCHASES}/${id}/html`)).body.html, /HIDDENPART/)
    }
  })
})

describe('a payment for a post that cannot be read any more', () => {
  it('is paid back, and does not count as a sale', async () => {
    const seller = await newSeller()
    const { id } = await publishPaid(seller)
    const purchaseId = (await startPurchase(buyer, id)).body.purchase.id
    await hide(id)
    await payTest(buyer, purchaseId, 'pay')
    await reconcilePayments(server.context)
    assert.equal((await read(purchaseId)).status, 'refunded')
    assert.ok(!(await eventNames(server, id)).includes('post.purchased'))
  })

  it('is prevented: the reconciler closes the checkout of a suspended author’s post', async () => {
    const seller = await newSeller()
    const { id } = await publishPaid(seller)
    const purchaseId = (await startPurchase(buyer, id)).body.purchase.id
    const earlier = new Date(Date.now() - 120_000)
    const { db } = server.context
    await db.updateTable('purchases').set({ created_at: earlier }).where('id', '=', purchaseId).execute()
    await suspend(seller, new Date())
    await reconcilePayments(server.context)
    assert.equal((await payTest(buyer, purchaseId, 'pay')).body.status, 'expired')
  })
})

describe('deleting a post with refunds', () => {
  it('ends access that the operator gave, and does not stop pending buyers from buying it after a restore', async () => {
    const seller = await newSeller()
    const { id } = await publishPaid(seller)
    const [guest, late, closed] = [await server.person(), await server.person(), await server.person()]
    const granted = await grantPurchase(server.context, guest.account.id, id)
    await startPurchase(late, id)
    const open = (await startPurchase(closed, id)).body.purchase.id
    await seller.bearer.delete(`/api/v1/posts/${id}?buyers=refund`)
    assert.equal((await read(granted!.id, guest)).status, 'refunded')
    await seller.bearer.post(`/api/v1/trash/${id}/restore`)
    await changePost(seller.bearer, id, { status: 'published' })
    await buy(late, id)
    await reconcilePayments(server.context)
    assert.equal((await read(open, closed)).status, 'expired')
  })
})
