import { formatYen } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { articlePath } from '../../paths.ts'
import type { Article } from './load-article.ts'

/** Shown at the end of the free part: the price of the rest, and where to buy it. */
export function paywallCard({ t, language, site }: PageRequest, { post, text }: Article): Html {
  const { price_jpy, author, slug } = post
  const { buy, disabled } = t.purchases
  return html`<aside class="paywall" lang="${language}" aria-labelledby="paywall">
<h2 class="paywall-title" id="paywall">${text.html === null ? t.paywallWholeTitle : t.paywallRestTitle}</h2>
${price_jpy !== null && html`<p class="paywall-price"><span class="hidden">${t.price} </span>${formatYen(language, price_jpy)}</p>`}
<p class="paywall-text">${text.html === null ? t.paywallWholeText : t.paywallRestText}</p>
${site.payments === 'off' ? html`<p class="paywall-text">${disabled}</p>` : html`<p class="paywall-action"><a class="button button-primary" href="${articlePath(author.username, slug)}/buy" rel="nofollow">${buy}</a></p>`}
</aside>`
}
