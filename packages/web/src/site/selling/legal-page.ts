import { notFoundPage } from '../error-pages.ts'
import { html, raw } from '../html.ts'
import { page } from '../layout.ts'
import type { Handler } from '../router.ts'

/** GET /legal/notice and /legal/terms: the seller's texts. */
export const legalPage =
  (kind: 'notice' | 'terms'): Handler =>
  async request => {
    const text = request.site.legal[kind]
    if (text === null) return notFoundPage(request)
    const title = request.t.legal[kind]
    return page(request, {
      title,
      canonical: `/legal/${kind}`,
      main: html`<div class="column"><header class="page-head"><h1>${title}</h1></header><div class="prose" data-island="article-text">${raw(text)}</div></div>`,
    })
  }
