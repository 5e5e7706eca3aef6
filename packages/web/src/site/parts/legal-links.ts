import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'

const KINDS = ['notice', 'terms'] as const

/** Links to the seller's texts, as items of a list. */
export function legalLinks({ site, t }: PageRequest): Html[] {
  return KINDS.filter(kind => site.legal[kind] !== null).map(
    kind => html`<li><a href="/legal/${kind}">${t.legal[kind]}</a></li>\n`,
  )
}
