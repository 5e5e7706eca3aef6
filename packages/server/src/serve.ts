import { ensureBuilt } from '@galley/web/build'
import { collectDefaultMetrics } from '@prometheus-io/client'
import type { Pool } from 'pg'
import { buildApp } from './app.ts'
import { createContext } from './create-context.ts'
import { MailSender } from './delivery/mail/mail-sender.ts'
import { composeDigest } from './delivery/notifications/mails/compose-digest.ts'
import { createDeliveryMetrics } from './delivery/webhooks/deliveries/delivery-metrics.ts'
import { Dispatcher } from './delivery/webhooks/deliveries/dispatcher.ts'
import { closeHttp } from './http/connections/close-http.ts'
import { checkListening, explainListenError } from './http/connections/listen-error.ts'
import type { Assets } from './http/site/site-routes.ts'
import { setupUrl } from './identity/accounts/sign-up/set-up.ts'
import { createHandlers } from './job-handlers.ts'
import { dropReplacedData } from './keeping/backup/restore/undo-restore.ts'
import { createBackupMetrics } from './keeping/backup/schedule/backup-metrics.ts'
import type { Settings } from './platform/config.ts'
import type { AppContext } from './platform/context.ts'
import { systemClock } from './platform/core/clock.ts'
import { withTimeout } from './platform/core/limits/with-timeout.ts'
import type { Logger } from './platform/core/logger.ts'
import { SettingsError } from './platform/core/settings/environment-reader.ts'
import { type Db, openDatabase } from './platform/db/connection/database.ts'
import { DatabaseClock } from './platform/db/connection/database-clock.ts'
import { type Connection, sessionConnection } from './platform/db/connection/pool.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { removeNextKey, requireSameKey } from './platform/db/secret-key.ts'
import { shareRateLimits } from './platform/db/shared-rate-limits.ts'
import { checkStorageIdentity } from './platform/db/storage-identity.ts'
import { openWorkerPool, startWorker, type Worker } from './platform/jobs/worker.ts'
import { collectWhenIdle } from './platform/processes/collect-when-idle.ts'
import type { MainProcessLink } from './platform/processes/main-process-link.ts'
import { sweepScratch } from './platform/storage/scratch-folder.ts'
import { SearchIndexer } from './reading/search/indexing/indexer.ts'
import { rememberMediaAddresses } from './writing/uploads/image-url.ts'

/** After this time, a part that has not stopped is abandoned: most supervisors kill after ten seconds. */
const STOP_WITHIN_MS = 8000
/** The least time that each part gets, even after the others have used up all of it. */
const LEAST_STOP_MS = 200

type Step = () => Promise<unknown>

export interface RunningServer {
  readonly url: string
  /** Resolves if the server must not go on; the caller stops it. */
  readonly failure: Promise<Error>
  /** Accepts no new work, finishes running work, and stops everything in the reverse order of its start. */
  stop(): Promise<void>
}

export interface ServeOptions {
  /** In development, another process serves the browser code at these addresses, and nothing is built. */
  readonly assets?: Assets
  /** Set in a process that only serves requests: another one has the database, the migrations and the jobs. */
  readonly mainProcess?: MainProcessLink
}

