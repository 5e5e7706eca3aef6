import type { SiteResponse } from '../site-request.ts'

/** A page that only its reader may see: no cache stores it, not even that of the browser. */
export function privatePage(response: SiteResponse): SiteResponse {
  const { etag: _, ...headers } = response.headers
  return { ...response, headers: { ...headers, 'cache-control': 'private, no-store' } }
}
