import { Semaphore, type WaitLimit } from './semaphore.ts'

/**
 * Limits concurrent work in all and for each key. Of each key only so much waits among the others, so many tasks of one key
 * delay those of others no more than a few.
 */
export class Turns {
  readonly #all: Semaphore
  readonly #perKey: number
  readonly #keys = new Map<string, { readonly semaphore: Semaphore; tasks: number }>()

  /** `capacity` is the cost of all that runs, `perKey` a number of tasks. */
  constructor(capacity: number, perKey: number) {
    this.#all = new Semaphore(capacity)
    this.#perKey = perKey
  }

  async run<T>(key: string, cost: number, work: () => Promise<T>, { waitMs, rejection }: WaitLimit): Promise<T> {
    const untilMs = performance.now() + waitMs
    const ofKey = this.#keys.get(key) ?? { semaphore: new Semaphore(this.#perKey), tasks: 0 }
    this.#keys.set(key, ofKey)
    ofKey.tasks++
    const limit = () => ({ waitMs: Math.max(untilMs - performance.now(), 0), rejection })
    try {
      return await ofKey.semaphore.run(1, () => this.#all.run(cost, work, limit()), limit())
    } finally {
      ofKey.tasks--
      if (ofKey.tasks === 0) this.#keys.delete(key)
    }
  }
}
