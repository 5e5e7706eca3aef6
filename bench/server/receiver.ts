import { once } from 'node:events'
import { join } from 'node:path'
import { forkProcess } from '../load/fork-process.ts'
import type { Arrival, FromReceiver, ToReceiver } from './receiver-process.ts'

export interface Receiver {
  readonly url: string
  /** Forgets what came. */
  reset(): void
  /** Resolves when so many requests have come since the last reset. */
  expect(count: number): Promise<void>
  arrivals(): Promise<Arrival[]>
  close(): void
}

/** A receiver of webhooks, in a process of its own. */
export async function startReceiver(): Promise<Receiver> {
  const child = forkProcess(join(import.meta.dirname, 'receiver-process.ts'))
  const heard = async <T>(pick: (message: FromReceiver) => T | undefined): Promise<T> => {
    for (;;) {
      const found = pick((await once(child, 'message'))[0])
      if (found !== undefined) return found
    }
  }
  const tell = (message: ToReceiver) => void child.send(message)
  const port = await heard(message => ('port' in message ? message.port : undefined))
  return {
    url: `https://localhost:${port}`,
    reset: () => tell({ ask: 'reset' }),
    expect: async count => {
      tell({ ask: 'expect', count })
      await heard(message => 'done' in message || undefined)
    },
    arrivals: () => {
      tell({ ask: 'arrivals' })
      return heard(message => ('arrivals' in message ? message.arrivals : undefined))
    },
    close: () => child.disconnect(),
  }
}
