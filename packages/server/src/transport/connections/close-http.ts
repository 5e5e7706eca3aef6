import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { FINISH_WITHIN_MS } from '../../core/settings/stop-times.ts'

/**
 * Ends answers that would stay open. Fastify is closed only after the last connection has ended, so that it can still
 * answer requests.
 */
export async function closeHttp(app: FastifyInstance, { shutdown }: Pick<AppContext, 'shutdown'>): Promise<void> {
  const { server } = app
  shutdown.abort()
  // Idle connections are closed when the close begins; one that is still answering would stay open.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const limit = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS)
  try {
    await new Promise(resolve => server.close(resolve))
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(limit)
  }
}
