import type { Server } from 'node:http'
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { FINISH_WITHIN_MS } from '../../core/settings/stop-times.ts'

const SWEEP_MS = 50
const CATCH_UP_WITHIN_MS = 500
/** An iteration of the event loop that takes no longer has had next to nothing to do. */
const QUIET_MS = 2

/**
 * Stops listening and waits until the last connection has ended. Fastify is closed only then, so that it can still
 * answer requests. Answers that would stay open are ended.
 *
 * A connection that is closed while a request is on its way loses that request. So connections end with an answer
 * (`Connection: close`), and others are closed only if they were idle for a while.
 */
export async function closeHttp(
  app: FastifyInstance,
  { shutdown }: Pick<AppContext, 'shutdown'>,
  idleMs?: number,
): Promise<void> {
  const server: Server & { closeIdleConnections(idleMs?: number): void } = app.server
  shutdown.abort()
  const limit = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS)
  await catchUp(server)
  let hasOpen = true
  const closed = new Promise<void>(resolve => {
    server.close(() => {
      hasOpen = false
      resolve()
    })
  })
  const sweep = async () => {
    server.closeIdleConnections(idleMs)
    while (hasOpen) {
      await pause(SWEEP_MS)
      await catchUp(server)
      server.closeIdleConnections(idleMs)
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
async function catchUp(server: Server): Promise<void> {
  let isBehind = true
  const note = () => {
    isBehind = true
  }
  server.on('connection', note)
  const end = performance.now() + CATCH_UP_WITHIN_MS
  while (isBehind && performance.now() < end) {
    isBehind = false
    const begun = performance.now()
    await nextIteration()
    if (performance.now() - begun > QUIET_MS) isBehind = true
  }
  server.off('connection', note)
}
