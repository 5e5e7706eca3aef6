import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { routes } from '../../src/site/routes.ts'

const hasSearch = (query: Endpoint['query']) =>
  query !== undefined && 'properties' in query && 'q' in Object(query.properties)

/** Every address of the API and the site that can be read, with each of these values for its parameters, and searches for `q`. */
export function readableAddresses(q: string, values: Record<string, readonly string[]>): string[] {
  const reads = Object.values<Endpoint>(endpoints).filter(({ method }) => method === 'GET')
  const paths = [
    ...reads.map(({ path, query }) => `${path}${hasSearch(query) ? `?q=${q}` : ''}`),
    ...routes.filter(({ method }) => method === 'GET').map(({ segments }) => `/${segments.join('/')}`),
    `/search?q=${q}`,
  ]
  const fill = (path: string): string[] => {
    const name = /:(\w+)/.exec(path)?.[1]
    if (name === undefined) return [path]
    return (values[name] ?? ['unknown']).flatMap(value => fill(path.replace(`:${name}`, value)))
  }
  // Pictures have no text of a post, and are slow to make.
  return [...new Set(paths.flatMap(fill))].filter(path => !/\.(png|ico|svg)$/.test(path))
}
