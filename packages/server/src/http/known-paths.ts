import type { FastifyInstance } from 'fastify'

/** Finds the methods of a path, so that a wrong method is answered with 405 and not with 404. */
export type AllowedMethods = (path: string) => readonly string[]

/** Collects all routes that are added later. The site has a route for any path, which is left out. */
export function collectRoutes(app: FastifyInstance): AllowedMethods {
  const routes: { segments: readonly string[]; methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith('/') && url !== '/*') routes.push({ segments: url.split('/'), methods: [method].flat() })
  })
  return path => {
    const segments = path.split('/')
    const methods = routes.filter(route => matches(route.segments, segments)).flatMap(route => route.methods)
    return [...new Set(methods)].sort()
  }
}

/** `:name` matches one segment that is not empty, and a final `*` anything. */
function matches(route: readonly string[], segments: readonly string[]): boolean {
  const isOpen = route.at(-1) === '*'
  if (isOpen ? segments.length < route.length : segments.length !== route.length) return false
  return route.every(
    (name, i) => name === segments[i] || (name.startsWith(':') && segments[i] !== '') || (isOpen && name === '*'),
  )
}
