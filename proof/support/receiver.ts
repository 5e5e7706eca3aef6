import { once } from 'node:events'
import { join } from 'node:path'
import type { Arrival, FromReceiver, ToReceiver } from './receiver-process.ts'
import { forkProcess } from './slices.ts'

export interface Receiver {
  readonly url: string
  /** Clears the received requests. */
  reset(): void
  /** Resolves after this many requests since the last reset. */
  expect(count: number): Promise<void>
  arrivals(): Promise<Arrival[]>
  close(): void
}

/** A webhook receiver in a separate process. */
export async function startReceiver(): Promise<Receiver> {
  const child = forkProcess(join(import.meta.dirname, 'receiver-process.ts'))
  const heard = async <T>(pick: (message: FromReceiver) => T | undefined): Promise<T> => {
    for (;;) {
      const found = pick((await once(child, 'message'))[0])
      if (found !== undefined) return found
    }
  }
  const send = (message: ToReceiver) => void child.send(message)
  const port = await heard(message => ('port' in message ? message.port : undefined))
  return {
    url: `https://localhost:${port}`,
    reset: () => send({ type: 'reset' }),
    expect: async count => {
      send({ type: 'expect', count })
      await heard(message => 'done' in message || undefined)
    },
    arrivals: () => {
      send({ type: 'arrivals' })
      return heard(message => ('arrivals' in message ? message.arrivals : undefined))
    },
    close: () => child.disconnect(),
  }
}
