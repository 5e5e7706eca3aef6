import assert from 'node:assert/strict'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { openApiDocument } from '../../src/http/api/openapi.ts'

/** Statuses before routing: the request was too slow, or its headers too long. */
const BEFORE_ROUTING = new Set([408, 431])

interface Operation {
  readonly responses: Record<string, { readonly description: string }>
}

const all: readonly Endpoint[] = Object.values(endpoints)
const { paths } = openApiDocument(new Set(all), '') as { paths: Record<string, Record<string, Operation>> }
const routes = all.map(({ method, path }) => {
  const template = path.replaceAll(/:(\w+)/g, '{$1}')
  const { responses } = paths[template]![method.toLowerCase()]!
  // The router matches paths without parameters first.
  const names = path.split(':').length
  return { method, path, names, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), responses }
})
routes.sort((a, b) => a.names - b.names)

/**
 * Asserts that the OpenAPI document has this status for the operation and, for an error, its code. Paths outside the
 * document are ignored.
 */
export function assertDocumented(method: string, url: string, status: number, body: unknown): void {
  const { pathname } = new URL(url)
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = routes.find(route => route.method === wanted && route.pattern.test(pathname))
  if (route === undefined || BEFORE_ROUTING.has(status)) return
  const documented = route.responses[status]
  assert.ok(documented, `${method} ${route.path} answered ${status}, which the OpenAPI document does not have`)
  const { code } = (body as { error?: { code?: string } } | null)?.error ?? {}
  assert.ok(
    code === undefined || documented.description.includes(`\`${code}\``),
    `${method} ${route.path} answered ${code}, which the OpenAPI document does not have`,
  )
}
