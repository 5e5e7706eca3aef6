/**
 * The server of `npm run dev`, in a process of its own. It loads libraries first and waits for a message before it loads
 * our sources, so that a process that was prepared starts quickly. It ends when its parent disconnects.
 */
import { once } from 'node:events'

/** The libraries that take longest to load. */
const LIBRARIES = [
  '@prometheus-io/client',
  '@scalar/fastify-api-reference',
  'ajv',
  'fastify',
  'graphile-worker',
  'kysely',
  'pg',
  'pino',
  'sanitize-html',
  'sharp',
  'typebox',
  'undici',
]

// Ctrl+C reaches every process of the terminal; the parent stops this one.
process.on('SIGINT', () => {})
const stopAsked = once(process, 'disconnect')
const startAsked = once(process, 'message')
await Promise.all(LIBRARIES.map(name => import(name)))
await Promise.race([startAsked, stopAsked])
if (process.connected) await run()
process.exit()

async function run(): Promise<void> {
  const [{ readEnvironment, readSettings }, { createLogger }, { reportFailure }, { DEV_ASSETS }] = await Promise.all([
    import('../../packages/server/src/platform/config.ts'),
    import('../../packages/server/src/platform/core/logger.ts'),
    import('../../packages/server/src/operator/report-failure.ts'),
    import('../../packages/web/src/dev/dev-assets.ts'),
  ])
  try {
    const { serve } = await import('../../packages/server/src/serve.ts')
    const settings = readSettings(readEnvironment())
    const log = await createLogger(settings.logLevel, { terminal: process.stdout.isTTY })
    const server = await serve(settings, log, { assets: DEV_ASSETS })
    if (process.connected) process.send?.({ port: Number(new URL(server.url).port) })
    await stopAsked
    await server.stop()
  } catch (error) {
    reportFailure(error, false)
  }
}
