/** Lets work run side by side as long as its costs fit together; the rest waits, first come, first served. */
export class Turns {
  readonly #capacity: number
  #used = 0
  readonly #waiting: { cost: number; start: () => void }[] = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** What costs more than there is runs alone. */
  async take<T>(cost: number, work: () => Promise<T>): Promise<T> {
    const share = Math.min(cost, this.#capacity)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ cost: share, start: resolve })
    this.#startNext()
    await promise
    try {
      return await work()
    } finally {
      this.#used -= share
      this.#startNext()
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
