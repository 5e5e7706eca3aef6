import { ApiError, type PurchaseDetails } from '@galley/client'
import { notFoundPage } from '../error-pages.ts'
import { formatYen } from '../format.ts'
import { html } from '../html.ts'
import { accountFrame } from '../identity/accounts/account-frame.ts'
import type { PageRequest } from '../page-request.ts'
import { redirect } from '../respond.ts'
import type { Params } from '../router.ts'
import type { SiteResponse } from '../site-request.ts'
import { languageOf } from '../texts.ts'

/** GET /checkout/:id: the page of the test provider. Other providers have their own. */
export async function checkoutPage(request: PageRequest, { id = '' }: Params): Promise<SiteResponse> {
  if (request.site.payments !== 'test') return notFoundPage(request)
  return showCheckout(request, await request.client.purchases.read(id))
}

/** POST /checkout/:id */
export async function payOnCheckout(request: PageRequest, { id = '' }: Params): Promise<SiteResponse> {
  const { client, form } = request
  const action = form.get('action')
  const purchase = await client.purchases.payTest(id, {
    action: action === 'pay' || action === 'refund' ? action : 'cancel',
  })
  return redirect(afterPayment(purchase))
}

/**
 * GET /purchases/:id/return: where a provider sends the buyer. It is asked at once, because its report may be late. If it
 * does not answer, what is known is shown.
 */
export async function returnPage({ client }: PageRequest, { id = '' }: Params): Promise<SiteResponse> {
  const purchase = await client.purchases.check(id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'UNAVAILABLE') throw error
    return client.purchases.read(id)
  })
  return redirect(afterPayment(purchase), 302)
}

/** The path of the text, at the end of its free part; of an unpaid purchase, the path of its own page. */
function afterPayment({ id, url, status }: PurchaseDetails): string {
  if (status === 'pending' || url === null) return `/purchases/${id}`
  return `${new URL(url).pathname}#paywall`
}

function showCheckout(request: PageRequest, purchase: PurchaseDetails): Promise<SiteResponse> {
  const { language } = request
  const t = request.t.purchases
  const { id, title, price_jpy, status } = purchase
  const button = (action: string, label: string, primary = false) =>
    html`<button class="button${primary && ' button-primary'}" type="submit" name="action" value="${action}">${label}</button>`
  return accountFrame(request, {
    title: t.checkoutTitle,
    intro: t.testNotice,
    form: html`<dl class="purchase">
<div><dt>${t.article}</dt><dd lang="${languageOf(title)}">${title}</dd></div>
<div><dt>${t.price}</dt><dd>${formatYen(language, price_jpy)}</dd></div>
<div><dt>${t.state}</dt><dd>${t.states[status]}</dd></div>
</dl>
<form class="doorway-form" method="post" action="/checkout/${id}"><input type="hidden" name="back" value="/checkout/${id}">
<div class="doorway-choices">
${status === 'pending' && html`${button('pay', t.payTest, true)}\n${button('cancel', t.cancel)}`}
${status === 'paid' && button('refund', t.refundTest)}
</div>
</form>`,
    otherwise:
      purchase.receipt === null
        ? html`<a href="/purchases">${t.toPurchases}</a>`
        : html`<a href="/purchases/${id}">${t.toReceipt}</a>`,
  })
}
