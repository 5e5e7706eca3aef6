import { formatNumber } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'

export const POSTS_PER_PAGE = 20

/** The page number in the address, from 1; undefined if it is invalid. */
export function readPageNumber(url: URL, name = 'page'): number | undefined {
  const value = url.searchParams.get(name)
  if (value === null) return 1
  return /^[1-9]\d{0,6}$/.test(value) ? Number(value) : undefined
}

/** Links to the previous and the next page, if they exist. */
export function pager(
  { t, language }: PageRequest,
  { current, total, href }: { current: number; total: number; href: (page: number) => string },
): Html | null {
  const last = Math.ceil(total / POSTS_PER_PAGE)
  if (last <= 1) return null
  return html`<nav class="pager" aria-label="${t.pages}">
<span>${current > 1 && html`<a href="${href(current - 1)}" rel="prev">← ${t.previousPage}</a>`}</span>
<span class="pager-place">${t.pageOf(formatNumber(language, current), formatNumber(language, last))}</span>
<span>${current < last && html`<a href="${href(current + 1)}" rel="next">${t.nextPage} →</a>`}</span>
</nav>`
}
