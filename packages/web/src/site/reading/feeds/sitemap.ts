import type { Sitemap } from '@galley/client'
import { RANKING_TYPES } from '@galley/contract/reading/public'
import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import { eachItem } from '../../each-item.ts'
import { notFoundPage } from '../../error-pages.ts'
import type { PageRequest } from '../../page-request.ts'
import { articlePath, categoryPath, seriesPath } from '../../paths.ts'
import { text } from '../../respond.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { type Xml, xml, xmlDocument } from '../../xml.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** /sitemap.xml: an index of the parts, because the size of one file is limited. */
export async function sitemapIndex({ site, client }: PageRequest): Promise<SiteResponse> {
  const [posts, series] = await Promise.all([client.public.sitemap({}), client.public.sitemapOfSeries({})])
  const numbered = (name: string, pages: number) =>
    Array.from({ length: pages }, (_, i) => `/sitemap-${name}-${i + 1}.xml`)
  const parts = ['/sitemap-lists.xml', ...numbered('series', series.pages), ...numbered('posts', posts.pages)]
  const entries = parts.map(path => xml`<sitemap><loc>${new URL(path, site.publicUrl).href}</loc></sitemap>\n`)
  return answer(xml`<sitemapindex xmlns="${NAMESPACE}">\n${entries}</sitemapindex>`)
}

/** /sitemap-lists.xml: the front page, categories and rankings. */
export function sitemapOfLists({ site }: PageRequest): SiteResponse {
  const paths = [
    '/',
    '/categories',
    ...CATEGORY_VALUES.map(value => categoryPath(value)),
    ...RANKING_TYPES.map(type => `/ranking/${type}`),
  ]
  return answer(urlSet(paths.map(path => xml`<url><loc>${new URL(path, site.publicUrl).href}</loc></url>\n`)))
}

/** /sitemap-posts-1.xml and following. */
export const sitemapOfPosts = (request: PageRequest, params: Params): Promise<SiteResponse> =>
  sitemapPage(request, params, query => request.client.public.sitemap(query), articlePath)

/** /sitemap-series-1.xml and following. */
export const sitemapOfSeries = (request: PageRequest, params: Params): Promise<SiteResponse> =>
  sitemapPage(request, params, query => request.client.public.sitemapOfSeries(query), seriesPath)

async function sitemapPage(
  request: PageRequest,
  { page = '' }: Params,
  read: (query: { page: number }) => Promise<Sitemap>,
  pathOf: (username: string, slug: string) => string,
): Promise<SiteResponse> {
  const number = /^([1-9]\d{0,5})\.xml$/.exec(page)?.[1]
  if (number === undefined) return notFoundPage(request)
  const { pages, entries } = await read({ page: Number(number) })
  if (Number(number) > pages) return notFoundPage(request)
  const { origin } = request.site.publicUrl
  return answer(
    urlSet(
      eachItem(request.report, entries, ({ username, slug, updated_at }) => {
        const address = origin + pathOf(username, slug)
        return xml`<url><loc>${address}</loc><lastmod>${updated_at}</lastmod></url>\n`
      }),
    ),
  )
}

const urlSet = (urls: readonly Xml[]): Xml => xml`<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>`

const answer = (root: Xml): SiteResponse =>
  text('application/xml; charset=utf-8', xmlDocument(root), {
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
  })
