/**
 * The reading site. The server passes each request that is no API call, and gets a complete response:
 *
 *   const site = createSite({ publicUrl, assets, imageOrigins, report })
 *   const { status, headers, cookies, body } = await site.handle(request)
 *
 * Pages get all data from the API and from `PageReads` through `callsFor`, with the reader's session. `handle` never throws: it answers errors
 * with error pages, and passes internal ones to `report`. The site keeps no state: each page is rendered from the API's
 * responses.
 */

import { ApiError } from '@galley/client'
import { errorPage, notAllowedPage, notFoundPage } from './site/error-pages.ts'
import { createPageRequest, type PageRequest } from './site/page-request.ts'
import { redirect } from './site/respond.ts'
import { match } from './site/router.ts'
import { routes } from './site/routes.ts'
import type { Site, SiteRequest, SiteResponse } from './site/site-request.ts'

/** The first segments of the paths of all pages. */
export const pageSegments: ReadonlySet<string> = new Set(routes.map(({ segments: [first = ''] }) => first))

export { readAssets } from './site/document/assets.ts'
export type { PageReads } from './site/page-reads.ts'
export type { Assets, SiteRequest, SiteResponse } from './site/site-request.ts'

export interface SiteOptions extends Site {
  readonly report: (error: unknown, requestId: string) => void
}

export interface ReadingSite {
  handle(request: SiteRequest): Promise<SiteResponse>
  /** The error page for a request that the server rejects. */
  reject(request: SiteRequest, status: number): Promise<SiteResponse>
}

export function createSite({ report, ...site }: SiteOptions): ReadingSite {
  const toPageRequest = (sent: SiteRequest) => createPageRequest(site, sent, error => report(error, sent.id))
  return {
    reject: (sent, status) => errorPage(toPageRequest(sent), status),
    handle: async sent => {
      const request = toPageRequest(sent)
      try {
        return notModifiedOr(await answerOrOldPath(request), sent)
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 500
        if (error instanceof ApiError && error.code === 'WRONG_USER') {
          // Without the form, the page is made for whoever is logged in now.
          return errorPage(toPageRequest({ ...sent, form: new URLSearchParams() }), status)
        }
        if (status === 401) return redirectToLogIn(request)
        // The API has logged its own errors with the same request id.
        if (!(error instanceof ApiError)) report(error, sent.id)
        return errorPage({ ...request, readReader: () => request.readReader().catch(() => null) }, status)
      }
    },
  }
}

async function answerOrOldPath(request: PageRequest): Promise<SiteResponse> {
  try {
    const response = await answer(request)
    return response.status === 404 ? ((await oldPath(request)) ?? response) : response
  } catch (error) {
    const elsewhere = error instanceof ApiError && error.status === 404 ? await oldPath(request) : undefined
    if (elsewhere === undefined) throw error
    return elsewhere
  }
}

function answer(request: PageRequest): Promise<SiteResponse> | SiteResponse {
  const { method, url } = request
  const found = match(routes, method, url.pathname)
  if (found.handler !== undefined) return found.handler(request, found.params)
  const shorter = url.pathname.replace(/\/+$/, '')
  if (shorter !== '' && shorter !== url.pathname && match(routes, method, shorter).handler !== undefined) {
    return redirect(shorter + url.search, 301)
  }
  return found.allowed.length > 0 ? notAllowedPage(request, found.allowed) : notFoundPage(request)
}

/** Where a path without a page leads: to a post that had this path at an earlier site. */
async function oldPath({ method, url, client }: PageRequest): Promise<SiteResponse | undefined> {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  try {
    const target = await client.public.redirect({ path: url.pathname })
    return redirect(new URL(target.url).pathname, 301)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}

/** Redirects to the log-in page, and from there back, if a page or action needs a session. */
function redirectToLogIn({ url, method, form }: PageRequest): SiteResponse {
  const next = method === 'POST' ? (form.get('back') ?? '/') : url.pathname + url.search
  return redirect(`/login?next=${encodeURIComponent(next)}`)
}

function notModifiedOr(response: SiteResponse, { ifNoneMatch }: SiteRequest): SiteResponse {
  const { etag } = response.headers
  if (etag === undefined || !ifNoneMatch?.split(/,\s*/).includes(etag)) return response
  const { 'content-type': _, ...rest } = response.headers
  return { ...response, status: 304, headers: rest, body: '' }
}
