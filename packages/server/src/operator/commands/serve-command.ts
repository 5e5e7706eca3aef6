import cluster from 'node:cluster'
import { once } from 'node:events'
import { Command } from 'commander'
import { readEnvironment, readSettings, type Settings } from '../../platform/config.ts'
import { createLogger, type Logger } from '../../platform/core/logger.ts'
import { SettingsError } from '../../platform/core/settings/environment-reader.ts'
import { whenParentEnds } from '../when-parent-ends.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the server: API and worker, on the embedded database unless DATABASE_URL is set')
    .option('--json', 'log JSON at a terminal too')
    .action(runServer)
}

async function runServer({ json = false }: { json?: boolean }): Promise<void> {
  const settings = readSettings(readEnvironment())
  const log = await createLogger(settings.logLevel, { terminal: process.stdout.isTTY && !json })
  if (cluster.isWorker) return serveRequests(settings, log)
  // A stop requested during the start takes effect as soon as the start is complete.
  const stopAsked = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => stopAsked.resolve(signal))
  }
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => stopAsked.resolve('npm has ended'))
  // Loaded here, so that other commands do not load the server.
  const { serve } = await import('../../serve.ts')
  const server = await serve(settings, log)
  log.info(
    `Galley is ready at ${settings.publicUrl.origin} (listening on ${server.url}, reference at ${settings.publicUrl.origin}/docs)`,
  )
  const ended = await Promise.race([stopAsked.promise, server.failure])
  const failed = ended instanceof Error
  if (failed) log.error(ended.message)
  log.info(`${failed ? 'failure' : ended}: stopping, waiting for running requests and jobs`)
  await server.stop()
  log.info('stopped')
  // graphile-worker may set an exit code when it reports its migrations.
  process.exitCode = failed ? 1 : 0
  // Open handles, such as a connection to a database that does not respond, must not keep the process alive.
  setTimeout(() => process.exit(), 500).unref()
}

/** A process that another server process has started to serve requests; it ends with that one. */
async function serveRequests(settings: Settings, log: Logger): Promise<void> {
  const { MainProcessLink } = await import('../../platform/processes/main-process-link.ts')
  const mainProcess = new MainProcessLink(process as Required<NodeJS.Process>, log)
  const terminated = once(process, 'SIGTERM')
  // Ctrl+C reaches every process of the terminal; the main process stops this one.
  process.on('SIGINT', () => {})
  try {
    const { serve } = await import('../../serve.ts')
    const server = await serve(settings, log, { mainProcess })
    mainProcess.ready(server.url)
    // If the key was changed, the main process notices that, too.
    await Promise.race([mainProcess.stopAsked, terminated])
    await server.stop()
    process.exit(0)
  } catch (error) {
    const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error)
    await mainProcess.failed(error instanceof SettingsError ? error.message : unexpected)
    process.exit(1)
  }
}
