import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { withQuery } from '../paths.ts'

/** A link to the page on which a reader reports something; `back` is the page that shows it. */
export function reportLink(
  { t }: PageRequest,
  target: { readonly post: string } | { readonly comment: string } | { readonly user: string },
  back: string,
): Html {
  const href = withQuery('/report', { ...target, back })
  return html`<a class="report-link" href="${href}" rel="nofollow">${t.reports.title}</a>`
}
