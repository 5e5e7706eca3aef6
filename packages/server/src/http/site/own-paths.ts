import type { FastifyInstance } from 'fastify'

/**
 * Collects the first segments of all routes that are added later. The returned function tells whether the site itself
 * uses the first segment of a path, so that a redirect there would have no effect. The routes of pages are those of the
 * website.
 */
export function collectOwnPaths(app: FastifyInstance): (path: string) => Promise<boolean> {
  const segments = new Set<string>()
  app.addHook('onRoute', ({ url }) => void segments.add(firstSegment(url)))
  return async path => {
    const { pageSegments } = await import('@galley/web/site')
    const first = firstSegment(path)
    return first.startsWith('@') || segments.has(first) || pageSegments.has(first)
  }
}

/** Some of these names are directories on systems that do not distinguish cases. */
const firstSegment = (path: string): string => path.split('/')[1]?.toLowerCase() ?? ''
