import type { Site } from '../site-request.ts'

/** An image's address if the content security policy allows it; otherwise the browser would show a broken image. */
export function imageAddress({ imageOrigins }: Site, address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' || imageOrigins.includes(origin) ? address : null
}
