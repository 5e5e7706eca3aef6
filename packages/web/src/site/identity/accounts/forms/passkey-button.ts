import { type Html, html } from '../../../html.ts'
import type { PageRequest } from '../../../page-request.ts'
import { accountTexts } from '../account-texts.ts'

/** Hidden until the script of the page has found that the browser has passkeys. */
export function passkeyButton({ site, language }: PageRequest): Html | false {
  const t = accountTexts(language)
  const { hostname } = site.publicUrl
  // Browsers bind passkeys to host names, not to IP addresses.
  if (/^[\d.]+$|^\[/.test(hostname)) return false
  return html`<button class="button" type="button" data-passkey hidden>${t.logInWithPasskey}</button>`
}
