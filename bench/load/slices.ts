import { once } from 'node:events'
import { forkProcess } from './fork-process.ts'

/** How long a slice lasts: until its time is over or, if that is given, until so many requests are done. */
export interface SliceLimit {
  readonly seconds: number
  readonly requests?: number
}

export interface Slice {
  readonly done: number
  readonly seconds: number
  /** A sample of them, evenly taken. */
  readonly latenciesMs: readonly number[]
  /** What went wrong, in words, and how often. */
  readonly failures: Readonly<Record<string, number>>
}

/** Something that can be measured: the server under load, or its floor. */
export interface Runner {
  readonly pid: number
  run(limit: SliceLimit): Promise<Slice>
  close(): void
}

/** A runner in a process of its own, which gets `config` and then one limit after the other; see `answerSlices`. */
export async function startRunner(file: string, config: object): Promise<Runner> {
  const child = forkProcess(file)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}; what it said stands above`)
  })
  ended.catch(() => {})
  const heard = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  child.send(config)
  await heard()
  return {
    pid: child.pid ?? 0,
    run: limit => {
      child.send(limit)
      return heard()
    },
    close: () => child.disconnect(),
  }
}
