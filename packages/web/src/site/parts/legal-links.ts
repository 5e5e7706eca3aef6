import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { purchaseTexts } from '../purchases/purchase-texts.ts'

const KINDS = ['notice', 'terms'] as const

/** Links to the seller's texts, as items of a list. */
export function legalLinks({ site, language }: PageRequest): Html[] {
  const { legal } = purchaseTexts(language)
  return KINDS.filter(kind => site.legal[kind] !== null).map(
    kind => html`<li><a href="/legal/${kind}">${legal[kind]}</a></li>\n`,
  )
}
