import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { pendingMigrations } from '../db/migrate.ts'

/** What only the one who started everything knows. */
export interface Readiness {
  /** Undefined where this process runs no worker. */
  readonly workerRunning: () => boolean | undefined
  readonly stopping: () => boolean
}

type State = 'ok' | 'failed' | 'pending' | 'off'

export function healthRoutes(app: FastifyInstance, context: AppContext, readiness: Readiness): void {
  const checkDatabase = databaseCheck(context)

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = { ...(await checkDatabase()), worker: workerState(readiness) }
    const ready = !readiness.stopping() && Object.values(checks).every(state => state === 'ok' || state === 'off')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks })
  })

  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await context.metrics.metrics()),
  )
}

/** Probes may ask many times a second, so the log hears of a cause once, not once a question. */
function databaseCheck({ db, log }: AppContext): () => Promise<{ database: State; migrations: State }> {
  let knownCause: string | undefined
  return async () => {
    try {
      await sql`select 1`.execute(db)
      const pending = await pendingMigrations(db)
      knownCause = undefined
      return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' }
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      if (cause !== knownCause) log.warn(`the database is not ready: ${cause}`)
      knownCause = cause
      return { database: 'failed', migrations: 'failed' }
    }
  }
}

function workerState(readiness: Readiness): State {
  const running = readiness.workerRunning()
  if (running === undefined) return 'off'
  return running ? 'ok' : 'failed'
}
