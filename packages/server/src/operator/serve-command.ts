import { Command } from 'commander'
import { readEnvironment, readSettings } from '../config.ts'
import { createLogger } from '../core/logger.ts'
import { whenParentEnds } from './when-parent-ends.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the server: API and worker, on the embedded database unless DATABASE_URL is set')
    .option('--json', 'log JSON at a terminal too')
    .action(runServer)
}

async function runServer({ json = false }: { json?: boolean }): Promise<void> {
  const settings = readSettings(readEnvironment())
  const log = await createLogger(settings.logLevel, { terminal: process.stdout.isTTY && !json })
  // A stop requested during the start takes effect as soon as the start is complete.
  const stopAsked = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => stopAsked.resolve(signal))
  }
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => stopAsked.resolve('npm has ended'))
  // Loaded here, so that other commands do not load the server.
  const { serve } = await import('../serve.ts')
  const server = await serve(settings, log)
  log.info(
    `Galley is ready at ${settings.publicUrl.origin} (listening on ${server.url}, reference at ${settings.publicUrl.origin}/docs)`,
  )
  log.info(`${await stopAsked.promise}: stopping, waiting for running requests and jobs`)
  await server.stop()
  log.info('stopped')
  // graphile-worker may set an exit code when it reports its migrations.
  process.exitCode = 0
  // Open handles, such as a connection to a database that does not answer, must not keep the process alive.
  setTimeout(() => process.exit(), 500).unref()
}
