import { ApiError, type ReaderPost } from '@galley/client'
import { formatYen } from '../format.ts'
import { type Html, html } from '../html.ts'
import { accountFrame } from '../identity/accounts/account-frame.ts'
import type { PageRequest } from '../page-request.ts'
import { legalLinks } from '../parts/legal-links.ts'
import { articlePath, logInPath } from '../paths.ts'
import { redirect, redirectToProvider } from '../respond.ts'
import type { Params } from '../router.ts'
import type { SiteResponse } from '../site-request.ts'
import { languageOf } from '../texts.ts'

/** GET /@:username/:slug/buy: what the reader is about to buy. Asks to log in first, and comes back here. */
export async function buyPage(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { url, client } = request
  if ((await request.readReader()) === null) return redirect(logInPath(url.pathname), 302)
  const post = await client.reader.readPost(nameOf(params))
  if (post.access !== 'none') return redirect(articlePath(post.author.username, post.slug), 302)
  return confirmPage(request, post)
}

/** POST /@:username/:slug/buy: begins the purchase, and goes to the page of the payment provider. */
export async function startBuying(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { client, site } = request
  const post = await client.reader.readPost(nameOf(params))
  try {
    const { checkout_url } = await client.purchases.start(post.id)
    if (checkout_url === null) return redirect(articlePath(post.author.username, post.slug))
    return redirectToProvider(site, checkout_url)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOR_SALE') throw error
    return confirmPage(request, post, request.t.purchases.notForSale)
  }
}

const nameOf = ({ username = '', slug = '' }: Params): string => `@${username}/${slug}`

async function confirmPage(request: PageRequest, post: ReaderPost, refused?: string): Promise<SiteResponse> {
  const { site } = request
  const t = request.t.purchases
  const here = articlePath(post.author.username, post.slug)
  const alert = site.payments === 'off' ? t.disabled : refused
  const legal = legalLinks(request)
  const response = await accountFrame(request, {
    title: t.buyTitle,
    intro: t.buyText,
    alert,
    ...(alert !== undefined && { status: 409 }),
    form: html`${itemList(request, post)}
${site.payments === 'test' && html`<p class="purchase-test">${t.testNotice}</p>`}
${legal.length > 0 && html`<p>${t.legalTexts}</p><ul class="purchase-legal">${legal}</ul>`}
${alert === undefined && html`<form class="doorway-form" method="post" action="${here}/buy"><input type="hidden" name="back" value="${here}/buy"><button class="button button-primary" type="submit">${t.toPayment}</button></form>`}`,
    otherwise: html`<a href="${here}">${t.back}</a>`,
  })
  return site.payments === 'stripe' ? allowingStripe(response) : response
}

/** The form leads to a page of Stripe, which the policy of all other pages forbids. */
function allowingStripe(response: SiteResponse): SiteResponse {
  const policy = response.headers['content-security-policy'] ?? ''
  const allowed = policy.replace("form-action 'self'", "form-action 'self' https://checkout.stripe.com")
  return { ...response, headers: { ...response.headers, 'content-security-policy': allowed } }
}

function itemList({ t: { purchases: t }, language }: PageRequest, { title, author, price_jpy }: ReaderPost): Html {
  return html`<dl class="purchase">
<div><dt>${t.article}</dt><dd lang="${languageOf(title)}">${title}</dd></div>
<div><dt>${t.author}</dt><dd lang="${languageOf(author.display_name)}">${author.display_name}</dd></div>
<div><dt>${t.price}</dt><dd>${formatYen(language, price_jpy ?? 0)}<span class="muted">${t.taxIncluded}</span></dd></div>
</dl>
<p class="field-hint">${t.delivery}</p>`
}
