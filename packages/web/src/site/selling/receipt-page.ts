import type { Me, PurchaseDetails, Receipt } from '@galley/client'
import { formatDayInJapan, formatYen } from '../format.ts'
import { type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import type { Params } from '../router.ts'
import type { SiteResponse } from '../site-request.ts'
import { languageOf } from '../texts.ts'
import { privatePage } from './private-page.ts'

const NAME_MAX_CHARACTERS = 100

/** GET /purchases/:id: the receipt, with the fields of a Japanese 領収書. */
export async function receiptPage(request: PageRequest, { id = '' }: Params): Promise<SiteResponse> {
  const { client } = request
  const purchase = await client.purchases.read(id)
  const reader = (await request.readReader())?.me ?? null
  const t = request.t.purchases
  const { receipt } = purchase
  return privatePage(
    await page(request, {
      title: t.receiptTitle,
      noindex: true,
      main: html`<div class="column receipt-page">
${receipt === null ? withoutReceipt(request, purchase) : receiptOf(request, purchase, receipt, reader)}
<p class="receipt-links"><a href="/purchases">${t.toPurchases}</a>
${purchase.url !== null && html`<a href="${new URL(purchase.url).pathname}">${t.back}</a>`}
${request.site.payments === 'test' && receipt?.is_test && html`<a href="/checkout/${purchase.id}">${t.manageTest}</a>`}</p>
</div>`,
    }),
  )
}

function withoutReceipt({ t: { purchases: t } }: PageRequest, { status, checkout_url }: PurchaseDetails): Html {
  return html`<h1>${t.receiptTitle}</h1>
<p>${status === 'pending' ? t.waiting : t.noReceipt}</p>
${checkout_url !== null && html`<p><a class="button" href="${checkout_url}">${t.toCheckout}</a></p>`}`
}

function receiptOf(
  request: PageRequest,
  { title, paid_at, refunded_at }: PurchaseDetails,
  receipt: Receipt,
  reader: Me | null,
): Html {
  const { language, url } = request
  const t = request.t.purchases
  const name = [...(url.searchParams.get('name')?.trim() || reader?.display_name || '')].slice(0, NAME_MAX_CHARACTERS)
  const date = (at: string) => html`<time datetime="${at}">${formatDayInJapan(language, at)}</time>`
  return html`<section class="receipt" aria-labelledby="receipt">
<h1 id="receipt">${t.receiptTitle}</h1>
${receipt.is_test && html`<p class="purchase-test">${t.testReceipt}</p>`}
${refunded_at !== null && html`<p class="receipt-refunded">${t.refundedOn} ${date(refunded_at)}</p>`}
<p class="receipt-number">${t.number} ${receipt.number}</p>
<p class="receipt-name"><span class="hidden">${t.receivedFrom} </span><span lang="${languageOf(name.join(''))}">${name.join('')}</span> ${t.honorific}</p>
<p class="receipt-amount"><span class="hidden">${t.amount} </span>${formatYen(language, receipt.amount_jpy)}<small>${t.taxIncluded}</small></p>
<dl class="purchase">
<div><dt>${t.forWhat}</dt><dd>${t.itemText(title)}</dd></div>
<div><dt>${t.issued}</dt><dd>${date(receipt.issued_at)}</dd></div>
${paid_at !== null && html`<div><dt>${t.paidOn}</dt><dd>${date(paid_at)}</dd></div>`}
<div><dt>${t.method}</dt><dd>${t.methodText}</dd></div>
${receipt.tax_jpy !== null && receipt.tax_percent !== null && html`<div><dt>${t.tax(receipt.tax_percent)}</dt><dd>${formatYen(language, receipt.tax_jpy)}</dd></div>`}
<div><dt>${t.seller}</dt><dd>${receipt.seller_name}${receipt.seller_address !== null && html`<br>${receipt.seller_address}`}</dd></div>
${receipt.seller_tax_id !== null && html`<div><dt>${t.taxId}</dt><dd>${receipt.seller_tax_id}</dd></div>`}
</dl>
</section>
<form class="receipt-form" method="get"><div class="field"><label for="name">${t.receivedFrom}</label><input id="name" name="name" value="${name.join('')}" maxlength="${NAME_MAX_CHARACTERS}"><p class="field-hint">${t.nameHint}</p></div><button class="button" type="submit">${t.changeName}</button></form>
<p class="receipt-hint">${t.print}</p>`
}
