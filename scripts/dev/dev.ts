/**
 * `npm run dev`: the whole service at one address. This process owns the address and the database. It serves browser
 * code with Vite, and passes other requests to a server process, which it replaces when a source file changes.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { explainListenError } from '../../packages/server/src/http/connections/listen-error.ts'
import { reportFailure } from '../../packages/server/src/operator/report-failure.ts'
import { whenParentEnds } from '../../packages/server/src/operator/when-parent-ends.ts'
import { readEnvironment, readSettings, type Settings } from '../../packages/server/src/platform/config.ts'
import { connectionUrl } from '../../packages/server/src/platform/db/embedded/connection.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/platform/db/embedded/embedded-postgres.ts'
import { BASE, SERVER_CHANGED } from '../../packages/web/src/dev/dev-assets.ts'
import { createViteServer, type ViteServer } from '../../packages/web/src/dev/vite-server.ts'
import { passOn, respondUnavailable } from './proxy.ts'
import { type CurrentServer, keepServer } from './replace-server.ts'
import { ServerProcesses } from './server-processes.ts'
import { watchServerSources } from './watch-sources.ts'

const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/galley')
const startedMs = performance.now()
const nodeOptions = process.argv.slice(2)
const say = (text: string) => console.log(`dev: ${text}`)
const secondsSince = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

const stopAsked = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAsked.resolve())
if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => stopAsked.resolve())

/** Stops what was started; called in reverse order. */
const stops: (() => unknown)[] = []
try {
  await run()
  await stopAsked.promise
  say('stopping')
} catch (error) {
  reportFailure(error, false)
} finally {
  for (const stop of stops.toReversed()) await stop()
}
process.exit()

async function run(): Promise<void> {
  const settings = readSettings(readEnvironment())
  const parts = Promise.withResolvers<{ vite: ViteServer; server: CurrentServer }>()
  const http = createServer(async (request, response) => {
    const { vite, server } = await parts.promise
    if (request.url?.startsWith(BASE)) vite.middlewares(request, response)
    else await answer(server, request, response)
  })
  await listen(http, settings)
  const [databaseUrl, vite] = await Promise.all([openDatabase(settings), createViteServer(http, settings.publicUrl)])
  stops.push(() => vite.close())

  const processes = new ServerProcesses(
    {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      DATA_DIR: settings.dataDir,
      PUBLIC_URL: settings.publicUrl.href,
      HOST: '127.0.0.1',
      WORKERS: '1',
      PORT: '0',
    },
    nodeOptions,
  )
  stops.push(() => processes.stop())
  const server = keepServer(processes)
  stops.push(() => server.stop())
  parts.resolve({ vite, server })
  watchServerSources(vite.watcher, path => void restart(server, vite, path))
  await server.replace()
  welcome(settings)
}

async function listen(http: Server, settings: Settings): Promise<void> {
  http.listen(settings.port, settings.host)
  await once(http, 'listening').catch(explainListenError(settings))
  stops.push(() => {
    http.close()
    http.closeAllConnections()
  })
}

/** The database stays open while server processes come and go. */
async function openDatabase({ databaseUrl, dataDir, publicUrl }: Settings): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl
  const embedded = await startEmbeddedPostgres({ dataDir, as: { kind: 'server', url: publicUrl.origin }, log: say })
  stops.push(() => embedded.stop())
  return connectionUrl(embedded.connection)
}

async function answer(server: CurrentServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const current = await server.get()
  if (current === undefined) respondUnavailable(response, 'The server did not start.')
  else passOn(current.port, request, response)
}

async function restart(server: CurrentServer, vite: ViteServer, path: string): Promise<void> {
  const sinceMs = performance.now()
  if (await server.replace()) {
    say(`restarted the server in ${secondsSince(sinceMs)} (${path})`)
    vite.ws.send({ type: 'custom', event: SERVER_CHANGED })
  } else say('The server did not start. The version before the change still answers. Correct the error and save.')
}

function welcome({ publicUrl: { origin } }: Settings): void {
  say(`ready in ${secondsSince(startedMs)}

  reading site   ${origin}
  studio         ${origin}/studio
  API reference  ${origin}/docs
  database       npm run -s galley -- database url

  The server restarts when its sources change. Browsers get changes of browser code and styles at once.
  Ctrl+C ends everything.
`)
}
