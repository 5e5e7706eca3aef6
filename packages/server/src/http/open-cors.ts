import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by @fastify/cors, which does not declare it. */
    cors?: typeof OPEN_CORS
  }
}

/**
 * Routes that use no cookie, so pages of any site may call them as any other program can. Assistants that run in a
 * browser need this.
 */
export const OPEN_CORS = {
  origin: '*',
  credentials: false,
  exposedHeaders: ['WWW-Authenticate', 'Retry-After', 'X-Request-Id'],
}

/** Answers CORS preflight requests. */
export function allowAllSites(app: FastifyInstance, paths: readonly string[]): void {
  for (const path of paths)
    app.options(path, { config: { cors: OPEN_CORS } }, (_request, reply) => reply.code(204).send())
}
