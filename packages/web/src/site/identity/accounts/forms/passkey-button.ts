import { type Html, html } from '../../../html.ts'
import type { PageRequest } from '../../../page-request.ts'

/** Hidden until the script of the page has found that the browser has passkeys. */
export function passkeyButton({ t: { accounts: t }, site }: PageRequest): Html | false {
  const { hostname } = site.publicUrl
  // Browsers bind passkeys to host names, not to IP addresses.
  if (/^[\d.]+$|^\[/.test(hostname)) return false
  return html`<button class="button" type="button" data-island="passkey" hidden>${t.logInWithPasskey}</button>`
}
