import { once } from 'node:events'
import { forkProcess } from './fork-process.ts'

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
