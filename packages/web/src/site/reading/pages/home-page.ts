import { siteDescription, siteHeadline } from '../../document/identity.ts'
import { notFoundPage } from '../../error-pages.ts'
import { html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import type { SiteResponse } from '../../site-request.ts'
import { homeAside } from './home-aside.ts'
import { listPosts } from './post-list-page.ts'

export async function homePage(request: PageRequest): Promise<SiteResponse> {
  const [listed, aside] = await Promise.all([listPosts(request, { path: '/', lead: true }), request.pages.frontAside()])
  if (listed === undefined) return notFoundPage(request)
  return page(request, {
    title: null,
    description: siteDescription(request),
    canonical: listed.canonical,
    feed: { href: '/feed.xml', title: request.site.name },
    main: html`<div class="front">
<div class="front-main">
<h1 class="hidden">${siteHeadline(request)}</h1>
${listed.body}
</div>
${homeAside(request, aside)}
</div>`,
  })
}
