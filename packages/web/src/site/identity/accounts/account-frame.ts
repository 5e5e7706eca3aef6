import { attributes, type Html, html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import type { SiteResponse } from '../../site-request.ts'

export interface AccountFrame {
  readonly title: string
  readonly intro: string
  /** An error that concerns the whole form. */
  readonly alert?: string | undefined
  readonly form: Html
  /** The link to the other page, if there is one. */
  readonly otherwise: Html | null
  readonly status?: number
  readonly retryAfterSeconds?: number | undefined
}

/** A narrow page with one form. */
export async function accountFrame(request: PageRequest, frame: AccountFrame): Promise<SiteResponse> {
  const { title, intro, alert, form, otherwise, status = 200, retryAfterSeconds } = frame
  const response = await page(request, {
    title: alert === undefined ? title : request.t.accounts.errorTitle(title),
    noindex: true,
    status,
    main: html`<div class="doorway">
<h1>${title}</h1>
<p class="doorway-intro">${intro}</p>
${alert !== undefined && html`<p class="doorway-alert" role="alert">${alert}</p>`}
${form}
${otherwise && html`<p class="doorway-otherwise">${otherwise}</p>`}
</div>`,
  })
  const headers: Record<string, string> = { ...response.headers, 'cache-control': 'no-store' }
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return { ...response, headers }
}

/** Keeps the path to which the reader is redirected afterwards. */
export function linkTo(path: '/login' | '/signup', next: string, label: string): Html {
  return html`<a${attributes({ href: next === '/' ? path : `${path}?next=${encodeURIComponent(next)}` })}>${label}</a>`
}
