import { isIP } from 'node:net'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'

/** What passkeys are bound to: they work on the host of PUBLIC_URL only. */
export function relyingParty({ settings }: AppContext): { id: string; name: string; origin: string } {
  const { publicUrl, site } = settings
  if (!hasPasskeys(publicUrl)) {
    throw new AppError('FORBIDDEN', 'Passkeys need a site with a host name and https.')
  }
  return { id: publicUrl.hostname, name: site.name, origin: publicUrl.origin }
}

/** Browsers bind passkeys to host names, not to IP addresses, and offer them on secure connections only. */
export const hasPasskeys = ({ hostname, protocol }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || /^(.*\.)?localhost$/.test(hostname))

/**
 * Whether a verified answer comes from a frame on a page of another site. The library accepts it when a passkey is created,
 * and from browsers that do not name that site.
 */
export function isInFrame({ response }: { readonly response: { readonly clientDataJSON: string } }): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
  return Boolean(crossOrigin) || topOrigin !== undefined
}

/** EdDSA, ES256 and RS256: every device has one of them. More would depend on experimental parts of Node. */
export const ALGORITHMS = [-8, -7, -257]

/** Loaded when the first passkey is used: it takes some megabytes, and many sites never need it. */
export const webauthn = () => import('@simplewebauthn/server')
