import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { FINISH_WITHIN_MS } from '../../platform/core/settings/stop-times.ts'
import { type HttpServer, IDLE_MS } from './connections.ts'

const SWEEP_MS = 50
const CATCH_UP_WITHIN_MS = 500
/** An iteration of the event loop that takes no longer has had next to nothing to do. */
const QUIET_MS = 2

export interface ClosingOptions {
  /**
   * Resolves when the other processes of the server do not listen any more either. Until then, a client whose connection
   * ends would open one to such a process, which would be lost if that process stops listening at the same moment.
   */
  readonly othersClosed?: (() => Promise<unknown>) | undefined
  readonly idleMs?: number
}

/**
 * Stops the server without losing a request. A connection that is closed while a request is on its way loses it. So
 * connections end with a response (`Connection: close`), and others are closed only if they were idle for a while.
 *
 * 1. Accept the connections that are waiting, then stop listening.
 * 2. Keep the connections until the other processes do not listen any more either.
 * 3. Let each connection end with its next response, or when it has been idle. End answers that would stay open.
 * 4. When the last one has ended, close Fastify, which could still answer until then.
 */
export async function closeHttp(
  app: FastifyInstance,
  { shutdown }: Pick<AppContext, 'shutdown'>,
  { othersClosed, idleMs = IDLE_MS }: ClosingOptions = {},
): Promise<void> {
  const server = app.server as HttpServer
  const limit = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS)
  await catchUp(server)
  let hasOpen = true
  const closed = new Promise<void>(resolve => {
    server.stopListening(() => {
      hasOpen = false
      resolve()
    })
  })
  await othersClosed?.()
  server.endConnections()
  shutdown.abort()
  const sweep = async () => {
    // Counted in sweeps from now on: on a busy machine they take longer, and the clients too.
    for (let idle = 0; hasOpen; idle += SWEEP_MS) {
      if (idle >= idleMs) server.closeIdleConnections(idleMs)
      await pause(SWEEP_MS)
      await catchUp(server)
    }
  }
  void sweep()
  await closed
  clearTimeout(limit)
  await app.close()
}

/**
 * Resolves when all waiting connections are accepted and all requests that have arrived are read, if that happens in
 * time. Node accepts one connection in each iteration of the event loop, and what arrives during a long iteration is
 * read in the next one.
 */
async function catchUp(server: HttpServer): Promise<void> {
  let isBehind = true
  const note = () => {
    isBehind = true
  }
  server.on('connection', note)
  const end = performance.now() + CATCH_UP_WITHIN_MS
  // The rest of the present iteration, in which nothing may be read any more.
  await nextIteration()
  while (isBehind && performance.now() < end) {
    isBehind = false
    const started = performance.now()
    await nextIteration()
    if (performance.now() - started > QUIET_MS) isBehind = true
  }
  server.off('connection', note)
}
