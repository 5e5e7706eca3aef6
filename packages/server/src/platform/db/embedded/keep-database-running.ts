import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage } from '../../core/errors.ts'
import { withStartLock } from './files/database-use.ts'
import { keepStartSpace } from './files/start-space.ts'
import { limitLogSize } from './postgres-log.ts'
import { type Running, type StartRequest, startDatabase } from './start-database.ts'

export interface DatabaseGuard {
  postmasterPid(): number
  /** Ends the watch, not the database. The signal must have been aborted before. */
  end(): Promise<void>
}

const MAINTAIN_EVERY_MS = 30_000
const LONGEST_PAUSE_MS = 10_000
/** A database that has run this long did not fail because of its start. */
const STEADY_MS = 30_000

/**
 * Restarts the database whenever it ends by itself. It detects that at once by the end of an idle connection, which
 * also works for an adopted postmaster.
 */
export function keepDatabaseRunning(request: StartRequest, first: Running): DatabaseGuard {
  const maintenance = setInterval(() => maintain(request), MAINTAIN_EVERY_MS).unref()
  let running = first
  let recovery: Promise<void> = Promise.resolve()
  let pauseMs = 0

  function watch(): void {
    const since = performance.now()
    // The watch does not keep the process alive.
    running.socket.unref()
    void running.lost.then(() => {
      if (request.signal.aborted) return
      if (performance.now() - since > STEADY_MS) pauseMs = 0
      request.log('the database ended unexpectedly, starting it again', 'warn')
      recovery = recover()
    })
  }

  async function recover(): Promise<void> {
    for (;;) {
      try {
        await delay(pauseMs, undefined, { signal: request.signal })
        pauseMs = Math.min(pauseMs * 2 + 100, LONGEST_PAUSE_MS)
        running = await withStartLock(request.folder, request.signal, () =>
          startDatabase({ ...request, mayInitialise: false }),
        )
        watch()
        request.log(`the database is up again (pid ${running.postmasterPid})`)
        return
      } catch (error) {
        if (request.signal.aborted) return
        request.log(errorMessage(error), 'error')
      }
    }
  }

  watch()
  return {
    postmasterPid: () => running.postmasterPid,
    async end() {
      clearInterval(maintenance)
      await recovery
      running.socket.destroy()
    },
  }
}

async function maintain({ folder }: StartRequest): Promise<void> {
  try {
    limitLogSize(folder.log)
    await keepStartSpace(folder.path)
  } catch {
    // The next run tries again.
  }
}
