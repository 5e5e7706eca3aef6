import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { atExit } from '@galley/server/testing/processes/at-exit'
import { DETACHED } from '@galley/server/testing/processes/spawn-detached'

/** A slice ends after its time or, if given, after this many requests. */
export interface SliceLimit {
  readonly seconds: number
  readonly requests?: number
}

export interface Slice {
  readonly done: number
  readonly seconds: number
  /** An evenly distributed sample. */
  readonly latenciesMs: readonly number[]
  /** How often each error occurred, by message. */
  readonly failures: Readonly<Record<string, number>>
}

/** A measurable subject: the server under load, or its baseline. */
export interface Runner {
  readonly pid: number
  run(limit: SliceLimit): Promise<Slice>
  close(): void
}

/** Starts a runner in a separate process, which gets `config` and then one limit for each slice; see `answerSlices`. */
export async function startRunner(file: string, config: object): Promise<Runner> {
  const child = forkProcess(file)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${code}; see its output above`)
  })
  ended.catch(() => {})
  const nextMessage = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  child.send(config)
  await nextMessage()
  return {
    pid: child.pid ?? 0,
    run: limit => {
      child.send(limit)
      return nextMessage()
    },
    close: () => child.disconnect(),
  }
}

/** The child's side of `startRunner`: prepares once, then runs a slice for each message. */
export function answerSlices<Config>(
  prepare: (config: Config) => Promise<(limit: SliceLimit) => Promise<Slice>>,
): void {
  process.once('message', async (config: Config) => {
    const run = await prepare(config)
    process.on('message', async (limit: SliceLimit) => process.send?.(await run(limit)))
    process.send?.('ready')
  })
  process.on('disconnect', () => process.exit(0))
}

const MOST_SAMPLES = 20_000

/**
 * Runs `work` repeatedly in this many workers, each one call at a time. With `perSecond`, all workers together keep to
 * that rate. A failure is thrown or, if `tolerant`, counted.
 */
export async function runConcurrently(
  workers: number,
  limit: SliceLimit,
  work: (worker: number) => Promise<void>,
  { perSecond, tolerant = false }: { perSecond?: number | undefined; tolerant?: boolean } = {},
): Promise<Slice> {
  const latenciesMs: number[] = []
  const failures: Record<string, number> = {}
  const most = limit.requests ?? Number.POSITIVE_INFINITY
  const begun = performance.now()
  const end = begun + limit.seconds * 1000
  let started = 0
  const runWorker = async (worker: number) => {
    while (started < most && performance.now() < end) {
      const index = started++
      const ahead = perSecond === undefined ? 0 : begun + (index * 1000) / perSecond - performance.now()
      if (ahead > 1) await pause(ahead)
      const asked = performance.now()
      try {
        await work(worker)
        latenciesMs.push(performance.now() - asked)
      } catch (error) {
        if (!tolerant) throw error
        const what = error instanceof Error ? error.message : String(error)
        failures[what] = (failures[what] ?? 0) + 1
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => runWorker(worker)))
  const seconds = (performance.now() - begun) / 1000
  const everySo = Math.ceil(latenciesMs.length / MOST_SAMPLES)
  return { done: latenciesMs.length, seconds, latenciesMs: latenciesMs.filter((_, i) => i % everySo === 0), failures }
}

/**
 * Forks a child process. On an early exit it is killed before the server, so that it does not report failed requests.
 */
export function forkProcess(file: string, args: readonly string[] = []): ChildProcess {
  const child = fork(file, args, { ...DETACHED, serialization: 'advanced' })
  atExit(() => child.kill('SIGKILL'))
  return child
}
