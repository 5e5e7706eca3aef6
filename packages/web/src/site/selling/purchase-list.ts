import type { Purchase } from '@galley/client'
import { formatYen } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { dateOf } from '../parts/time.ts'
import { languageOf } from '../texts.ts'

/** Bought articles, with links to the text and the receipt. */
export function purchaseList(request: PageRequest, purchases: readonly Purchase[]): Html {
  return html`<ul class="purchases">\n${purchases.map(purchase => html`<li>${purchaseItem(request, purchase)}</li>\n`)}</ul>`
}

function purchaseItem({ t: { purchases: t }, language }: PageRequest, purchase: Purchase): Html {
  const { id, title, author_name, price_jpy, status, url, has_copy, created_at } = purchase
  const href = url !== null ? new URL(url).pathname : has_copy ? `/purchases/${id}/text` : null
  return html`<h2 class="entry-title" lang="${languageOf(title)}">${href === null ? title : html`<a href="${href}">${title}</a>`}</h2>
<p class="purchases-facts"><span lang="${languageOf(author_name)}">${author_name}</span> ${dateOf(language, created_at)} <span>${formatYen(language, price_jpy)}</span>
${status === 'refunded' && html`<span>${t.states.refunded}</span>`}
<a href="/purchases/${id}">${t.toReceipt}</a></p>`
}
