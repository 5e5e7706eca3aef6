import { isIP } from 'node:net'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'

/** What passkeys are bound to: they work on the host of PUBLIC_URL only. */
export function relyingParty({ settings }: AppContext): { id: string; name: string; origin: string } {
  const { publicUrl, site } = settings
  if (!hasPasskeys(publicUrl)) {
    throw new AppError('FORBIDDEN', 'Passkeys need a site with a host name. The address of this site is an IP address.')
  }
  return { id: publicUrl.hostname, name: site.name, origin: publicUrl.origin }
}

/** Browsers bind passkeys to host names, not to IP addresses. */
export const hasPasskeys = ({ hostname }: URL): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) === 0

/** Loaded when the first passkey is used: it takes some megabytes, and many sites never need it. */
export const webauthn = () => import('@simplewebauthn/server')
