/** Limits concurrent work. The rest waits in order of arrival. */
export class Semaphore {
  readonly #capacity: number
  #used = 0
  readonly #waiting: { cost: number; start: () => void }[] = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Work that costs more than the capacity runs alone. */
  async run<T>(cost: number, work: () => Promise<T>): Promise<T> {
    const share = Math.min(cost, this.#capacity)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ cost: share, start: resolve })
    this.#startNext()
    await promise
    try {
      return await work()
    } finally {
      // In another iteration of the event loop: work that only resolves promises would otherwise block the reading of
      // requests.
      setImmediate(() => {
        this.#used -= share
        this.#startNext()
      })
    }
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#used + next.cost <= this.#capacity; next = this.#waiting[0]) {
      this.#used += next.cost
      this.#waiting.shift()
      next.start()
    }
  }
}
