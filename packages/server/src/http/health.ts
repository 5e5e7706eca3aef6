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
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = { ...(await checkDatabase(context)), worker: workerState(readiness) }
    const ready = !readiness.stopping() && Object.values(checks).every(state => state === 'ok' || state === 'off')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks })
  })

  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await context.metrics.metrics()),
  )
}

async function checkDatabase({ db, log }: AppContext): Promise<{ database: State; migrations: State }> {
  try {
    await sql`select 1`.execute(db)
    const pending = await pendingMigrations(db)
    return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' }
  } catch (error) {
    log.warn(`the database is not ready: ${error instanceof Error ? error.message : error}`)
    return { database: 'failed', migrations: 'failed' }
  }
}

function workerState(readiness: Readiness): State {
  const running = readiness.workerRunning()
  if (running === undefined) return 'off'
  return running ? 'ok' : 'failed'
}
