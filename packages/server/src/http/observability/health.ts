import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { type Arrival, isValidProof, PROOF_HEADER } from '../../platform/core/arrival.ts'
import { hashSecret } from '../../platform/core/credentials.ts'
import { errorMessage } from '../../platform/core/errors.ts'
import { isReadOnly } from '../../platform/db/connection/database-problem.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { readBearer } from '../read-bearer.ts'

/** State that only `serve` has. */
export interface Readiness {
  /** Undefined if this process runs no worker. */
  readonly workerRunning: () => boolean | undefined
  readonly stopping: () => boolean
  /** Set if the server has several processes. */
  readonly metricsOfAll?: () => Promise<string>
}

/** Read-only counts as ready: reading works, and no other process could write either. */
type State = 'ok' | 'read_only' | 'failed' | 'pending' | 'off'
const READY: ReadonlySet<State> = new Set(['ok', 'read_only', 'off'])
type DatabaseState = { readonly database: State; readonly migrations: State }

/** The maximum age of a result, so that any number of probes query the database once a second. */
const CHECK_EVERY_MS = 1000

export function healthRoutes(app: FastifyInstance, context: AppContext, readiness: Readiness): void {
  const checkDatabase = databaseCheck(context)
  const { metricsOfAll = () => context.metrics.metrics() } = readiness

  app.get('/healthz', async request => ({ status: 'ok', ...arrivalOf(request, context) }))

  app.get('/readyz', async (_request, reply) => {
    const checks = { ...(await checkDatabase()), worker: workerState(readiness) }
    const ready = !readiness.stopping() && Object.values(checks).every(state => READY.has(state))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, context.settings)) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsOfAll())
  })
}

/**
 * Metrics are not public: only for this machine, or with the token. Without TRUST_PROXY, requests that a proxy on this
 * machine forwards seem to come from this machine; they are rejected.
 */
function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken, trustProxy }: Pick<Settings, 'metricsToken' | 'trustProxy'>,
): boolean {
  const { clientAddress, headers } = request
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  const isLocal = /^(?:127\.|::1$)/.test(clientAddress)
  if (isLocal && (trustProxy !== false || !isForwarded)) return true
  if (metricsToken === undefined) return false
  return timingSafeEqual(hashSecret(readBearer(request) ?? ''), hashSecret(metricsToken))
}

/** Shares one check among all probes of a second. Logs a cause once, not with every probe. */
function databaseCheck(context: AppContext): () => Promise<DatabaseState> {
  let latest: { readonly sinceMs: number; readonly state: Promise<DatabaseState> } | undefined
  let loggedCause: string | undefined
  return () => {
    const nowMs = performance.now()
    if (latest === undefined || nowMs >= latest.sinceMs + CHECK_EVERY_MS) latest = { sinceMs: nowMs, state: check() }
    return latest.state
  }

  async function check(): Promise<DatabaseState> {
    try {
      const migrations = (await pendingMigrations(context.db)).length === 0 ? 'ok' : 'pending'
      const readOnly = await isReadOnly(context.db)
      logCause(readOnly ? 'it is read-only' : undefined)
      return { database: readOnly ? 'read_only' : 'ok', migrations }
    } catch (error) {
      logCause(errorMessage(error))
      return { database: 'failed', migrations: 'failed' }
    }
  }

  function logCause(cause: string | undefined): void {
    if (cause === loggedCause) return
    if (cause === undefined) context.log.info('the database is ready again')
    else context.log.warn(`the database is not ready: ${cause}`)
    loggedCause = cause
  }
}

function workerState(readiness: Readiness): State {
  const running = readiness.workerRunning()
  if (running === undefined) return 'off'
  return running ? 'ok' : 'failed'
}

function arrivalOf(
  request: FastifyRequest,
  { secretBox, clock }: AppContext,
): { readonly arrival: Arrival } | undefined {
  const proof = request.headers[PROOF_HEADER]
  if (typeof proof !== 'string' || !isValidProof(secretBox, proof, clock.now())) return undefined
  const forwarded = request.headers['x-forwarded-for']
  return { arrival: { client_address: request.clientAddress, forwarded_for: forwarded?.toString() ?? null } }
}
