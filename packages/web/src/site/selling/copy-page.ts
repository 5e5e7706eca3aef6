import { withResponsiveImages } from '../document/responsive-images.ts'
import { html, raw } from '../html.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import type { Params } from '../router.ts'
import type { SiteResponse } from '../site-request.ts'
import { languageOf } from '../texts.ts'
import { privatePage } from './private-page.ts'

/** GET /purchases/:id/text: a bought text whose post is no longer published. */
export async function copyPage(request: PageRequest, { id = '' }: Params): Promise<SiteResponse> {
  const { client, site, language } = request
  const t = request.t.purchases
  const [purchase, text] = await Promise.all([client.purchases.read(id), client.purchases.html(id)])
  return privatePage(
    await page(request, {
      title: purchase.title,
      noindex: true,
      main: html`<div class="reading"><article class="article" lang="${text.language}">
<header class="article-head">
<h1 lang="${languageOf(purchase.title)}">${purchase.title}</h1>
<p class="article-subtitle" lang="${languageOf(purchase.author_name)}">${purchase.author_name}</p>
</header>
<p class="purchase-note" lang="${language}">${t.copyNotice} <a href="/purchases/${id}">${t.toReceipt}</a></p>
<div class="prose" data-island="article-text">${withResponsiveImages(site, raw(text.html))}</div>
</article></div>`,
    }),
  )
}
