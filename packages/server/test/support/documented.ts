import assert from 'node:assert/strict'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { openApiDocument } from '../../src/api/openapi.ts'

interface Operation {
  readonly responses: Record<string, unknown>
}

/** Before a request leads to an operation: it came too slowly, or its headers are too long. */
const BEFORE_ROUTING = new Set([408, 431])

const all: readonly Endpoint[] = Object.values(endpoints)
const { paths } = openApiDocument(new Set(all), '') as { paths: Record<string, Record<string, Operation>> }
const routes = all.map(({ method, path }) => {
  const template = path.replaceAll(/:(\w+)/g, '{$1}')
  const statuses = Object.keys(paths[template]![method.toLowerCase()]!.responses).map(Number)
  // The router takes paths without names first.
  const names = path.split(':').length
  return { method, path, names, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), statuses }
})
routes.sort((a, b) => a.names - b.names)

/** Asserts that the OpenAPI document knows the status of an answer of the API; other addresses are not its business. */
export function assertDocumented(method: string, url: string, status: number): void {
  const { pathname } = new URL(url)
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = routes.find(route => route.method === wanted && route.pattern.test(pathname))
  if (route === undefined || BEFORE_ROUTING.has(status)) return
  assert.ok(
    route.statuses.includes(status),
    `${method} ${route.path} answered ${status}, which the OpenAPI document does not know`,
  )
}
