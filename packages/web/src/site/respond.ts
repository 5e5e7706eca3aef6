import { hash } from 'node:crypto'
import type { Html } from './html.ts'
import { localPath } from './local-path.ts'
import type { Site, SiteResponse } from './site-request.ts'

/** What a document needs in addition to what every page may load. */
interface Extra {
  /** Sources of pictures. */
  readonly images?: readonly string[]
  /** The value with which a script may add a style sheet to the document. */
  readonly styleNonce?: string
}

/** Allows no inline scripts or styles; allows pictures from any https host, because authors link to them. */
function pagePolicy(site: Site, { images: extraImages = [], styleNonce }: Extra): string {
  const images = ["'self'", ...site.imageOrigins, 'https:', 'data:', ...extraImages].join(' ')
  return [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "script-src 'self'",
    `style-src 'self'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    `img-src ${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Loads http pictures over https if the page itself is on https.
    ...(site.publicUrl.protocol === 'https:' ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** An HTML document. Browsers may cache it privately but must revalidate it; usually the answer is an empty 304. */
export function document(
  site: Site,
  body: Html,
  { status = 200, extra = {} }: { status?: number; extra?: Extra } = {},
): SiteResponse {
  const policy = { 'content-security-policy': pagePolicy(site, extra) }
  return text('text/html; charset=utf-8', body.bytes, policy, status)
}

/** Any other text: feeds, sitemaps. */
export function text(
  type: string,
  text: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): SiteResponse {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  return {
    status,
    headers: {
      'content-type': type,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Accept-Language, Cookie, Origin',
      ...(status === 200 && { etag: `W/"${hash('sha1', body, 'base64url')}"` }),
      ...headers,
    },
    cookies: [],
    body,
  }
}

/** Redirects to the page of the payment provider, whose address comes from the API. */
export function redirectToProvider(site: Site, address: string): SiteResponse {
  const { origin, pathname } = new URL(address)
  if (origin === site.publicUrl.origin) return redirect(pathname)
  return { status: 303, headers: { location: address, 'cache-control': 'private, no-store' }, cookies: [], body: '' }
}

/** Redirects to a path of this site: 303 after a form, 301 to the canonical address. */
export function redirect(path: string, status: 301 | 302 | 303 = 303, cookies: readonly string[] = []): SiteResponse {
  // Checked here as well as in the callers: the site must never redirect to another one.
  const headers = { location: localPath(path), 'cache-control': 'private, no-cache' }
  return { status, headers, cookies, body: '' }
}
