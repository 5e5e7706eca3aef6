/**
 * The reading site. The server hands over each request that is no API call, and gets a finished page back:
 *
 *   const site = createSite({ publicUrl, assets, imageOrigins, report })
 *   const { status, headers, cookies, body } = await site.handle(request)
 *
 * `fetch` reaches the API in the reader's name; everything that a page shows comes through it. `handle` never throws:
 * what is not there gets a page that says so, and a fault of ours another one, after `report` has heard of it.
 * The site keeps no state: each page is made anew from what the API says.
 */

import { ApiError } from '@galley/client'
import { redirect } from './site/answer.ts'
import { createPageRequest, type PageRequest } from './site/page-request.ts'
import { errorPage, notAllowedPage, notFoundPage } from './site/pages/error-pages.ts'
import { match } from './site/router.ts'
import { routes } from './site/routes.ts'
import type { Site, SiteRequest, SiteResponse } from './site/site-request.ts'

export { readAssets } from './site/assets.ts'
export type { SiteRequest, SiteResponse } from './site/site-request.ts'

export interface SiteOptions extends Site {
  readonly report: (error: unknown, requestId: string) => void
}

export interface ReadingSite {
  handle(request: SiteRequest): Promise<SiteResponse>
  /** The page for a request that the server will not let through. */
  refuse(request: SiteRequest, status: number): Promise<SiteResponse>
}

export function createSite({ report, ...site }: SiteOptions): ReadingSite {
  const toPageRequest = (sent: SiteRequest) => createPageRequest(site, sent, error => report(error, sent.id))
  return {
    refuse: (sent, status) => errorPage(toPageRequest(sent), status),
    handle: async sent => {
      const request = toPageRequest(sent)
      try {
        return unlessKnown(await answer(request), sent)
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 500
        if (status === 401) return askToLogIn(request)
        // The API has noted its own faults, under the same request id.
        if (!(error instanceof ApiError)) report(error, sent.id)
        return errorPage({ ...request, reader: request.reader.catch(() => null) }, status)
      }
    },
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

/** What needs somebody who is logged in, asked for by nobody: a log-in first, and from there back to the page. */
function askToLogIn({ url, method, form }: PageRequest): SiteResponse {
  const next = method === 'POST' ? (form.get('back') ?? '/') : url.pathname + url.search
  return redirect(`/login?next=${encodeURIComponent(next)}`)
}

function unlessKnown(response: SiteResponse, { ifNoneMatch }: SiteRequest): SiteResponse {
  const { etag } = response.headers
  if (etag === undefined || !ifNoneMatch?.split(/,\s*/).includes(etag)) return response
  const { 'content-type': _, ...rest } = response.headers
  return { ...response, status: 304, headers: rest, body: '' }
}
