import { feedRoutes } from '../../src/site/reading/feeds/feed-routes.ts'
import { match } from '../../src/site/router.ts'
import { routes } from '../../src/site/routes.ts'

const pages = routes.filter(route => route.method === 'GET' && !feedRoutes.includes(route))

/** The pages of the site that none of these addresses leads to, as in `routes.ts`. Files for programs are not pages. */
export function unvisitedPages(addresses: readonly string[]): string[] {
  const visited = new Set(addresses.map(address => match(routes, 'GET', address.split('?')[0] ?? '').handler))
  return pages.filter(({ handler }) => !visited.has(handler)).map(({ segments }) => `/${segments.join('/')}`)
}
