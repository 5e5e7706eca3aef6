import type { RawClient } from './raw-client.ts'

/** Another process on the machine can slow anything down once; what is slow each time is ours. */
const TRIES = 5

interface Reading {
  readonly longestDelayMs: number
  readonly cpuMs: number
}

/** Measures for how long a request blocks the event loop of a server process, by what the server itself measures. */
export class Blocking {
  readonly #client: RawClient

  constructor(client: RawClient) {
    this.#client = client
  }

  /** In milliseconds. More than `enough` is measured again, and the shortest time counts. */
  async measure(request: () => Promise<unknown>, enough: number): Promise<number> {
    let shortestMs = Number.POSITIVE_INFINITY
    for (let i = 0; i < TRIES && shortestMs > enough; i++) {
      const before = await this.#read()
      await request()
      const after = await this.#read()
      // A delay that took no work of the server's own is that of another process.
      shortestMs = Math.min(shortestMs, after.longestDelayMs, after.cpuMs - before.cpuMs)
    }
    return shortestMs
  }

  /** The longest delay is that since the last reading. */
  async #read(): Promise<Reading> {
    const text = (await this.#client.send({ method: 'GET', path: '/metrics' })).body.toString()
    const secondsOf = (name: string) => {
      const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
      if (value === undefined) throw new Error(`/metrics has no ${name}`)
      return Number(value)
    }
    const longestDelayMs = 1000 * secondsOf('nodejs_eventloop_lag_max_seconds')
    return { longestDelayMs, cpuMs: 1000 * secondsOf('process_cpu_seconds_total') }
  }
}
