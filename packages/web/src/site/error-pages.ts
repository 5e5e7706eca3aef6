import { type Html, html } from './html.ts'
import { page } from './layout.ts'
import type { PageRequest } from './page-request.ts'
import type { SiteResponse } from './site-request.ts'

/** A link on an error page. */
export interface PageLink {
  readonly href: string
  readonly label: string
}

export const notFoundPage = (request: PageRequest) => errorPage(request, 404)

export async function notAllowedPage(request: PageRequest, allowed: readonly string[]): Promise<SiteResponse> {
  const response = await errorPage(request, 405)
  return { ...response, headers: { ...response.headers, allow: [...new Set(allowed)].join(', ') } }
}

/** The error page of a status: a message without the cause, and links to other pages. */
export async function errorPage(request: PageRequest, requestedStatus: number, link?: PageLink): Promise<SiteResponse> {
  const { t, requestId } = request
  const { status, title, text } = describeStatus(request, requestedStatus)
  const response = await page(request, {
    title,
    status,
    noindex: true,
    main: html`<div class="notice">
<p class="notice-status" aria-hidden="true">${status}</p>
<h1>${title}</h1>
<p>${text}</p>
${status === 500 && html`<p class="notice-detail">${t.failedId(requestId)}</p>`}
<ul class="notice-ways">
${pageLinks(request, link)}</ul>
</div>`,
  })
  return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } }
}

export function describeStatus({ t }: PageRequest, status: number): { status: number; title: string; text: string } {
  const known: Readonly<Record<number, readonly [string, string]>> = {
    401: [t.otherUserTitle, t.otherUserText],
    403: [t.refusedTitle, t.refusedText],
    404: [t.notFoundTitle, t.notFoundText],
    405: [t.methodTitle, t.methodText],
    410: [t.goneTitle, t.goneText],
    413: [t.tooLongTitle, t.tooLongText],
    429: [t.tooManyTitle, t.tooManyText],
    503: [t.awayTitle, t.awayText],
    507: [t.fullTitle, t.fullText],
  }
  const found = known[status]
  if (found !== undefined) return { status, title: found[0], text: found[1] }
  if (status >= 400 && status < 500) return { status: 400, title: t.wrongTitle, text: t.wrongText }
  return { status: 500, title: t.failedTitle, text: t.failedText }
}

function pageLinks({ t }: PageRequest, first: PageLink | undefined): Html[] {
  const links = [
    ...(first === undefined ? [] : [first]),
    { href: '/', label: t.backHome },
    { href: '/ranking/weekly', label: t.readThisWeek },
  ]
  return links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>\n`)
}
