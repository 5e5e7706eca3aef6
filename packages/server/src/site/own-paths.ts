import type { FastifyInstance } from 'fastify'

/**
 * Collects the first segments of all routes that are added later. The answer tells whether the site uses the first
 * segment of a path, so that nothing else can be found there. Pages have routes of their own, in the website.
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
