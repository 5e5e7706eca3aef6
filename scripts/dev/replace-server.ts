import type { ServerProcess, ServerProcesses } from './server-processes.ts'

export interface CurrentServer {
  /** The process with the newest code; waits while one is starting. */
  get(): Promise<ServerProcess | undefined>
  /** Starts a new process and then stops the former one; resolves to whether the new one runs. */
  replace(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Keeps one server process. Its successor starts while it still runs, if two are possible at a time.
 */
export function keepServer(processes: ServerProcesses): CurrentServer {
  let running: ServerProcess | undefined
  let replacing: Promise<boolean> | undefined
  let isOutdated = false
  let isStopping = false
  const stopping: Promise<unknown>[] = []

  async function replace(): Promise<boolean> {
    let started: ServerProcess | undefined
    do {
      isOutdated = false
      if (processes.onePerTime) await running?.stop()
      started = await processes.start()
      if (started === undefined) continue
      if (running !== undefined) stopping.push(running.stop())
      running = started
    } while (isOutdated && !isStopping)
    return started !== undefined
  }

  return {
    async get() {
      await replacing
      return running
    },
    replace() {
      isOutdated = replacing !== undefined
      replacing ??= replace().finally(() => {
        replacing = undefined
      })
      return replacing
    },
    async stop() {
      isStopping = true
      await replacing
      await Promise.all([running?.stop(), ...stopping])
    },
  }
}
