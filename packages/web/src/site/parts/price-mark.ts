import { formatYen } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'

interface Price {
  readonly is_paid: boolean
  readonly price_jpy: number | null
}

/** The price of a paid post; null for a free one. */
export function priceMark({ t, language }: PageRequest, { is_paid, price_jpy }: Price): Html | null {
  if (!is_paid || price_jpy === null) return null
  return html`<span class="price" lang="${language}"><span class="hidden">${t.paid} </span>${formatYen(language, price_jpy)}</span>`
}
