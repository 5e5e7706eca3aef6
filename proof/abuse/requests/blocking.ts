import type { RawClient } from '../raw-client.ts'

/** Load on the machine can slow down single attempts; the server is at fault only if all of them are slow. */
const TRIES = 5

interface Reading {
  readonly longestDelayMs: number
  readonly cpuMs: number
}

/** Measures how long a request blocks the event loop of a server, using the server's own metrics. */
export class Blocking {
  readonly #client: RawClient

  constructor(client: RawClient) {
    this.#client = client
  }

  /** In milliseconds. A result above `enough` is measured again, after `prepare`, and the shortest time counts. */
  async measure(request: () => Promise<unknown>, enough: number, prepare = async () => {}): Promise<number> {
    let shortestMs = Number.POSITIVE_INFINITY
    for (let i = 0; i < TRIES && shortestMs > enough; i++) {
      await prepare()
      const before = await this.#read()
      await request()
      const after = await this.#read()
      // A delay without CPU time of the server is caused by another process.
      shortestMs = Math.min(shortestMs, after.longestDelayMs, after.cpuMs - before.cpuMs)
    }
    return shortestMs
  }

  /** `longestDelayMs` is the maximum since the last reading. */
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