/** Settings → database → migrations → HTTP and worker. If a step fails, what was started before is stopped again. */
export async function serve(
  settings: Settings,
  log: Logger,
  { assets, mainProcess }: ServeOptions = {},
): Promise<RunningServer> {
  const undo: Step[][] = []
  const failure = Promise.withResolvers<Error>()
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopAll(undo, log)
    return stopping
  }

  try {
    if (mainProcess === undefined) await checkListening(settings)
    if (settings.tracing !== undefined) {
      const { startTracing } = await import('./start-tracing.ts')
      undo.push([startTracing(settings.tracing, log)])
    }
    const connection = await connect(settings, log, undo)
    const session = sessionConnection(connection, settings.databaseListenUrl)
    const databaseLog = log.child({})
    const { db, backgroundDb, close } = openDatabase(
      connection,
      { poolMax: settings.databasePoolMax, prepared: settings.databasePrepared, quotas: settings.quotas },
      databaseLog,
    )
    const closeQuietly = () => {
      // The pool releases its connections before they have ended; that the database then closes them is not an error.
      databaseLog.level = 'silent'
      return close()
    }
    undo.push([closeQuietly])
    if (mainProcess === undefined) {
      const applied = await migrate(session, databaseLog)
      if (applied.length > 0) log.info(`migrated the database: ${applied.join(', ')}`)
      await prepareStorage(db, settings)
    }

    const clock = new DatabaseClock(db, log)
    await clock.start()
    undo.push([async () => clock.stop()])
    const created = await createContext(settings, log, session, db, clock)
    const context = { ...created, views: mainProcess?.views ?? created.views }
    const { bus, metrics, outbound } = context
    mainProcess?.connect(context)
    // The process of an embedded database is the only one, unless it has started others.
    if (settings.databaseUrl !== undefined) {
      const counts = shareRateLimits(db, context.limits, log)
      undo.push([async () => counts.close()])
    }
    undo.push([() => outbound.close()])
    undo.push([() => context.renderer.close()])
    collectDefaultMetrics({ register: metrics })
    const stopCollecting = collectWhenIdle()
    undo.push([async () => stopCollecting()])
    // Metrics of all processes are added up, and these are the same in each of them.
    if (mainProcess === undefined) createBackupMetrics(context)
    undo.push([() => bus.close()])
    await bus.start()
    await watchKey(context, backgroundDb, failure.resolve)
    context.publicReads.start()
    undo.push([() => context.publicReads.stop()])
    context.views.start()
    undo.push([() => context.views.stop()])

    const workerPool = openWorkerPool(session, databaseLog)
    undo.push([() => workerPool.end()])
    // Everything that accepts work stops at the same time, so that a slow client does not delay the end of a delivery.
    const work: Step[] = []
    undo.push(work)
    const worker = settings.role === 'api' ? undefined : await startJobs(context, backgroundDb, workerPool, work)
    const workerRunning = () => worker?.running()
    // Before the first request, so that the first page does not wait for a build.
    if (settings.role !== 'worker' && assets === undefined && mainProcess === undefined)
      await ensureBuilt(
        line => log.info(line),
        line => log.warn(line),
      )
    const started = async (url: string) => {
      if (settings.role !== 'worker' && mainProcess === undefined) await offerSetup(context)
      removeNextKey(settings, log)
      // The restored data works. A server without a worker may be a test of it.
      if (settings.role !== 'api') await dropReplacedData(session, log)
      return { url, stop, failure: failure.promise }
    }
    if (settings.workers > 1 && settings.role !== 'worker') {
      // Loaded only if it is used.
      const { RequestProcesses, requestProcessEnvironment } = await import('./platform/processes/request-processes.ts')
      const env = requestProcessEnvironment(settings, connection)
      const processes = new RequestProcesses(context, { count: settings.workers, env, workerRunning })
      work.push(() => processes.stop())
      // This process serves no requests, so `closeHttp` does not abort the signal; a running backup would delay the stop.
      work.push(async () => context.shutdown.abort())
      return await started(await processes.start())
    }
    const readiness = { workerRunning, stopping: () => stopping !== undefined, ...mainProcess?.readiness }
    const app = await buildApp(context, readiness, assets)
    work.push(() => closeHttp(app, context, { othersClosed: mainProcess?.othersClosed }))
    const url = await app.listen({ host: settings.host, port: settings.port }).catch(explainListenError(settings))
    return await started(url)
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepareStorage(db: Db, settings: Settings): Promise<void> {
  await checkStorageIdentity(db, settings)
  await rememberMediaAddresses(db, settings)
  await sweepScratch(settings.dataDir, systemClock.now())
}

/** Throws if the key is not that of the database any more; later, after the database was lost, it calls `fail`. */
async function watchKey({ bus, secretBox }: AppContext, db: Db, fail: (error: Error) => void): Promise<void> {
  await requireSameKey(db, secretBox)
  bus.subscribe(({ about }) => {
    if (about !== 'everything') return
    requireSameKey(db, secretBox).catch((error: Error) => {
      // If the database is lost again, this is repeated when it is back.
      if (error instanceof SettingsError) fail(error)
    })
  })
}

/** Starts everything that works in the background, and adds how each part is stopped to `work`. */
async function startJobs(context: AppContext, backgroundDb: Db, pool: Pool, work: Step[]): Promise<Worker> {
  const background = { ...context, db: backgroundDb }
  const worker = await startWorker(pool, createHandlers(background), context.log)
  work.push(worker.stop)
  const parts = [
    new Dispatcher(context, createDeliveryMetrics(context)),
    new SearchIndexer(background),
    new MailSender(background, composeDigest),
  ]
  for (const part of parts) {
    work.push(() => part.stop())
    part.start()
  }
  return worker
}

async function offerSetup(context: AppContext): Promise<void> {
  const url = await setupUrl(context)
  if (url !== undefined)
    context.log.info(`This site has no administrator yet. Create the account of the first one: ${url}`)
}

async function connect(settings: Settings, log: Logger, undo: Step[][]): Promise<Connection> {
  if (settings.databaseUrl !== undefined) return { connectionString: settings.databaseUrl }
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    as: { kind: 'server', url: settings.publicUrl.origin },
    log: (line, level = 'info') => log[level](line),
  })
  undo.push([() => embedded.stop()])
  return embedded.connection
}

/** In reverse order. A step that takes too long is abandoned, so that the database can still stop cleanly. */
async function stopAll(undo: readonly Step[][], log: Logger): Promise<void> {
  const deadline = Date.now() + STOP_WITHIN_MS
  for (const steps of undo.toReversed()) await Promise.all(steps.map(step => stopOne(step, deadline, log)))
}

async function stopOne(step: Step, deadline: number, log: Logger): Promise<void> {
  try {
    const stopped = step().then(() => true)
    if (!(await withTimeout(Math.max(LEAST_STOP_MS, deadline - Date.now()), stopped))) throw new Error('timed out')
  } catch (error) {
    log.warn({ err: error }, 'a component did not stop cleanly and was abandoned')
  }
}
