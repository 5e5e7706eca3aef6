import type { PublicPost } from '@galley/client'
import { formatYen } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'

/** Shown at the end of the free part: the price of the rest. */
export function paywallCard({ t, language }: PageRequest, { price_jpy, content }: PublicPost): Html {
  return html`<aside class="paywall" lang="${language}" aria-labelledby="paywall">
<h2 class="paywall-title" id="paywall">${content === null ? t.paywallWholeTitle : t.paywallRestTitle}</h2>
${price_jpy !== null && html`<p class="paywall-price"><span class="hidden">${t.price} </span>${formatYen(language, price_jpy)}</p>`}
<p class="paywall-text">${content === null ? t.paywallWholeText : t.paywallRestText}</p>
</aside>`
}
